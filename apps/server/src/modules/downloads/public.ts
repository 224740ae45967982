export { downloadModule } from './download.module.ts';
export { isOffered } from './files/document.queries.ts';
export { mediaFileRoutes } from './files/media-file-routes.ts';
