import { getItem } from '@armarium/contract/item-calls';
import { join } from 'node:path';
import { importEnded, importNewItem, rootUuid, upload } from '../tests/harness/importing.ts';
import { successful, type BenchServer } from './bench-server.ts';
import { noisyImage } from './noisy-image.ts';

/** Different pictures; all other images are shown by their pyramids and thumbnails. */
const DRAWN = 8;
/** A page of a book, as a camera of six megapixels takes it. */
const PAGE_px = { width: 2000, height: 3000 };

/**
 * An item of many images: a few are imported through the API, the others are rows like theirs, each with a file and a
 * title of its own, that lead to the same pyramids. Importing a thousand would take longer than all that is measured.
 * @param folder where the pictures are drawn
 * @throws Error where the item doesn't count as many afterwards
 */
export async function itemOfImages(
  server: BenchServer,
  folder: string,
  count: number,
): Promise<{ readonly collection: string; readonly item: string }> {
  const { client } = server;
  const collection = await rootUuid(client);
  const uploads = [];
  for (let number = 1; number <= Math.min(DRAWN, count); number += 1) {
    const source = join(folder, `page-${number}.jpg`);
    await noisyImage(PAGE_px.width, PAGE_px.height, number).jpeg({ quality: 85 }).toFile(source);
    uploads.push(await upload(client, { source, name: nameOf(number), type: 'image/jpeg' }));
  }
  const item = await importNewItem(client, {
    pressmark: `BENCH Ms. ${count}`,
    sgtt: 'Codice di mille carte',
    autn: 'The bench',
    parents: [collection],
    uploads,
  });
  await importEnded(client, item);
  await multiply(server, item, count);
  const { mediaTypeInfo } = successful(await client.call(getItem, { params: { uuid: item } }));
  if (mediaTypeInfo.imagesCount !== count)
    throw new Error(`${mediaTypeInfo.imagesCount} images of ${count}.`);
  return { collection, item };
}

const nameOf = (number: number) => `MS_${String(number).padStart(4, '0')}.jpg`;

/** Whatever columns the tables have, a copy differs from its model by its keys, its place and its names alone. */
async function multiply(server: BenchServer, item: string, count: number): Promise<void> {
  const pool = server.openPool(1);
  try {
    await pool.query(
      `create temporary table copied as
       select asset.tenant_id, asset.uuid as model, asset.item_uuid, uuidv7() as uuid, uuidv7() as import_uuid, place,
         'MS_' || lpad(place::text, 4, '0') as name
       from generate_series($2::integer + 1, $3::integer) as place
         join asset on asset.item_uuid = $1 and asset.position = (place - 1) % $2 + 1`,
      [item, Math.min(DRAWN, count), count],
    );
    const copy = (table: string, key: string, changed: string) =>
      pool.query(
        `insert into ${table} select made.* from copied join ${table} as first on first.tenant_id = copied.tenant_id
           and first.${key} = copied.model,
         jsonb_populate_record(null::${table}, to_jsonb(first) || jsonb_build_object(${changed})) as made`,
      );
    await copy(
      'upload',
      'uuid',
      `'uuid', copied.uuid, 'original_filename', copied.name || '.jpg',
       'sha256', encode(sha256(convert_to(copied.name, 'UTF8')), 'hex'),
       'storage_key', first.storage_key || copied.place`,
    );
    await copy(
      'asset',
      'uuid',
      `'uuid', copied.uuid, 'position', copied.place, 'sgtt', copied.name,
       'metadata', jsonb_build_array(jsonb_build_object('name', 'sgtt', 'value', copied.name))`,
    );
    await copy('asset_version', 'asset_uuid', `'asset_uuid', copied.uuid, 'upload_uuid', copied.uuid`);
    await copy('asset_import', 'asset_uuid', `'asset_uuid', copied.uuid, 'uuid', copied.import_uuid`);
    await pool.query('update item set images_count = $2, version = version + 1 where uuid = $1', [
      item,
      count,
    ]);
    await pool.query('analyze upload, asset, asset_version, asset_import');
  } finally {
    await pool.end();
  }
}
