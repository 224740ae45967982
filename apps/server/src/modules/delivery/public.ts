export { collectionSummary } from './collection-summary.ts';
export { eventStream } from './event-stream.ts';
export { forgetEventsJob } from './jobs/forget-events.job.ts';
export { imageRoutes } from './image-routes.ts';
export { manifestRoutes } from './manifest-routes.ts';
export { recordChanges } from './record-changes.ts';
export { recordingRoutes } from './recording-routes.ts';
export { viewerRoutes } from './viewers/viewer-routes.ts';
