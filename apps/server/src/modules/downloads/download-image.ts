import { downloadImage } from '@armarium/contract/downloads';
import type { Database } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { notFound } from '../../problem-error.ts';
import { atLocalPath } from '../../storage/at-local-path.ts';
import type { Storage } from '../../storage/storage.ts';
import { acceptedVersion } from '../tenancy/public.ts';
import { faultOf, heldAgainstImage, type ImageSources, renderImage, RenderTurns } from '../imaging/public.ts';
import { FORMAT_MEDIA_TYPES } from '../../iiif-image/parse.ts';
import { downloadVariant } from './archive.rules.ts';
import { nameOf, originOf, planDownload } from './archived-item.ts';
import { density_dpi } from './density.rules.ts';
import { logDownloadOfItem } from './download-log.ts';
import { attachment, downloadName } from './download-name.ts';
import { embedOrigin } from './file-origin.ts';
import { readVariant, requireItem } from './required-download.ts';

/** One image or a part of it, as a JPEG or PNG with its source and rights inside. */
export function imageDownload(database: Database, storage: Storage, sources: ImageSources): Implementation {
  // Not the turns of the viewers: decoding an image of a hundred megapixels must not delay their tiles.
  const turns = new RenderTurns(1);
  return implement(downloadImage, async (call) => {
    const { params, query, data, actor, tenant, reply, request } = call;
    const { region, size, format } = params;
    const asked = readVariant(region, size, format);
    const agreement = await data.read((db) => acceptedVersion(db, query.agreement));
    const source = await sources.find(tenant.id, params.imageUuid, { actor });
    const item = await requireItem(data, actor, { image: params.imageUuid });
    const [image] = item.images;
    if (!image) throw notFound('The image');
    const plan = heldAgainstImage(() => planDownload(asked, source.info, nameOf(image)));
    const { width_px, height_px } = plan.size;
    const title = image.title || item.title;
    void reply
      .header('content-disposition', attachment(downloadName(title, `${width_px}x${height_px}`, format)))
      .type(FORMAT_MEDIA_TYPES[format]);
    if (request.method === 'HEAD') return undefined;
    const addOrigin = embedOrigin(
      originOf(item, image, { organisation: tenant.displayName, agreement }),
      query.dpi ?? density_dpi(size, plan, image.dpi),
    );
    const bytes = await turns
      .take(
        () => atLocalPath(storage, source.pyramidKey, (path) => renderImage(path, plan, addOrigin)),
        () => request.raw.destroyed,
      )
      .catch(async (error: unknown) => {
        throw await faultOf(storage, source.pyramidKey, error);
      });
    // The client has gone.
    if (bytes === undefined) return undefined;
    await logDownloadOfItem(database, call, item, {
      kind: 'image',
      assetUuid: image.uuid,
      title,
      variant: downloadVariant(region, size, format),
      agreement,
    });
    return bytes;
  });
}
