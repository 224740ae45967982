import { downloadOriginal } from '@armarium/contract/downloads';
import type { ImportCause } from '@armarium/contract/imports';
import { imageCalls, type AssetVersion } from '@armarium/contract/media';
import type { ImportState } from '@armarium/contract/records';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { reaches, type TenantQueries } from '../../db/database.ts';
import { requireMatch, setEntityTag } from '../../http/entity-tag.ts';
import { implement, type Call, type Implementation } from '../../http/operation-route.ts';
import { pageAnswer, wantedPage, type PageWanted } from '../../http/pages.ts';
import { ProblemError } from '../../problem-error.ts';
import { hrefOf } from '../catalogue/public.ts';
import { furtherKinds, kindCalls } from './asset-calls.ts';
import { assetOf } from './asset-operations.ts';
import { bringBack } from './asset-versions.ts';
import { assetView } from './import-views.ts';
import type { AssetKind } from './kinds.ts';
import { lockItem } from './lock-item.ts';

const DEFAULT_SIZE = 20;

/** The files that an asset had, and showing one of them again (decisions §4). */
export const versionOperations: Implementation[] = [
  implement(imageCalls.listVersions, (call) => listVersions('image', call)),
  implement(imageCalls.restoreVersion, (call) => restoreVersion('image', call)),
  ...furtherKinds.flatMap(({ kind, calls }) => [
    implement(calls.listVersions, (call) => listVersions(kind, call)),
    implement(calls.restoreVersion, (call) => restoreVersion(kind, call)),
  ]),
];

type ListCall = Pick<
  Call<typeof imageCalls.listVersions>,
  'data' | 'params' | 'query' | 'actor' | 'origin' | 'url'
>;

async function listVersions(kind: AssetKind, { data, params, query, actor, origin, url }: ListCall) {
  const page = wantedPage(query, DEFAULT_SIZE);
  const { asset, rows, total } = await data.read(async (db) => {
    const asset = await assetOf(db, kind, params.uuid);
    if (!reaches(actor, 'readHistory', asset.created_by)) {
      throw new ProblemError('forbidden', 'You may read the history of the records that you made yourself.');
    }
    return { asset, ...(await versionsOf(db, asset.uuid, page)) };
  });
  const mayLoad = reaches(actor, 'downloadOriginal', asset.created_by);
  const mayRestore = reaches(actor, 'upload', asset.itemCreatedBy);
  const { at } = kindCalls[kind];
  const originalOf = (number: number) =>
    kind === 'image'
      ? `${origin}${downloadOriginal.path.replace(':imageUuid', asset.uuid)}?version=${number}`
      : `${origin}/media/${asset.uuid}/original?version=${number}`;
  const versions = rows.map(({ number, isWanted, importState, ...row }): AssetVersion => ({
    ...row,
    number,
    createdDate: row.createdDate.toISOString(),
    importState: importState as ImportState,
    cause: row.cause as ImportCause | null,
    _links: {
      ...(mayLoad && { original: { href: originalOf(number) } }),
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
    .select(['version.width_px', 'version.height_px', 'version.duration_s'])
    .select(['upload.original_filename as originalFilename', 'upload.size_bytes', 'upload.sha256'])
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
) {
  const { data, params, actor, origin, request, reply } = call;
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
  return assetView(row, actor, origin);
}
