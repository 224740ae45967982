import type { ImportCause, ImportState } from '@armarium/contract/import-state';
import { imageCalls } from '@armarium/contract/asset-calls';
import type { AssetVersion } from '@armarium/contract/asset-versions';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import {
  reaches,
  system,
  type Database,
  type TenantQueries,
  type WriteTransaction,
} from '../../db/database.ts';
import { requireMatch, setEntityTag } from '../../http/entity-tag.ts';
import { implement, type Call, type Implementation } from '../../http/operation-route.ts';
import { pageAnswer, wantedPage, type PageWanted } from '../../http/pages.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import { hrefOf } from '../records/public.ts';
import { furtherKinds, kindCalls } from './asset-calls.ts';
import { assetOf } from './asset-operations.ts';
import { lockAsset, partsOf, showVersions, versionForHistory } from './asset-versions.ts';
import { uploadsHidingNothing } from './hidden-pages.ts';
import { oneAssetView } from './asset-views.ts';
import { originalHref } from './import-views.ts';
import type { AssetKind } from './kinds.ts';
import { lockItem } from './lock-item.ts';
import type { MediaParts } from './media-parts.ts';

const DEFAULT_SIZE = 20;

/** The operations on earlier versions of an asset: list them, and show one again (decisions §4). */
export function versionOperations({ database }: MediaParts): Implementation[] {
  return [
    implement(imageCalls.listVersions, (call) => listVersions('image', call, database)),
    implement(imageCalls.restoreVersion, (call) => restoreVersion('image', call, database)),
    ...furtherKinds.flatMap(({ kind, calls }) => [
      implement(calls.listVersions, (call) => listVersions(kind, call, database)),
      implement(calls.restoreVersion, (call) => restoreVersion(kind, call, database)),
    ]),
  ];
}

type ListCall = Pick<
  Call<typeof imageCalls.listVersions>,
  'data' | 'params' | 'query' | 'actor' | 'tenant' | 'origin' | 'url'
>;

async function listVersions(
  kind: AssetKind,
  { data, params, query, actor, tenant, origin, url }: ListCall,
  database: Database,
) {
  const page = wantedPage(query, DEFAULT_SIZE);
  const { asset, rows, total } = await data.read(async (db) => {
    const asset = await assetOf(db, kind, params.uuid);
    if (!reaches(actor, 'readHistory', asset.created_by)) {
      throw new ProblemError('forbidden', 'You may read the history of the records that you made yourself.');
    }
    return { asset, ...(await versionsOf(db, asset.uuid, page)) };
  });
  // The uploads that this actor may download. Only the system sees the records that are hidden from the
  // actor.
  const loadable = reaches(actor, 'downloadOriginal', asset.created_by)
    ? await database
        .tenant(tenant.id, system)
        .read((db) => uploadsHidingNothing(db, [...new Set(rows.map(({ upload }) => upload))], actor))
    : new Set<string>();
  const mayRestore = reaches(actor, 'upload', asset.itemCreatedBy);
  const { at } = kindCalls[kind];
  const original = originalHref(kind, asset.uuid, origin);
  const versions = rows.map(({ number, isWanted, importState, upload, ...row }): AssetVersion => ({
    ...row,
    number,
    createdDate: row.createdDate.toISOString(),
    importState: importState as ImportState,
    cause: row.cause as ImportCause | null,
    _links: {
      ...(loadable.has(upload) && { original: { href: `${original}?version=${number}` } }),
      ...(mayRestore &&
        importState === 'DONE' &&
        !(row.isCurrent && isWanted) && {
          restore: { href: `${hrefOf(origin, at.get, asset.uuid).href}/versions/${number}/restore` },
        }),
    },
  }));
  return pageAnswer('versions', versions, page, total, origin, url);
}

async function versionsOf(db: TenantQueries, uuid: string, page: PageWanted) {
  const versions = db
    .selectFrom('asset_version as version')
    .innerJoin('asset', 'asset.uuid', 'version.asset_uuid')
    .innerJoin('upload', 'upload.uuid', 'version.upload_uuid')
    .innerJoin('asset_import as import', (join) =>
      join
        .onRef('import.asset_uuid', '=', 'version.asset_uuid')
        .onRef('import.version_number', '=', 'version.number'),
    )
    .where('version.asset_uuid', '=', uuid);
  const rows = await versions
    .select(['version.number', 'version.created_at as createdDate'])
    .select(['version.width_px', 'version.height_px', 'version.duration_s', 'version.rotation'])
    .select([
      'upload.uuid as upload',
      'upload.original_filename as originalFilename',
      'upload.size_bytes',
      'upload.sha256',
    ])
    .select(['import.overall_state as importState', 'import.cause'])
    .select(sql<boolean>`version.number = asset.current_version`.as('isCurrent'))
    .select(sql<boolean>`version.number = asset.wanted_version`.as('isWanted'))
    .select((query) =>
      jsonArrayFrom(
        query
          .selectFrom('asset_part as part')
          .whereRef('part.asset_uuid', '=', 'version.asset_uuid')
          .whereRef('part.version_number', '=', 'version.number')
          .select(['part.role', 'part.name'])
          .orderBy('part.role')
          .orderBy('part.name'),
      ).as('parts'),
    )
    .orderBy('version.number', 'desc')
    .limit(page.size)
    .offset(page.number * page.size)
    .execute();
  const { total } = await versions.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

async function restoreVersion(
  kind: AssetKind,
  call: Pick<
    Call<typeof imageCalls.restoreVersion>,
    'data' | 'params' | 'actor' | 'origin' | 'request' | 'reply'
  >,
  database: Database,
) {
  const { data, params, request, reply } = call;
  const row = await data.write('restore-version', async (tx) => {
    const seen = await assetOf(tx.db, kind, params.uuid);
    await lockItem(tx.db, seen.item_uuid, data);
    const asset = await assetOf(tx.db, kind, params.uuid);
    if (asset.item_uuid !== seen.item_uuid)
      throw new ProblemError('stale', 'Somebody moved it just now. Try again.');
    requireMatch(request, asset.recordVersion);
    await bringBack(tx, asset.item_uuid, { kind, uuid: asset.uuid, number: params.number });
    return assetOf(tx.db, kind, asset.uuid);
  });
  setEntityTag(reply, row.recordVersion);
  return oneAssetView(database, call, row);
}

/**
 * Makes an earlier version of an asset the current one again. The version that was shown or being prepared is
 * kept. The caller holds the item's lock.
 * @throws ProblemError 404 without such a version, 409 where it is not ready
 */
async function bringBack(
  tx: WriteTransaction,
  itemUuid: string,
  { kind, uuid, number }: { kind: AssetKind; uuid: string; number: number },
): Promise<void> {
  const asset = await lockAsset(tx, kind, itemUuid, uuid);
  const version = await tx.db
    .selectFrom('asset_version as version')
    .innerJoin('upload', 'upload.uuid', 'version.upload_uuid')
    .innerJoin('asset_import as import', (join) =>
      join
        .onRef('import.asset_uuid', '=', 'version.asset_uuid')
        .onRef('import.version_number', '=', 'version.number'),
    )
    .select(['import.overall_state', 'upload.original_filename', 'upload.sha256', 'version.rotation'])
    .where('version.asset_uuid', '=', uuid)
    .where('version.number', '=', number)
    .executeTakeFirst();
  if (!asset || !version) throw notFound('The version');
  if (asset.current_version === number && asset.wanted_version === number) return;
  if (version.overall_state !== 'DONE') {
    throw new ProblemError(
      'image-not-ready',
      version.overall_state === 'ERROR'
        ? 'Nothing could be made of this version, so it cannot be shown.'
        : 'This version is still being prepared.',
    );
  }
  const [had, has] = [await partsOf(tx, uuid, asset.wanted_version), await partsOf(tx, uuid, number)];
  await showVersions(tx, itemUuid, kind, [
    {
      asset: uuid,
      number,
      isReady: true,
      before: versionForHistory(kind, asset.wanted_version, asset, had),
      after: versionForHistory(kind, number, version, has),
    },
  ]);
}
