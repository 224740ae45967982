import { deleteImage, removeImage } from '@armarium/contract/image-calls';
import { reaches, type Actor, type TenantQueries, type WriteTransaction } from '../../db/database.ts';
import { requireMatch } from '../../http/entity-tag.ts';
import { implement, type Call, type Implementation } from '../../http/operation-route.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import { lockGraph } from '../records/public.ts';
import { furtherKinds, kindCalls, lockMedia, requireAssetUuid, type AssetKind } from '../media/public.ts';
import { moveToTrash } from './trash.writes.ts';

type DeleteCall = Pick<Call<typeof deleteImage>, 'data' | 'params' | 'query' | 'actor' | 'request'>;
type RemoveCall = Omit<DeleteCall, 'query'> & { readonly query: object; readonly body: object };

/**
 * The operations that move a single asset to the trash (wire.md). It answers 404 from then on, and its item
 * counts and shows the other ones.
 */
export const deleteAssetOperations: Implementation[] = [
  implement(deleteImage, (call) => deleteAsset('image', call)),
  implement(removeImage, (call) => removeAsset('image', call)),
  ...furtherKinds.flatMap(({ kind, calls }) => [
    implement(calls.delete, (call) => deleteAsset(kind, call)),
    implement(calls.remove, (call) => removeAsset(kind, call)),
  ]),
];

async function deleteAsset(
  kind: AssetKind,
  { data, params, query, actor, request }: DeleteCall,
): Promise<undefined> {
  await data.write(`delete-${kindCalls[kind].one}`, async (tx) => {
    await lockGraph(tx);
    const { item_uuid } = await assetOf(tx.db, kind, params.uuid);
    const going = { asset: params.uuid, kind, item: item_uuid, reason: query.reason ?? '' };
    await moveAssetToTrash(tx, actor, going, ({ version }) => requireMatch(request, version));
  });
  return undefined;
}

async function removeAsset(
  kind: AssetKind,
  { data, params, query, body, actor, request }: RemoveCall,
): Promise<undefined> {
  const asset = requireAssetUuid(kind, { query, body });
  await data.write(`delete-${kindCalls[kind].one}`, async (tx) => {
    await lockGraph(tx);
    const item = (await lockMedia(tx.db, [params.uuid], kind)).get(params.uuid.toLowerCase());
    if (!item) throw notFound('The item');
    const { item_uuid } = await assetOf(tx.db, kind, asset);
    // It was moved to another item before, so this item has lost nothing.
    if (item_uuid !== item.uuid) return;
    requireMatch(request, item.version);
    await moveAssetToTrash(tx, actor, { asset, kind, item: item.uuid, reason: '' });
  });
  return undefined;
}

/** @throws ProblemError 404 unless it is in the catalogue */
async function assetOf(db: TenantQueries, kind: AssetKind, uuid: string) {
  const asset = await db
    .selectFrom('asset')
    .innerJoin('item', 'item.uuid', 'asset.item_uuid')
    .select(['asset.uuid', 'asset.item_uuid', 'asset.version', 'asset.sgtt', 'asset.created_by'])
    .where('asset.uuid', '=', uuid)
    .where('asset.kind', '=', kind)
    .where('asset.trashed_at', 'is', null)
    .where('item.trashed_at', 'is', null)
    .executeTakeFirst();
  if (!asset) throw notFound(kindCalls[kind].theWord);
  return asset;
}

/**
 * @param check gets the asset once it is locked
 * @throws ProblemError 403 where it is another's and the actor may delete own ones only, 404, and what
 * `check` throws
 */
async function moveAssetToTrash(
  tx: WriteTransaction,
  actor: Actor,
  going: { asset: string; kind: AssetKind; item: string; reason: string },
  check: (asset: { readonly version: number }) => void = () => undefined,
): Promise<void> {
  await lockMedia(tx.db, [going.item], going.kind);
  await tx.db.selectFrom('asset').select('uuid').where('uuid', '=', going.asset).forUpdate().execute();
  const asset = await assetOf(tx.db, going.kind, going.asset);
  if (asset.item_uuid !== going.item) throw notFound(kindCalls[going.kind].theWord);
  check(asset);
  if (!reaches(actor, 'trash', asset.created_by)) {
    throw new ProblemError('forbidden', 'You may delete the files that you sent yourself.');
  }
  await moveToTrash(tx, [
    {
      resourceType: 'MEDIA',
      record: asset.uuid,
      title: asset.sgtt,
      pressmark: null,
      reason: going.reason,
      records: [{ uuid: asset.uuid, resourceType: 'MEDIA' }],
    },
  ]);
}
