import type { RightNews } from '../../db/event-news.ts';
import type { Implementation } from '../../http/operation-route.ts';
import type { JobHandler, JobName } from '../../queue/jobs.ts';
import type { MediaParts } from '../media/public.ts';
import { ImageSources } from '../imaging/public.ts';
import { makeArchiveJob, sweepArchivesJob } from './jobs/make-archive.job.ts';
import { forThoseWhoSeeAll } from '../../http/for-those-who-see-all.ts';
import { agreementToRead, downloadLog } from './download-log.ts';
import { archiveDownload } from './download-archive.ts';
import { imageDownload } from './download-image.ts';
import { originalDownload } from './download-original.ts';

/**
 * Downloads of images, archives and originals (catalogue §7, decisions §7), and the log of them. Each is logged with
 * the version of the agreement before its first byte leaves.
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
    operations: [
      imageDownload(database, storage, sources),
      archiveDownload(database, storage),
      originalDownload(database, storage),
      forThoseWhoSeeAll(downloadLog),
      agreementToRead,
    ],
    jobs: {
      'make-archive': makeArchiveJob(database, storage, sources),
      'sweep-archives': sweepArchivesJob(database, storage),
    },
  };
}
