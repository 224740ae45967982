import { retryImageImport, retryItemImports } from '@armarium/contract/import-tracking';
import { importImage, importItem, importPdf } from '@armarium/contract/imports';
import { imageCalls } from '@armarium/contract/asset-calls';
import { getItem } from '@armarium/contract/item-calls';
import { sql } from 'kysely';
import { reach, type Actor, type TenantQueries, type WriteTransaction } from '../../db/database.ts';
import { requireMatch } from '../../http/entity-tag.ts';
import { implement, type Call, type Implementation } from '../../http/operation-route.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import { createItem } from '../catalogue/public.ts';
import { hrefOf } from '../records/public.ts';
import { countedMore } from './asset-counts.ts';
import { addMedia, earlierImport } from './asset.writes.ts';
import { addModelParts, replaceFile } from './replace-file.ts';
import { enqueueDerivations, enqueueMissingDerivations } from './enqueue-derivations.ts';
import { uploadKindsOf, type AssetKind, type UploadKind } from './kinds.ts';
import { furtherKinds } from './asset-calls.ts';
import { lockItem } from './lock-item.ts';
import { inChunks } from './row-chunks.ts';
import { lockMedia } from './asset-places.ts';
import { anothersImport, requireImport } from './import.rules.ts';
import { importedAssets } from './import.queries.ts';
import { importedAssetView } from './import-views.ts';

type ImportCall = Pick<Call<typeof importImage>, 'data' | 'body' | 'request'>;
type RetryCall = Pick<Call<typeof retryImageImport>, 'data' | 'params' | 'actor' | 'origin'>;

/** The operations that make items and assets from uploads (catalogue §7, decisions §6, wire.md). */
export const importOperations: Implementation[] = [
  implement(importItem, async ({ data, body, origin }) => {
    const lists = [
      { kind: 'image', from: ['image'], name: 'images' },
      { kind: 'audio', from: ['audio'], name: 'audios' },
      { kind: 'video', from: ['video'], name: 'videos' },
      { kind: 'model3d', from: ['zip', 'object'], name: 'model3Ds' },
    ] as const;
    const hasFiles = lists.some(({ name }) => (body[name] ?? []).length > 0);
    if (hasFiles && reach(data.actor, 'upload') === undefined) {
      throw new ProblemError('forbidden', 'Your roles in this organisation do not include uploading files.');
    }
    const { item, added } = await data.write('import', async (tx) => {
      const item = await createItem(tx, {
        customMetadataList: body.customMetadataList ?? [],
        mirrors: { sgtt: body.sgtt, pressmark: body.pressmark, autn: body.autn, sgti: body.sgti },
        parentCollectionsUuids: body.parentCollectionsUuids,
      });
      const added: Record<(typeof lists)[number]['name'], Awaited<ReturnType<typeof addMedia>>> = {
        images: [],
        audios: [],
        videos: [],
        model3Ds: [],
      };
      for (const { kind, from, name } of lists) {
        const path = (index: number) => `${name}[${index}].`;
        added[name] = await addMedia(tx, item.uuid, kind, body[name] ?? [], { from, path });
      }
      return { item, added };
    });
    return { ...item, ...added, _links: { self: hrefOf(origin, getItem, item.uuid) } };
  }),
  implement(importImage, (call) => importFile('image', ['image'], call)),
  implement(retryImageImport, (call) => retryImport('image', call)),
  implement(retryItemImports, retryItem),
  implement(imageCalls.start, (call) => startImports('image', call)),
  implement(importPdf, (call) => importFile('image', ['pdf'], call)),
  ...furtherKinds.flatMap(({ kind, calls }) => [
    implement(calls.import, (call) => importFile(kind, uploadKindsOf(kind), call)),
    implement(calls.retry, (call) => retryImport(kind, call)),
    implement(calls.start, (call) => startImports(kind, call)),
  ]),
];

/**
 * Adds one uploaded file to an item, or replaces one of its files; then it honours `If-Match` of that file.
 * @param from the kinds of upload that this call accepts
 */
async function importFile(kind: AssetKind, from: readonly UploadKind[], { data, body, request }: ImportCall) {
  const { culturalItemUuid: itemUuid, position, replaces, ...file } = body;
  const culturalItemUuid = itemUuid.toLowerCase();
  return data.write('import', async (tx) => {
    await lockItem(tx.db, culturalItemUuid, data);
    if (replaces !== undefined) {
      const check = (version: number) => requireMatch(request, version);
      const begun = await replaceFile(tx, culturalItemUuid, { kind, from, replaces, check }, file);
      return { ...begun, replaces: replaces.toLowerCase() };
    }
    const added3d = kind === 'model3d' ? await addModelParts(tx, culturalItemUuid, file) : undefined;
    if (added3d) return added3d;
    const earlier = await earlierImport(tx, culturalItemUuid, file.uuid.toLowerCase(), { kind, from });
    if (earlier) return earlier;
    const [added] = await addMedia(tx, culturalItemUuid, kind, [file], { from, path: () => '', position });
    if (!added) throw new Error('An upload gave no asset.');
    return added;
  });
}

async function retryImport(kind: AssetKind, { data, params, actor, origin }: RetryCall) {
  const row = await data.write('retry-import', async (tx) => {
    const failed = await tx.db
      .selectFrom('asset_import')
      .innerJoin('asset', (join) =>
        join
          .onRef('asset.uuid', '=', 'asset_import.asset_uuid')
          .onRef('asset.wanted_version', '=', 'asset_import.version_number'),
      )
      .select(['asset_import.uuid', 'asset_import.item_uuid', 'asset_import.account_uuid'])
      .where('asset_import.asset_uuid', '=', params.uuid)
      .where('asset.kind', '=', kind)
      .where('asset.trashed_at', 'is', null)
      .executeTakeFirst();
    if (!failed) throw notFound('The import');
    requireImport(actor, failed.account_uuid);
    await lockItem(tx.db, failed.item_uuid, data);
    if ((await beginAgain(tx, kind, failed.item_uuid, [failed.uuid])) === 0) {
      throw new ProblemError('not-retryable', 'This file is ready, or still being worked on.');
    }
    const [row] = await importedAssets(tx.db, kind, { asset: params.uuid });
    if (!row) throw notFound('The import');
    return row;
  });
  return importedAssetView(row, actor, origin);
}

/**
 * Restarts all failed imports of an item that the caller may restart, of whatever kind.
 * @throws ProblemError 404 without the item; 403 where all that failed is another's; 409 where nothing failed
 */
async function retryItem({ data, params, query, actor }: Call<typeof retryItemImports>) {
  const itemUuid = params.uuid.toLowerCase();
  const started = await data.write('retry-import', async (tx) => {
    await lockItem(tx.db, itemUuid, data);
    const failed = openImports(tx.db)
      .where('asset.item_uuid', '=', itemUuid)
      .where('import.overall_state', '=', 'ERROR');
    const rows = await retryableBy(failed, actor)
      .$if(query.account !== undefined, (all) => all.where('import.account_uuid', '=', query.account ?? null))
      .select(['import.uuid', 'asset.kind'])
      .orderBy('asset.position')
      .orderBy('asset.uuid')
      .execute();
    if (rows.length === 0 && (await failed.select('import.uuid').limit(1).execute()).length > 0)
      throw anothersImport();
    let begun = 0;
    for (const kind of new Set(rows.map((row) => row.kind as AssetKind))) {
      const ofKind = rows.filter((row) => row.kind === kind).map(({ uuid }) => uuid);
      await inChunks(ofKind, async (chunk) => {
        begun += await beginAgain(tx, kind, itemUuid, chunk);
      });
    }
    return begun;
  });
  if (started === 0) {
    throw new ProblemError('not-retryable', 'No file of this item has failed.');
  }
  return { started };
}

/**
 * Restarts failed imports of one item, whose lock it holds. It looks at them again under the lock, since
 * assets may have been moved, deleted or replaced after the imports were found.
 * @returns the number of restarted imports
 */
async function beginAgain(
  tx: WriteTransaction,
  kind: AssetKind,
  itemUuid: string,
  importIds: readonly string[],
): Promise<number> {
  const begun = await tx.db
    .updateTable('asset_import')
    .set({
      upload_state: 'PENDING',
      processing_state: 'PENDING',
      indexing_state: 'PENDING',
      overall_state: 'PENDING',
      cause: null,
      finished_at: null,
    })
    .where('uuid', 'in', importIds)
    .where('overall_state', '=', 'ERROR')
    .where((column) =>
      column.exists(
        column
          .selectFrom('asset')
          .select('asset.uuid')
          .whereRef('asset.uuid', '=', 'asset_import.asset_uuid')
          .whereRef('asset.wanted_version', '=', 'asset_import.version_number')
          .where('asset.item_uuid', '=', itemUuid)
          .where('asset.kind', '=', kind)
          .where('asset.trashed_at', 'is', null),
      ),
    )
    .returning(['uuid', 'asset_uuid', 'version_number'])
    .execute();
  if (begun.length === 0) return 0;
  // A version that is to replace the shown one is not counted; the shown one is.
  const { counted } = await tx.db
    .selectFrom('asset')
    .select(sql<number>`count(*)::integer`.as('counted'))
    .where(
      sql<boolean>`(uuid, current_version) in (select * from unnest(
        ${begun.map(({ asset_uuid }) => asset_uuid)}::uuid[],
        ${begun.map(({ version_number }) => version_number)}::integer[]))`,
    )
    .executeTakeFirstOrThrow();
  if (counted > 0) {
    await tx.db
      .updateTable('item')
      .set(countedMore(kind, { notReady: counted, failed: -counted }))
      .where('uuid', '=', itemUuid)
      .execute();
  }
  await enqueueDerivations(
    tx.db,
    begun.map(({ uuid }) => uuid),
  );
  return begun.length;
}

/** The most imports of one call; the next call starts the rest. */
const STARTED_MAX = 1_000;

/**
 * Enqueues waiting imports of a kind, whose jobs may be lost, and restarts failed ones, where the caller may
 * . A repeated call changes nothing that is running.
 * @throws ProblemError 422 where there is nothing to start
 */
async function startImports(kind: AssetKind, { data, actor }: Pick<RetryCall, 'data' | 'actor'>) {
  const started = await data.write('retry-import', async (tx) => {
    const open = openImports(tx.db).where('asset.kind', '=', kind);
    const rows = await retryableBy(open, actor)
      .select(['import.uuid', 'import.overall_state', 'asset.item_uuid'])
      // Failed imports first: they need this call, while waiting ones may have their jobs.
      .orderBy(sql`import.overall_state = 'ERROR'`, 'desc')
      .orderBy('asset.item_uuid')
      .orderBy('import.uuid')
      .limit(STARTED_MAX)
      .execute();
    if (rows.length === 0 && (await open.select('import.uuid').limit(1).execute()).length > 0)
      throw anothersImport();
    const waiting = rows.filter(({ overall_state }) => overall_state !== 'ERROR');
    await enqueueMissingDerivations(
      tx.db,
      waiting.map(({ uuid }) => uuid),
    );
    const failed = rows.filter(({ overall_state }) => overall_state === 'ERROR');
    await lockMedia(tx.db, [...new Set(failed.map(({ item_uuid }) => item_uuid))], kind);
    let begun = 0;
    for (const item of new Set(failed.map(({ item_uuid }) => item_uuid))) {
      const ofItem = failed.filter(({ item_uuid }) => item_uuid === item).map(({ uuid }) => uuid);
      begun += await beginAgain(tx, kind, item, ofItem);
    }
    return waiting.length + begun;
  });
  if (started === 0) {
    throw new ProblemError('invalid', 'There is no import of this kind that waits or has failed.');
  }
  return { started };
}

/** A query for the waiting or failed imports of wanted files. */
function openImports(db: TenantQueries) {
  return db
    .selectFrom('asset_import as import')
    .innerJoin('asset', (join) =>
      join
        .onRef('asset.uuid', '=', 'import.asset_uuid')
        .onRef('asset.wanted_version', '=', 'import.version_number'),
    )
    .innerJoin('item', 'item.uuid', 'asset.item_uuid')
    .where('asset.trashed_at', 'is', null)
    .where('item.trashed_at', 'is', null)
    .where('import.overall_state', '!=', 'DONE');
}

/** Those of them that the actor may retry, by the same rule as `mayRetry`. */
function retryableBy(open: ReturnType<typeof openImports>, actor: Actor) {
  const [follows, uploads] = [reach(actor, 'monitorImports'), reach(actor, 'upload')];
  return open
    .$if(follows !== 'all', (query) => query.where('import.account_uuid', '=', actor.accountUuid))
    .$if(uploads !== 'all', (query) => query.where('item.created_by', '=', actor.accountUuid))
    .$if(follows === undefined || uploads === undefined, (query) => query.where(sql<boolean>`false`));
}
