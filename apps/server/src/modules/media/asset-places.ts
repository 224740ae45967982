import { sql } from 'kysely';
import type { TenantQueries } from '../../db/database.ts';
import type { AssetKind } from './kinds.ts';

/** An item whose assets of one kind are about to change, with what such a change needs. */
export interface LockedItem {
  readonly uuid: string;
  readonly version: number | string;
  readonly created_by: string | null;
  /** The uuids of its assets in the catalogue, in order. */
  readonly members: readonly string[];
}

/**
 * Locks items of the catalogue, in the order of their uuids. Every change of assets locks the items before
 * the assets, so that no deadlock is possible.
 */
export async function lockMedia(
  db: TenantQueries,
  itemUuids: readonly string[],
  kind: AssetKind,
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
    .where('kind', '=', kind)
    .where('trashed_at', 'is', null)
    .orderBy('position')
    .orderBy('uuid')
    .execute();
  const items = new Map(rows.map((row) => [row.uuid, { ...row, members: [] as string[] }]));
  for (const { uuid, item_uuid } of assets) items.get(item_uuid)?.members.push(uuid);
  return items;
}

/** An asset in an item, with its position among those of its kind, counted from 1. */
export interface Place {
  readonly item: string;
  readonly kind: AssetKind;
  readonly position: number;
}

/**
 * Closes the gap that an asset leaves. For this and the functions below: the caller holds the lock of the
 * item.
 */
export async function takeAssetOut(
  db: TenantQueries,
  asset: string,
  { position, ...place }: Place,
): Promise<void> {
  await shift(db, asset, { ...place, position: position + 1 }, -1);
}

/**
 * Inserts an asset at a position among those of its kind in an item; later ones move on. Its imports move
 * with it.
 * @returns its position, which is the last one where the wanted one is greater
 */
export async function putAsset(db: TenantQueries, asset: string, wanted: Place): Promise<Place> {
  const { others } = await db
    .selectFrom('asset')
    .select(sql<number>`count(*)::integer`.as('others'))
    .where('item_uuid', '=', wanted.item)
    .where('kind', '=', wanted.kind)
    .where('trashed_at', 'is', null)
    .where('uuid', '!=', asset)
    .executeTakeFirstOrThrow();
  const place = { ...wanted, position: Math.min(wanted.position, others + 1) };
  await shift(db, asset, place, 1);
  await db
    .updateTable('asset')
    .set((column) => ({
      item_uuid: place.item,
      position: place.position,
      version: column('version', '+', 1),
      modified_at: sql<Date>`now()`,
    }))
    .where('uuid', '=', asset)
    .execute();
  await db
    .updateTable('asset_import')
    .set({ item_uuid: place.item })
    .where('asset_uuid', '=', asset)
    .where('item_uuid', '!=', place.item)
    .execute();
  return place;
}

/** Moves the assets from a position on by a step, except the asset itself. */
async function shift(
  db: TenantQueries,
  asset: string,
  { item, kind, position }: Place,
  by: 1 | -1,
): Promise<void> {
  await db
    .updateTable('asset')
    .set((column) => ({ position: column('position', '+', by) }))
    .where('item_uuid', '=', item)
    .where('kind', '=', kind)
    .where('trashed_at', 'is', null)
    .where('uuid', '!=', asset)
    .where('position', '>=', position)
    .execute();
}
