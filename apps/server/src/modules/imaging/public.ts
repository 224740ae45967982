export { heldAgainstImage } from './image-refusal.ts';
export { renderImage } from './image-render.ts';
export { imageRoutes } from './image-routes.ts';
export { faultOf, ImageSources, watermarkNotReady } from './image-source.ts';
export { RenderTurns } from './render-turns.ts';
