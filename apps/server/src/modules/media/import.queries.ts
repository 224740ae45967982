import type { ItemImportState } from '@armarium/contract/import-tracking';
import { sql, type RawBuilder } from 'kysely';
import type { TenantQueries } from '../../db/database.ts';
import type { PageWanted } from '../../http/pages.ts';
import { itemsByUuids, type ItemRow } from '../catalogue/public.ts';
import { transitionsFrom } from '../records/public.ts';
import { countColumn } from './asset-counts.ts';
import type { AssetKind } from './kinds.ts';

/** The wanted assets. For each, the query reads the import of its latest file or restored version. */
type Wanted = { asset: string } | { importId: string } | (ImportsOfItem & { page: PageWanted });

interface ImportsOfItem {
  readonly item: string;
  /** Only files that this account sent. */
  readonly sender: string | undefined;
  readonly state: ItemImportState | undefined;
}

/** A query for the images of an item, each with its current version, that version's import and its file. */
export function imageFiles(db: TenantQueries, itemUuid: string) {
  return db
    .selectFrom('asset')
    .innerJoin('asset_version as version', (join) =>
      join
        .onRef('version.asset_uuid', '=', 'asset.uuid')
        .onRef('version.number', '=', 'asset.current_version'),
    )
    .innerJoin('asset_import as import', (join) =>
      join
        .onRef('import.asset_uuid', '=', 'asset.uuid')
        .onRef('import.version_number', '=', 'asset.current_version'),
    )
    .innerJoin('upload', 'upload.uuid', 'version.upload_uuid')
    .where('asset.item_uuid', '=', itemUuid)
    .where('asset.kind', '=', 'image')
    .where('asset.trashed_at', 'is', null);
}

/** A query for the current version of an asset that is in no trash, nor its item. */
export function currentVersion(db: TenantQueries, assetUuid: string) {
  return db
    .selectFrom('asset')
    .innerJoin('item', 'item.uuid', 'asset.item_uuid')
    .innerJoin('asset_version as version', (join) =>
      join
        .onRef('version.asset_uuid', '=', 'asset.uuid')
        .onRef('version.number', '=', 'asset.current_version'),
    )
    .where('asset.uuid', '=', assetUuid)
    .where('asset.trashed_at', 'is', null)
    .where('item.trashed_at', 'is', null);
}

/** The imports of assets of a kind, with the data of their rows; one query. */
export async function importedAssets(db: TenantQueries, kind: AssetKind, wanted: Wanted) {
  let query = db
    .selectFrom('asset_import as import')
    .innerJoin('asset', 'asset.uuid', 'import.asset_uuid')
    .innerJoin('asset_version as version', (join) =>
      join
        .onRef('version.asset_uuid', '=', 'import.asset_uuid')
        .onRef('version.number', '=', 'import.version_number'),
    )
    .innerJoin('upload', 'upload.uuid', 'version.upload_uuid')
    .innerJoin('item', 'item.uuid', 'asset.item_uuid')
    .select([
      'asset.uuid',
      'asset.kind',
      'import.uuid as importId',
      'asset.sgtt',
      'asset.autn',
      'upload.original_filename',
      'import.metadata_state',
      'import.upload_state',
      'import.processing_state',
      'import.indexing_state',
      'import.overall_state',
      'import.cause',
      'import.warnings',
      'version.thumbnail',
      'import.account_uuid as sender',
      'item.created_by as itemCreatedBy',
    ])
    .where('asset.kind', '=', kind)
    .where('asset.trashed_at', 'is', null)
    .where('item.trashed_at', 'is', null)
    .whereRef('import.version_number', '=', 'asset.wanted_version');
  if ('asset' in wanted) query = query.where('asset.uuid', '=', wanted.asset);
  else if ('importId' in wanted) query = query.where('import.uuid', '=', wanted.importId);
  else {
    query = query
      .where(ofItem(wanted))
      .limit(wanted.page.size)
      .offset(wanted.page.number * wanted.page.size);
  }
  return query.orderBy('asset.position').orderBy('asset.uuid').execute();
}

/** The number of files of a kind whose imports `importedAssets` would list. */
export async function countImportedAssets(
  db: TenantQueries,
  kind: AssetKind,
  wanted: ImportsOfItem,
): Promise<number> {
  const { count } = await db
    .selectFrom('asset_import as import')
    .innerJoin('asset', (join) =>
      join
        .onRef('asset.uuid', '=', 'import.asset_uuid')
        .onRef('asset.wanted_version', '=', 'import.version_number'),
    )
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('asset.kind', '=', kind)
    .where('asset.trashed_at', 'is', null)
    .where(ofItem(wanted))
    .executeTakeFirstOrThrow();
  return count;
}

function ofItem({ item, sender, state }: ImportsOfItem) {
  const states = state === 'IN_PROGRESS' ? ['PENDING', 'IN_PROGRESS'] : [state];
  return sql<boolean>`asset.item_uuid = ${item}
    ${sender === undefined ? sql`` : sql`and import.account_uuid = ${sender}`}
    ${state === undefined ? sql`` : sql`and import.overall_state = any(${states}::text[])`}`;
}

export type ImportedAssetRow = Awaited<ReturnType<typeof importedAssets>>[number];

const counted = (condition: RawBuilder<unknown>) =>
  sql<number>`(count(*) filter (where asset.trashed_at is null and asset.current_version = import.version_number
    and ${condition}))::int`;

/**
 * The imports of some items, in the order of the uuids.
 * @param sender leaves out items that this account neither made nor ever sent a file to, and counts its files only
 */
export async function importedItems(
  db: TenantQueries,
  uuids: readonly string[],
  sender: string | undefined,
): Promise<ItemRow[]> {
  const items = await itemsByUuids(db, uuids);
  if (sender === undefined || items.length === 0) return items;
  const sums = await db
    .selectFrom('asset_import as import')
    .innerJoin('asset', 'asset.uuid', 'import.asset_uuid')
    .select('asset.item_uuid')
    .select(
      (['image', 'audio', 'video', 'model3d'] as const).map((kind) =>
        counted(sql`asset.kind = ${sql.lit(kind)}`).as(countColumn(kind)),
      ),
    )
    .select([
      counted(sql`asset.kind = 'image' and overall_state in ('PENDING', 'IN_PROGRESS')`).as(
        'not_ready_images_count',
      ),
      counted(sql`asset.kind = 'image' and overall_state = 'ERROR'`).as('failed_images_count'),
      counted(sql`asset.kind <> 'image' and overall_state in ('PENDING', 'IN_PROGRESS')`).as(
        'not_ready_media_count',
      ),
      counted(sql`asset.kind <> 'image' and overall_state = 'ERROR'`).as('failed_media_count'),
    ])
    .where(sql<boolean>`asset.item_uuid = any(${items.map(({ uuid }) => uuid)}::uuid[])`)
    .where('import.account_uuid', '=', sender)
    .groupBy('asset.item_uuid')
    .execute();
  const sent = new Map(sums.map(({ item_uuid, ...figures }) => [item_uuid, figures]));
  const none = {
    images_count: 0,
    audios_count: 0,
    videos_count: 0,
    models_count: 0,
    not_ready_images_count: 0,
    failed_images_count: 0,
    not_ready_media_count: 0,
    failed_media_count: 0,
  };
  return items
    .filter(({ uuid, created_by }) => created_by === sender || sent.has(uuid))
    .map((item) => ({ ...item, ...(sent.get(item.uuid) ?? none) }));
}

/** The assets of a kind of an item, or one of them; one query. */
export async function mediaAssets(
  db: TenantQueries,
  kind: AssetKind,
  wanted: { asset: string } | { item: string; page: PageWanted },
) {
  let query = db
    .selectFrom('asset')
    .innerJoin('item', 'item.uuid', 'asset.item_uuid')
    .innerJoin('asset_version as version', (join) =>
      join
        .onRef('version.asset_uuid', '=', 'asset.uuid')
        .onRef('version.number', '=', 'asset.current_version'),
    )
    .innerJoin('upload', 'upload.uuid', 'version.upload_uuid')
    .innerJoin('asset_import as import', (join) =>
      join
        .onRef('import.asset_uuid', '=', 'asset.uuid')
        .onRef('import.version_number', '=', 'asset.current_version'),
    )
    .select([
      'asset.uuid',
      'asset.kind',
      'asset.item_uuid',
      'asset.sgtt',
      'asset.autn',
      'asset.metadata',
      'asset.state',
      'asset.version as recordVersion',
      'asset.created_by',
      transitionsFrom('MEDIA', 'asset.state').as('transitions'),
      'item.visibility',
      'item.created_by as itemCreatedBy',
      'version.width_px',
      'version.height_px',
      'version.duration_s',
      'version.thumbnail',
      'version.upload_uuid',
      sql<boolean>`coalesce(octet_length(version.page_text), 0) > 0`.as('hasText'),
      sql<boolean>`version.technical is not null`.as('isDescribed'),
      sql<number>`jsonb_array_length(upload.pages)`.as('pagesCount'),
      sql<string[]>`array(select role from derivative where derivative.tenant_id = version.tenant_id
        and asset_uuid = version.asset_uuid and version_number = version.number)`.as('derivatives'),
      'upload.original_filename',
      'upload.size_bytes',
      'upload.sha256',
      'import.overall_state',
      sql<string>`(select account_uuid from asset_import wanted where wanted.tenant_id = asset.tenant_id
        and wanted.asset_uuid = asset.uuid and wanted.version_number = asset.wanted_version)`.as('sender'),
      // The position among those in the catalogue, without the gaps of deleted images. A list numbers its
      // rows; for a single asset the ones before it are counted.
      'asset' in wanted
        ? sql<number>`(select count(*) from asset before where before.tenant_id = asset.tenant_id
            and before.item_uuid = asset.item_uuid and before.kind = asset.kind and before.trashed_at is null
            and (before.position, before.uuid) <= (asset.position, asset.uuid))`.as('position')
        : sql<number>`row_number() over (order by asset.position, asset.uuid)`.as('position'),
    ])
    .where('asset.trashed_at', 'is', null)
    .where('item.trashed_at', 'is', null)
    .where('asset.kind', '=', kind);
  if ('asset' in wanted) query = query.where('asset.uuid', '=', wanted.asset);
  else {
    query = query
      .where('asset.item_uuid', '=', wanted.item)
      .limit(wanted.page.size)
      .offset(wanted.page.number * wanted.page.size);
  }
  return query.orderBy('asset.position').orderBy('asset.uuid').execute();
}

export type AssetRow = Awaited<ReturnType<typeof mediaAssets>>[number];
