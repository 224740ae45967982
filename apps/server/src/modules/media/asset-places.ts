import { sql } from 'kysely';
import type { TenantQueries, WriteTransaction } from '../../db/database.ts';
import { pictureOfItem } from './asset.writes.ts';

/** An item whose images are about to change, as far as that must be known. */
export interface LockedItem {
  readonly uuid: string;
  readonly version: number | string;
  readonly created_by: string | null;
  /** Those that stand, in their order. */
  readonly images: readonly string[];
}

/**
 * Locks items that stand, always before anything of their images and in the order of their uuids, so that no two who
 * change images wait for each other.
 */
export async function lockImages(
  db: TenantQueries,
  itemUuids: readonly string[],
): Promise<Map<string, LockedItem>> {
  const rows = await db
    .selectFrom('item')
    .select(['uuid', 'version', 'created_by'])
    .where(sql<boolean>`uuid = any(${itemUuids}::uuid[])`)
    .where('trashed_at', 'is', null)
    .orderBy('uuid')
    .forUpdate()
    .execute();
  const assets = await db
    .selectFrom('asset')
    .select(['uuid', 'item_uuid'])
    .where(sql<boolean>`item_uuid = any(${rows.map(({ uuid }) => uuid)}::uuid[])`)
    .where('kind', '=', 'image')
    .where('trashed_at', 'is', null)
    .orderBy('position')
    .orderBy('uuid')
    .execute();
  const items = new Map(rows.map((row) => [row.uuid, { ...row, images: [] as string[] }]));
  for (const { uuid, item_uuid } of assets) items.get(item_uuid)?.images.push(uuid);
  return items;
}

/** An image in an item: where it is, counted from 1. */
export interface Place {
  readonly item: string;
  readonly position: number;
}

/** Closes the gap that an image leaves behind. The caller holds the lock of the item, here as below. */
export async function takeImageOut(
  db: TenantQueries,
  image: string,
  { item, position }: Place,
): Promise<void> {
  await shift(db, image, { item, position: position + 1 }, -1);
}

/**
 * Puts an image at a place among those of an item, which make room; its imports go with it.
 * @returns the place that it got: the last one where the wanted one lies behind it
 */
export async function putImage(db: TenantQueries, image: string, wanted: Place): Promise<Place> {
  const { others } = await db
    .selectFrom('asset')
    .select(sql<number>`count(*)::integer`.as('others'))
    .where('item_uuid', '=', wanted.item)
    .where('kind', '=', 'image')
    .where('trashed_at', 'is', null)
    .where('uuid', '!=', image)
    .executeTakeFirstOrThrow();
  const place = { item: wanted.item, position: Math.min(wanted.position, others + 1) };
  await shift(db, image, place, 1);
  await db
    .updateTable('asset')
    .set((column) => ({
      item_uuid: place.item,
      position: place.position,
      version: column('version', '+', 1),
      modified_at: sql<Date>`now()`,
    }))
    .where('uuid', '=', image)
    .execute();
  await db
    .updateTable('asset_import')
    .set({ item_uuid: place.item })
    .where('asset_uuid', '=', image)
    .where('item_uuid', '!=', place.item)
    .execute();
  return place;
}

/** Moves the images from a place on, but the one itself, by a step. */
async function shift(db: TenantQueries, image: string, { item, position }: Place, by: 1 | -1): Promise<void> {
  await db
    .updateTable('asset')
    .set((column) => ({ position: column('position', '+', by) }))
    .where('item_uuid', '=', item)
    .where('kind', '=', 'image')
    .where('trashed_at', 'is', null)
    .where('uuid', '!=', image)
    .where('position', '>=', position)
    .execute();
}

/** Sets what items tell of their images from those that stand: the counts and the picture; they are as changed. */
export async function recountImages(tx: WriteTransaction, itemUuids: readonly string[]): Promise<void> {
  await sql`
    update item set
      images_count = counted.images,
      not_ready_images_count = counted.open,
      failed_images_count = counted.failed,
      thumbnail = ${pictureOfItem},
      version = version + 1,
      modified_at = now()
    from (
      select wanted.uuid, count(asset.uuid)::integer as images,
        (count(*) filter (where import.overall_state in ('PENDING', 'IN_PROGRESS')))::integer as open,
        (count(*) filter (where import.overall_state = 'ERROR'))::integer as failed
      from unnest(${itemUuids}::uuid[]) as wanted (uuid)
        left join asset on asset.item_uuid = wanted.uuid and asset.kind = 'image' and asset.trashed_at is null
        left join asset_import import on import.asset_uuid = asset.uuid
          and import.version_number = asset.current_version
      group by wanted.uuid
    ) as counted
    where item.uuid = counted.uuid`.execute(tx.db);
}
