import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { jsonb, type TenantQueries } from '../../../db/database.ts';
import type { Original } from '../manifest-properties.ts';
import { showableImages, type ShowableImage } from '../story.queries.ts';
import type { FileCanvas } from './file-canvas.ts';
import type { MatchedImage } from './imported-steps.rules.ts';

/**
 * Finds the images of the catalogue that the canvases of a manifest show: by the uuids in their addresses, else by their
 * originals. Two queries.
 * @returns the image of a canvas; where it is not here, one without a size, and with a uuid that nothing else has: it is missing,
 *   and another one can be chosen
 */
export async function matchingImages(
  db: TenantQueries,
  given: readonly FileCanvas[],
): Promise<(canvas: FileCanvas) => MatchedImage> {
  const canvases = [...new Set(given)];
  const uuids = canvases.flatMap((canvas) => canvas.uuids);
  const byUuid = await showableImages(db, uuids);
  const originals = canvases.flatMap((canvas) => canvas.originals);
  const byOriginal = await imagesByOriginal(db, originals);
  const missing = new Map<FileCanvas, string>();
  return (canvas) => {
    const image =
      firstFound(byUuid, canvas.uuids) ?? firstFound(byOriginal, canvas.originals.map(keyOfOriginal));
    if (image) return { uuid: image.uuid, size: image };
    const uuid = missing.get(canvas) ?? uuidv7();
    missing.set(canvas, uuid);
    return { uuid, size: undefined };
  };
}

const firstFound = (images: ReadonlyMap<string, ShowableImage>, keys: readonly string[]) =>
  images.get(keys.find((key) => images.has(key)) ?? '');

const keyOfOriginal = ({ sha256, page }: Original): string => `${sha256} ${page}`;

/** Images that are made from certain files, the oldest of each; one query. */
async function imagesByOriginal(
  db: TenantQueries,
  originals: readonly Original[],
): Promise<Map<string, ShowableImage>> {
  if (originals.length === 0) return new Map();
  const { rows } = await sql<ShowableImage & Original>`
    select distinct on (upload.sha256, version.page_index) upload.sha256, version.page_index as page, asset.uuid,
      version.width_px as width, version.height_px as height
    from (select distinct sha256, page from jsonb_to_recordset(${jsonb(originals)}) as given (sha256 text, page integer)) as wanted
      join upload on upload.sha256 = wanted.sha256
      join asset_version version on version.tenant_id = upload.tenant_id and version.upload_uuid = upload.uuid
        and version.page_index = wanted.page
      join asset on asset.tenant_id = version.tenant_id and asset.uuid = version.asset_uuid
        and asset.current_version = version.number and asset.kind = 'image' and asset.trashed_at is null
      join item on item.tenant_id = asset.tenant_id and item.uuid = asset.item_uuid and item.trashed_at is null
    where version.width_px is not null
    order by upload.sha256, version.page_index, asset.uuid`.execute(db);
  return new Map(rows.map((row) => [keyOfOriginal(row), row]));
}
