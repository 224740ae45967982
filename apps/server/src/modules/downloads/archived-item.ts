import type { Actor } from '../../db/database.ts';
import { system } from '../../db/database.ts';
import type { ParsedRequest } from '../../iiif-image/parse.ts';
import { planImage, type ImagePlan } from '../../iiif-image/plan.ts';
import type { SourceInfo } from '../../iiif-image/source-info.ts';
import { contentsOf, type Entitlement } from './archive.rules.ts';
import type { DownloadImage, DownloadItem } from './download.queries.ts';
import type { Origin, Terms } from './file-origin.ts';

/** A download may have as many pixels as the image has, and no more. */
export function planDownload(request: ParsedRequest, { maxArea_px: _, ...info }: SourceInfo): ImagePlan {
  return planImage(request, info);
}

/** Everything that the bytes of an item's archive follow from; whatever of it changes, the archive is another. */
export function contentsOfItem(item: DownloadItem, terms: Terms): string {
  const { title, author, rights, pressmark, watermark, images } = item;
  return contentsOf({
    ...{ title, author, rights, pressmark, watermark },
    ...terms,
    images: images.map(({ uuid, title, version, pyramid }) => [uuid, title, version, pyramid]),
  });
}

/** Whoever is entitled to that and to nothing more, for work that nobody waits for in person. */
export function entitled(entitlement: Entitlement): Actor {
  return entitlement === 'clean'
    ? system
    : { ...system, roles: ['ROLE_USER', 'ROLE_IMAGE_DOWNLOAD'], userRights: 'all' };
}

export function originOf(
  { title, author, rights, pressmark }: DownloadItem,
  image: DownloadImage,
  terms: Terms,
): Origin {
  const own = image.title === '' || image.title === title ? title : `${title}: ${image.title}`;
  return { imageUuid: image.uuid, title: own, author, rights, pressmark, ...terms };
}
