export { collectionSummary } from './collection-summary.ts';
export { imageRoutes } from './image-routes.ts';
