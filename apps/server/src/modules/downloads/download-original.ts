import { downloadOriginal } from '@armarium/contract/downloads';
import { system, type Database } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { notFound } from '../../problem-error.ts';
import type { Storage } from '../../storage/storage.ts';
import { PRIVATE_CACHING } from '../admission/public.ts';
import { acceptedVersion } from '../tenancy/public.ts';
import { uploadsHidingNothing } from '../media/public.ts';
import { logDownloadOfItem } from './download-log.ts';
import { attachment } from './download-name.ts';
import { hiddenPages } from './files/image-document.ts';
import { storedFileAnswer } from './files/stored-file-answer.ts';
import { requireItem } from './required-download.ts';

/** The file of an image exactly as it was uploaded. */
export function originalDownload(database: Database, storage: Storage): Implementation {
  return implement(downloadOriginal, async (call) => {
    const { params, query, data, actor, tenant, reply, request } = call;
    const agreement = await data.read((db) => acceptedVersion(db, query.agreement));
    const item = await requireItem(data, actor, { image: params.imageUuid, version: query.version });
    const [image] = item.images;
    if (!image) throw notFound('The image');
    const { upload, key, filename, media_type, sha256, size_bytes } = image.original;
    const all = database.tenant(tenant.id, system);
    const open = await all.read((db) => uploadsHidingNothing(db, [upload], actor));
    if (!open.has(upload)) throw hiddenPages();
    // RFC 9530: of the whole file, also where a part of it is sent, so that the receiver can tell that nothing was
    // changed on the way.
    void reply.header('repr-digest', `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`);
    return storedFileAnswer(
      storage,
      {
        key,
        size_bytes,
        mediaType: media_type,
        entityTag: `"${sha256}"`,
        disposition: attachment(filename),
        caching: PRIVATE_CACHING,
      },
      request,
      reply,
      () =>
        logDownloadOfItem(database, call, item, {
          kind: 'original',
          assetUuid: image.uuid,
          title: image.title,
          variant: 'original',
          agreement,
        }),
    );
  });
}
