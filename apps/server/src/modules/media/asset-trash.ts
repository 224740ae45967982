import { sql } from 'kysely';
import type { WriteTransaction } from '../../db/database.ts';
import { ProblemError } from '../../problem-error.ts';
import type { Departure, TrashHooks } from '../records/public.ts';
import { kindCalls } from './asset-calls.ts';
import { recountMedia } from './asset-counts.ts';
import { lockMedia, putAsset, takeAssetOut, type Place } from './asset-places.ts';
import { takeUpOpenImports } from './enqueue-derivations.ts';
import type { AssetKind } from './kinds.ts';

interface PlacedAsset {
  readonly uuid: string;
  readonly item_uuid: string;
  readonly kind: AssetKind;
  readonly position: number;
}

/** Some assets with the place that each has, or had, among those of its kind that stand in its item. */
async function placedAssets(
  { db }: WriteTransaction,
  uuids: readonly string[],
): Promise<readonly PlacedAsset[]> {
  const { rows } = await sql<PlacedAsset>`
    select uuid, item_uuid, kind, position from asset
    where uuid = any(${uuids}::uuid[]) order by item_uuid, position`.execute(db);
  return rows;
}

/** An item that lost an asset, or got it back, with the place of the asset. */
function told(action: 'link' | 'unlink', all: readonly (Place & { readonly uuid: string })[]): Departure {
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
 * Assets that are deleted close the gap that they leave, and come back to the place that they had; their item counts
 * and shows those that stand.
 */
export const assetTrash: TrashHooks = {
  /** @throws ProblemError 409 `item-gone` while the item of an asset lies in the trash */
  lock: async (tx, uuids) => {
    const assets = await placedAssets(tx, uuids);
    for (const { item_uuid, kind } of assets) {
      if ((await lockMedia(tx.db, [item_uuid], kind)).has(item_uuid)) continue;
      throw new ProblemError(
        'item-gone',
        'The item lies in the trash too. Restore it first, then the image.',
      );
    }
  },

  left: async (tx, uuids) => {
    const places: (Place & { uuid: string })[] = [];
    for (const { uuid, item_uuid: item, kind, position: kept } of await placedAssets(tx, uuids)) {
      const members = (await lockMedia(tx.db, [item], kind)).get(item)?.members.length ?? 0;
      // Positions have no gaps, but where one has, the place is the one that people saw.
      const place = { item, kind, position: Math.min(kept, members + 1) };
      await takeAssetOut(tx.db, uuid, place);
      await tx.db.updateTable('asset').set({ position: place.position }).where('uuid', '=', uuid).execute();
      places.push({ uuid, ...place });
    }
    await recountMedia(tx, [...new Set(places.map(({ item }) => item))]);
    return told('unlink', places);
  },

  cameBack: async (tx, uuids) => {
    const places: (Place & { uuid: string })[] = [];
    for (const { uuid, item_uuid: item, kind, position } of await placedAssets(tx, uuids)) {
      places.push({ uuid, ...(await putAsset(tx.db, uuid, { item, kind, position })) });
    }
    const items = [...new Set(places.map(({ item }) => item))];
    await recountMedia(tx, items);
    await takeUpOpenImports(tx.db, items);
    return told('link', places);
  },

  purge: purgeAssets,
};

/** Removes the versions, parts, captions and imports of assets, and the uploads that nothing else has. */
async function purgeAssets({ db }: WriteTransaction, assets: readonly string[]): Promise<string[]> {
  const gone = sql`asset_uuid = any(${assets}::uuid[])`;
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
  const { rows: files } = await sql<{ upload: string; keys: (string | null)[] }>`
    delete from asset_version where ${gone}
    returning upload_uuid as upload, array[pyramid ->> 'key', thumbnail ->> 'key'] as keys`.execute(db);
  const sent = [...files, ...parts, ...captions].map(({ upload }) => upload);
  // The pages of one file may have gone to several items.
  const { rows: originals } = await sql<{ key: string }>`
    delete from upload where uuid = any(${sent}::uuid[])
      and not exists (select from asset_version version where version.upload_uuid = upload.uuid)
      and not exists (select from asset_part part where part.upload_uuid = upload.uuid)
      and not exists (select from caption where caption.upload_uuid = upload.uuid)
    returning storage_key as key`.execute(db);
  const derivatives = [...files, ...marked].flatMap(({ keys }) =>
    keys.filter((key): key is string => key !== null),
  );
  return [...originals, ...made].map(({ key }) => key).concat(derivatives);
}

/** Files of items that come back are prepared where they were not yet. */
export const itemTrash: TrashHooks = {
  cameBack: async (tx, uuids) => {
    await takeUpOpenImports(tx.db, uuids);
    return { places: new Map(), others: [] };
  },
};
