import type { DownloadFormat } from '@armarium/contract/downloads';
import { reaches, type Actor, type TenantData } from '../../db/database.ts';
import { parseImageRequest } from '../../iiif-image/parse.ts';
import { notFound } from '../../problem-error.ts';
import { heldAgainstImage } from '../imaging/public.ts';
import type { AskedImage } from './archived-item.ts';
import { downloadItem, type DownloadItem } from './download.queries.ts';

/** Parses the region and the size of a download. @throws ProblemError 400 */
export function readVariant(region: string, size: string, format: DownloadFormat): AskedImage {
  return heldAgainstImage(() => askedImage(region, size, format));
}

/** @throws ImageRequestError where region or size are not well-formed */
export function askedImage(region: string, size: string, format: DownloadFormat): AskedImage {
  const parsed = parseImageRequest(2, { region, size, rotation: '0', quality: 'default', format });
  return { region, size, parsed };
}

/** The item of a download. @throws ProblemError 404 also where this caller may not see the item */
export async function requireItem(
  data: TenantData,
  actor: Actor,
  wanted: { item: string } | { image: string; version?: number | undefined },
): Promise<DownloadItem> {
  const what = 'item' in wanted ? 'The item' : 'The image';
  const item = await data.read((db) => downloadItem(db, wanted));
  if (!item) throw notFound(what);
  if (item.visibility === 'restricted' && !reaches(actor, 'seeRestricted', item.created_by))
    throw notFound(what);
  return item;
}
