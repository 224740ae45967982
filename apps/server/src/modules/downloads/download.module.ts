import type { RightNews } from '../../db/event-news.ts';
import type { Implementation } from '../../http/operation-route.ts';
import type { JobHandler, JobName } from '../../queue/jobs.ts';
import type { MediaParts } from '../media/public.ts';
import { ImageSources } from '../imaging/public.ts';
import { makeArchiveJob, sweepArchivesJob } from './jobs/make-archive.job.ts';
import { downloadLog } from './download-log.ts';
import { downloadOperations } from './download-operations.ts';

/**
 * Downloads of images, archives and originals, and the log of them.
 * @param rights tells when what is remembered of an image is out of date; the jobs remember nothing
 */
export function downloadModule(
  { database, storage, limits }: Pick<MediaParts, 'database' | 'storage' | 'limits'>,
  rights?: Pick<RightNews, 'onImages'>,
): {
  operations: Implementation[];
  jobs: Record<Extract<JobName, 'make-archive' | 'sweep-archives'>, JobHandler>;
} {
  const sources = new ImageSources(database, storage, limits.answerMax_pixels);
  rights?.onImages((tenantId) => sources.forget(tenantId));
  return {
    operations: [...downloadOperations(database, storage, sources), downloadLog],
    jobs: {
      'make-archive': makeArchiveJob(database, storage, sources),
      'sweep-archives': sweepArchivesJob(database, storage),
    },
  };
}
