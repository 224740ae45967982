import { sql } from 'kysely';
import type { TenantQueries, WriteTransaction } from '../../db/database.ts';
import { ProblemError } from '../../problem-error.ts';
import type { Departure, TrashHooks } from '../records/public.ts';
import { kindCalls } from './asset-calls.ts';
import { recountMedia } from './asset-counts.ts';
import { lockMedia, putAsset, takeAssetOut, type Place } from './asset-places.ts';
import { takeUpOpenImports } from './enqueue-derivations.ts';

type PlacedAsset = Place & { readonly uuid: string };

/** Assets with their positions among those of their kind in the item; one statement. */
async function keptPlaces(db: TenantQueries, uuids: readonly string[]): Promise<readonly PlacedAsset[]> {
  const { rows } = await sql<PlacedAsset>`
    select uuid, item_uuid as item, kind, position from asset
    where uuid = any(${uuids}::uuid[]) order by item_uuid, position`.execute(db);
  return rows;
}

/**
 * The positions of assets that were just deleted, by the number of assets before them: stored positions may
 * have gaps.
 */
async function placesLeft(db: TenantQueries, uuids: readonly string[]): Promise<readonly PlacedAsset[]> {
  const { rows } = await sql<PlacedAsset>`
    select uuid, item_uuid as item, kind, (
      select count(*)::integer + 1 from asset before
      where before.tenant_id = asset.tenant_id and before.item_uuid = asset.item_uuid and before.kind = asset.kind
        and before.trashed_at is null and (before.position, before.uuid) < (asset.position, asset.uuid)) as position
    from asset where uuid = any(${uuids}::uuid[]) order by item_uuid, asset.position`.execute(db);
  return rows;
}

/** The history of an item that lost an asset, or got it back, with the position of the asset. */
function departureOf(action: 'link' | 'unlink', all: readonly PlacedAsset[]): Departure {
  const side = action === 'link' ? 'after' : 'before';
  return {
    places: new Map(all.map(({ uuid, item, position }) => [uuid, { culturalItem: item, position }])),
    others: all.map(({ uuid, item, kind }) => ({
      record: item,
      resourceType: 'ITEM',
      action,
      [side]: { [kindCalls[kind].many]: [uuid] },
    })),
  };
}

/**
 * When assets are deleted the gap closes; when they are restored they get their position back. The item's
 * counts and thumbnail are recomputed.
 */
export const assetTrash: TrashHooks = {
  /** @throws ProblemError 409 `item-gone` while the item of an asset is in the trash */
  lock: async (tx, uuids) => {
    for (const { item, kind } of await keptPlaces(tx.db, uuids)) {
      if ((await lockMedia(tx.db, [item], kind)).has(item)) continue;
      throw new ProblemError(
        'item-gone',
        'The item lies in the trash too. Restore it first, then the image.',
      );
    }
  },

  left: async (tx, uuids) => {
    const places = await placesLeft(tx.db, uuids);
    for (const { uuid, ...place } of places) {
      await takeAssetOut(tx.db, uuid, place);
      await tx.db.updateTable('asset').set({ position: place.position }).where('uuid', '=', uuid).execute();
    }
    await recountMedia(tx, [...new Set(places.map(({ item }) => item))]);
    return departureOf('unlink', places);
  },

  cameBack: async (tx, uuids) => {
    const places: PlacedAsset[] = [];
    for (const { uuid, ...kept } of await keptPlaces(tx.db, uuids)) {
      places.push({ uuid, ...(await putAsset(tx.db, uuid, kept)) });
    }
    const items = [...new Set(places.map(({ item }) => item))];
    await recountMedia(tx, items);
    await takeUpOpenImports(tx.db, items);
    return departureOf('link', places);
  },

  purge: purgeAssets,
};

/** Deletes the versions, parts, captions and imports of assets, and the uploads that nothing else uses. */
async function purgeAssets({ db }: WriteTransaction, assets: readonly string[]): Promise<string[]> {
  const gone = sql`asset_uuid = any(${assets}::uuid[])`;
  // Before what is made of them, as the jobs lock them that make it.
  await sql`select from asset_version where ${gone} order by asset_uuid, number for update`.execute(db);
  await sql`delete from asset_import where ${gone}`.execute(db);
  const { rows: made } = await sql<{ key: string }>`
    delete from derivative where ${gone} returning storage_key as key`.execute(db);
  const { rows: parts } = await sql<{ upload: string }>`
    delete from asset_part where ${gone} returning upload_uuid as upload`.execute(db);
  const { rows: captions } = await sql<{ upload: string }>`
    delete from caption where ${gone} returning upload_uuid as upload`.execute(db);
  const { rows: marked } = await sql<{ keys: (string | null)[] }>`
    delete from watermarked_image where ${gone}
    returning array[pyramid ->> 'key', thumbnail ->> 'key'] as keys`.execute(db);
  const { rows: small } = await sql<{ keys: (string | null)[] }>`
    delete from public_image where ${gone} returning array[pyramid ->> 'key'] as keys`.execute(db);
  const { rows: files } = await sql<{ upload: string; keys: (string | null)[] }>`
    delete from asset_version where ${gone}
    returning upload_uuid as upload, array[pyramid ->> 'key', thumbnail ->> 'key'] as keys`.execute(db);
  const sent = [...files, ...parts, ...captions].map(({ upload }) => upload);
  // The pages of one file may be in several items.
  const { rows: originals } = await sql<{ keys: (string | null)[] }>`
    delete from upload where uuid = any(${sent}::uuid[])
      and not exists (select from asset_version version where version.upload_uuid = upload.uuid)
      and not exists (select from asset_part part where part.upload_uuid = upload.uuid)
      and not exists (select from caption where caption.upload_uuid = upload.uuid)
    returning array[storage_key, reader_copy ->> 'key'] as keys`.execute(db);
  const others = [...originals, ...files, ...marked, ...small].flatMap(({ keys }) =>
    keys.filter((key): key is string => key !== null),
  );
  return made.map(({ key }) => key).concat(others);
}

/** When items come back, their unprepared files are prepared. */
export const itemTrash: TrashHooks = {
  cameBack: async (tx, uuids) => {
    await takeUpOpenImports(tx.db, uuids);
    return { places: new Map(), others: [] };
  },
};
