import type { Actor } from '../../db/database.ts';
import { system } from '../../db/database.ts';
import type { ParsedRequest } from '../../iiif-image/parse.ts';
import { planImage, type ImagePlan } from '../../iiif-image/plan.ts';
import { ImageRequestError } from '../../iiif-image/request-error.ts';
import type { SourceInfo } from '../../iiif-image/source-info.ts';
import { contentsOf, type Entitlement } from './archive.rules.ts';
import type { DownloadImage, DownloadItem } from './download.queries.ts';
import type { Origin, Terms } from './file-origin.ts';

/** What is asked for of each image, as it stands in the address and parsed. */
export interface AskedImage {
  readonly region: string;
  readonly size: string;
  readonly parsed: ParsedRequest;
}

/**
 * A download may have as many pixels as the image has, and no more.
 * @param name of the image
 * @throws ImageRequestError that names the image, its size and what was asked for, where the image can't give that
 */
export function planDownload(
  { region, size, parsed }: AskedImage,
  { maxArea_px: _, ...info }: SourceInfo,
  name: string,
): ImagePlan {
  try {
    return planImage(parsed, info);
  } catch (error) {
    if (!(error instanceof ImageRequestError)) throw error;
    const extent = `${info.width_px} × ${info.height_px} pixels`;
    throw new ImageRequestError(
      error.part,
      `“${name}” has ${extent} and can’t give the region ${region} at the size ${size}. ${reasonOf(error, parsed, info)}`,
      error.status,
    );
  }
}

function reasonOf(error: ImageRequestError, { region }: ParsedRequest, image: SourceInfo): string {
  if (region.kind === 'pixels' && region.width_px > 0 && region.height_px > 0) {
    if (region.left_px >= image.width_px || region.top_px >= image.height_px)
      return 'The region lies outside of the image.';
    // At its own size it would be enlarged, which is all that the engine says of it.
    if (
      region.left_px + region.width_px > image.width_px ||
      region.top_px + region.height_px > image.height_px
    )
      return 'The region reaches beyond the image.';
  }
  return `${error.message}.`;
}

/** What an image is called where it has no title. */
export function nameOf({ title, original }: DownloadImage): string {
  return title || original.filename;
}

/** Everything that the bytes of an item's archive follow from; whatever of it changes, the archive is another. */
export function contentsOfItem(item: DownloadItem, terms: Terms): string {
  const { title, author, rights, pressmark, watermark, images } = item;
  return contentsOf({
    ...{ title, author, rights, pressmark, watermark },
    ...terms,
    images: images.map(({ uuid, title, version, pyramid, dpi }) => [uuid, title, version, pyramid, dpi]),
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
