export { eventStream } from './event-stream.ts';
export { forgetEventsJob } from './jobs/forget-events.job.ts';
