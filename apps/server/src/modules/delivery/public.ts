export { imageRoutes } from './image-routes.ts';
