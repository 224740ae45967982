export { manifestRoutes } from './manifest-routes.ts';
export { viewerRoutes } from './viewers/viewer-routes.ts';
