import { addImage, arrangeImages, updateImage } from '@armarium/contract/image-calls';
import { imageCalls } from '@armarium/contract/asset-calls';
import type { MediaAsset } from '@armarium/contract/assets';
import type { MetadataEntry } from '@armarium/contract/metadata';
import { sql } from 'kysely';
import { jsonb, reaches, type Actor, type Database, type TenantQueries } from '../../db/database.ts';
import { requireMatch, setEntityTag } from '../../http/entity-tag.ts';
import { uuidsOfLinks } from '../../http/link-list.ts';
import { implement, type Call, type Implementation } from '../../http/operation-route.ts';
import { invalid, notFound, ProblemError } from '../../problem-error.ts';
import { recordHistory } from '../../db/history.ts';
import { editedMetadata, fieldTemplates, isSameMetadata, mirrorOf } from '../records/public.ts';
import { oneAssetView } from './asset-views.ts';
import { recountMedia } from './asset-counts.ts';
import { lockMedia, putAsset, takeAssetOut, type LockedItem } from './asset-places.ts';
import { furtherKinds, kindCalls } from './asset-calls.ts';
import { mediaAssets } from './import.queries.ts';
import type { AssetKind } from './kinds.ts';
import type { MediaParts } from './media-parts.ts';

type AssetCall = Pick<Call<typeof updateImage>, 'data' | 'params' | 'actor' | 'request' | 'reply' | 'origin'>;

/**
 * The operations that change assets, their order and their items (catalogue §7, wire.md "Assets belong to one
 * item").
 */
export const assetOperations = ({ database }: MediaParts): Implementation[] => [
  implement(updateImage, (call) => updateAsset(database, 'image', call)),
  implement(arrangeImages, (call) => arrangeAssets('image', call)),
  implement(imageCalls.arrangeByAlias, (call) => arrangeAssets('image', call)),
  implement(addImage, (call) => addAsset(database, 'image', call)),
  ...furtherKinds.flatMap(({ kind, calls }) => [
    implement(calls.update, (call) => updateAsset(database, kind, call)),
    implement(calls.arrange, (call) => arrangeAssets(kind, call)),
    implement(calls.arrangeByAlias, (call) => arrangeAssets(kind, call)),
    implement(calls.add, (call) => addAsset(database, kind, call)),
  ]),
];

async function updateAsset(
  database: Database,
  kind: AssetKind,
  call: AssetCall & { readonly body: Call<typeof updateImage>['body'] },
): Promise<MediaAsset> {
  const { data, params, body, actor, request, reply } = call;
  const row = await data.write('edit', async (tx) => {
    await tx.db.selectFrom('asset').select('uuid').where('uuid', '=', params.uuid).forNoKeyUpdate().execute();
    const asset = await assetOf(tx.db, kind, params.uuid);
    if (!reaches(actor, 'editAssets', asset.created_by)) {
      throw new ProblemError('forbidden', 'You may change the files that you sent yourself.');
    }
    requireMatch(request, asset.recordVersion);
    const before = asset.metadata as unknown as MetadataEntry[];
    const { sgtt, autn, customMetadataList: list } = body;
    const templates = await fieldTemplates(tx.db, 'MEDIA');
    const { metadata, problems } = editedMetadata(before, { list, mirrors: { sgtt, autn } }, templates);
    if (problems.length > 0) throw invalid(problems);
    if (isSameMetadata(metadata, before)) return asset;
    await tx.db
      .updateTable('asset')
      .set((column) => ({
        sgtt: mirrorOf(metadata, 'sgtt'),
        autn: mirrorOf(metadata, 'autn'),
        metadata: jsonb(metadata),
        version: column('version', '+', 1),
        modified_at: sql<Date>`now()`,
      }))
      .where('uuid', '=', asset.uuid)
      .execute();
    await recordHistory(tx, [
      {
        record: asset.uuid,
        resourceType: 'MEDIA',
        action: 'update',
        before: { customMetadataList: before },
        after: { customMetadataList: metadata },
      },
    ]);
    return assetOf(tx.db, kind, asset.uuid);
  });
  setEntityTag(reply, row.recordVersion);
  return oneAssetView(database, call, row);
}

async function arrangeAssets(
  kind: AssetKind,
  call: Omit<AssetCall, 'reply'> & { readonly body: readonly string[] },
): Promise<undefined> {
  const { data, params, body, actor, request } = call;
  const { many } = kindCalls[kind];
  const wanted = assetsOfLinks(kind, body);
  await data.write(`arrange-${many}`, async (tx) => {
    const item = itemToArrange(await lockMedia(tx.db, [params.uuid], kind), params.uuid, actor);
    requireMatch(request, item.version);
    const isWhole = wanted.length === item.members.length && new Set(wanted).size === wanted.length;
    if (!isWhole || !wanted.every((uuid) => item.members.includes(uuid))) {
      throw new ProblemError(
        'order-differs',
        `The item has ${item.members.length} ${many}, and the list has to name each of them once.`,
      );
    }
    if (wanted.every((uuid, index) => uuid === item.members[index])) return;
    await sql`
      update asset set position = wanted.place
      from unnest(${wanted}::uuid[]) with ordinality as wanted (uuid, place)
      where asset.uuid = wanted.uuid`.execute(tx.db);
    await recountMedia(tx, [item.uuid]);
    await recordHistory(tx, [
      {
        record: item.uuid,
        resourceType: 'ITEM',
        action: 'update',
        before: { [many]: item.members },
        after: { [many]: wanted },
      },
    ]);
  });
  return undefined;
}

async function addAsset(
  database: Database,
  kind: AssetKind,
  call: AssetCall & {
    readonly query: { readonly position?: number };
    readonly body: { readonly position?: number };
  },
): Promise<MediaAsset> {
  const { data, params, query, body, actor, request, reply } = call;
  const { many } = kindCalls[kind];
  const asset = requireAssetUuid(kind, { query, body });
  const position = body.position ?? query.position ?? Number.MAX_SAFE_INTEGER;
  const row = await data.write(`move-${kindCalls[kind].one}`, async (tx) => {
    const seen = await assetOf(tx.db, kind, asset);
    const items = await lockMedia(tx.db, [seen.item_uuid, params.uuid], kind);
    const to = itemToArrange(items, params.uuid, actor);
    requireMatch(request, to.version);
    const { item_uuid: fromUuid } = await assetOf(tx.db, kind, asset);
    // Somebody else moved it before this call got the lock.
    if (!items.has(fromUuid)) throw new ProblemError('stale', 'Somebody moved it just now. Try again.');
    const from = itemToArrange(items, fromUuid, actor);
    const before = { item: from.uuid, kind, position: from.members.indexOf(asset) + 1 };
    const isMoved = from.uuid !== to.uuid;
    if (!isMoved && before.position === Math.min(position, from.members.length)) return seen;
    await takeAssetOut(tx.db, asset, before);
    const after = await putAsset(tx.db, asset, { item: to.uuid, kind, position });
    await recountMedia(tx, [...new Set([from.uuid, to.uuid])]);
    const moved = { record: asset, resourceType: 'MEDIA', action: 'update' } as const;
    await recordHistory(tx, [
      {
        ...moved,
        before: { culturalItem: before.item, position: before.position },
        after: { culturalItem: after.item, position: after.position },
      },
      ...(isMoved
        ? ([
            { record: from.uuid, resourceType: 'ITEM', action: 'unlink', before: { [many]: [asset] } },
            { record: to.uuid, resourceType: 'ITEM', action: 'link', after: { [many]: [asset] } },
          ] as const)
        : []),
    ]);
    return assetOf(tx.db, kind, asset);
  });
  setEntityTag(reply, row.recordVersion);
  return oneAssetView(database, call, row);
}

/** @throws ProblemError 404 unless it is in the catalogue */
export async function assetOf(db: TenantQueries, kind: AssetKind, uuid: string) {
  const [row] = await mediaAssets(db, kind, { asset: uuid });
  if (!row) throw notFound(kindCalls[kind].theWord);
  return row;
}

/**
 * @throws ProblemError 404 unless the item is in the catalogue, 403 where the actor may arrange own items
 * only
 */
export function itemToArrange(items: Map<string, LockedItem>, uuid: string, actor: Actor): LockedItem {
  const item = items.get(uuid.toLowerCase());
  if (!item) throw notFound('The item');
  if (!reaches(actor, 'arrangeItems', item.created_by)) {
    throw new ProblemError('forbidden', 'You may arrange the files of the items that you made yourself.');
  }
  return item;
}

/**
 * The asset that a call names by the parameter of its kind, in the query or in the body; the body wins
 * (A-24).
 * @throws ProblemError 422 where neither has it
 */
export function requireAssetUuid(kind: AssetKind, { query, body }: { query: object; body: object }): string {
  const name = `${kindCalls[kind].one}Uuid`;
  const uuid = (body as Record<string, string>)[name] ?? (query as Record<string, string>)[name];
  if (uuid !== undefined) return uuid.toLowerCase();
  throw invalid([{ name, code: 'required', message: 'It is required.' }]);
}

/**
 * The assets that self links name. @throws ProblemError 422 naming the links that lead to no asset of this
 * kind
 */
function assetsOfLinks(kind: AssetKind, links: readonly string[]): string[] {
  const { many, theWord } = kindCalls[kind];
  const message = `This is no link to ${theWord.replace(/^The/, 'a')}.`.replace('a image', 'an image');
  return uuidsOfLinks(links, { path: `/meta/${many}`, name: '', message });
}
