import { archiveLeftOutHeader, archiveProgressHeader, downloadArchive } from '@armarium/contract/downloads';
import type { Database } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { ProblemError } from '../../problem-error.ts';
import type { Storage } from '../../storage/storage.ts';
import { acceptedVersion } from '../tenancy/public.ts';
import { PRIVATE_CACHING } from '../admission/public.ts';
import { archiveVariant, entitlementOf } from './archive.rules.ts';
import { contentsOfItem } from './archived-item.ts';
import { logDownloadOfItem } from './download-log.ts';
import { attachment, downloadName, sizeInName } from './download-name.ts';
import { storedFileAnswer } from './files/stored-file-answer.ts';
import { leftOutText } from './left-out-text.ts';
import { termsOf } from './jobs/make-archive.job.ts';
import { requestArchive, RETRY_AFTER_s } from './request-archive.ts';
import { readVariant, requireItem } from './required-download.ts';

/** All images of an item in one ZIP file. Answers 202 while the queue makes it. */
export function archiveDownload(database: Database, storage: Storage): Implementation {
  return implement(downloadArchive, async (call) => {
    const { params, query, data, actor, tenant, reply, request } = call;
    const { region, size } = params;
    const { format = 'jpg' } = query;
    readVariant(region, size, format);
    const variant = archiveVariant(region, size, format);
    const agreement = await data.read((db) => acceptedVersion(db, query.agreement));
    const item = await requireItem(data, actor, { item: params.uuid });
    if (item.notReady > 0) {
      throw new ProblemError(
        'image-not-ready',
        `${item.notReady} of its images are still being prepared; ask again when they are.`,
        { headers: { 'retry-after': RETRY_AFTER_s } },
      );
    }
    if (item.images.every(({ pyramid }) => pyramid === null)) {
      throw new ProblemError(
        'not-found',
        'The item has no image that is ready, so there is nothing to download.',
      );
    }
    const archive = await requestArchive(database, storage, tenant.id, {
      item: item.uuid,
      variant,
      entitlement: entitlementOf(actor),
      contents: contentsOfItem(item, await termsOf(database, tenant.id)),
      account: actor.accountUuid,
    });
    if ('done' in archive) {
      // In a header, since clients wait by HEAD.
      void reply.code(202).header('retry-after', RETRY_AFTER_s);
      if (archive.total > 0) void reply.header(archiveProgressHeader, `${archive.done}/${archive.total}`);
      return undefined;
    }
    if (archive.leftOut.length > 0) void reply.header(archiveLeftOutHeader, leftOutText(archive.leftOut));
    return storedFileAnswer(
      storage,
      {
        ...archive,
        mediaType: 'application/zip',
        disposition: attachment(downloadName(item.title, sizeInName(size), 'zip')),
        caching: PRIVATE_CACHING,
      },
      request,
      reply,
      () =>
        logDownloadOfItem(database, call, item, {
          kind: 'archive',
          assetUuid: null,
          title: item.title,
          variant,
          agreement,
        }),
    );
  });
}
