import type { PoolClient } from 'pg';
import { ownKey, uuidForm } from './own-key.ts';
import type { Pool } from './pool.ts';

/** A file of the storage, according to the rows. */
export interface NamedFile {
  readonly key: string;
  readonly kind: 'original' | 'derivative' | 'logo' | 'watermark';
  /** Absent where no row has it. */
  readonly size_bytes?: number | undefined;
  /** Lower-case hexadecimal; absent where no row has it. */
  readonly sha256?: string | undefined;
  /**
   * The owner, for people: the organisation, the item's pressmark if a record has the file, the file name as
   * it was sent.
   */
  readonly tenant: string;
  readonly pressmark?: string | undefined;
  readonly filename: string;
}

/** The owner of a version of an asset, as `NamedFile` describes it. */
const owner = 'tenant.name as tenant, item.pressmark, upload.original_filename as filename';
const joinOwner = `
  join tenant on tenant.id = version.tenant_id
  join upload on upload.tenant_id = version.tenant_id and upload.uuid = version.upload_uuid
  join asset on asset.tenant_id = version.tenant_id and asset.uuid = version.asset_uuid
  join item on item.tenant_id = asset.tenant_id and item.uuid = asset.item_uuid`;
/** Joins the version that a row of a table was made of. */
const joinVersion = (table: string) => `
  join asset_version version on version.tenant_id = ${table}.tenant_id
    and version.asset_uuid = ${table}.asset_uuid and version.number = ${table}.version_number
  ${joinOwner}`;

const ofWatermarked = (column: string, size: string) => `
  select made.${column} ->> 'key' as key, 'derivative' as kind, ${size} as size_bytes, null as sha256, ${owner},
    made.tenant_id, made.asset_uuid as uuid
  from watermarked_image made ${joinVersion('made')}`;

const ofVersions = (column: string, size: string) => `
  select version.${column} ->> 'key' as key, 'derivative' as kind, ${size} as size_bytes, null as sha256, ${owner},
    version.tenant_id, version.asset_uuid as uuid
  from asset_version version ${joinOwner}
  where version.${column} is not null`;

/**
 * All columns with keys of the storage, with the query for their files; the only list of them. Add every new
 * such column here: a test looks for keys in all other columns. A file of a column that is missing here is in
 * no backup. The last columns find the row: its tenant, and the uuid in the key if there is one.
 */
export const keyColumns: readonly { column: `${string}.${string}`; files: string }[] = [
  {
    column: 'upload.storage_key',
    files: `
      select upload.storage_key as key, 'original' as kind, upload.size_bytes, upload.sha256,
        tenant.name as tenant, record.pressmark, upload.original_filename as filename,
        upload.tenant_id, upload.uuid
      from upload
        join tenant on tenant.id = upload.tenant_id
        left join lateral (
          select item.pressmark
          from (
            select tenant_id, asset_uuid from asset_version version
            where version.tenant_id = upload.tenant_id and version.upload_uuid = upload.uuid
            union all
            select tenant_id, asset_uuid from asset_part part
            where part.tenant_id = upload.tenant_id and part.upload_uuid = upload.uuid
            union all
            select tenant_id, asset_uuid from caption
            where caption.tenant_id = upload.tenant_id and caption.upload_uuid = upload.uuid
          ) as used
            join asset on asset.tenant_id = used.tenant_id and asset.uuid = used.asset_uuid
            join item on item.tenant_id = asset.tenant_id and item.uuid = asset.item_uuid
          limit 1
        ) record on true`,
  },
  {
    column: 'upload.reader_copy',
    files: `
      select upload.reader_copy ->> 'key' as key, 'derivative' as kind,
        (upload.reader_copy ->> 'size_bytes')::bigint as size_bytes, null as sha256, tenant.name as tenant,
        null as pressmark, upload.original_filename as filename, upload.tenant_id, upload.uuid
      from upload join tenant on tenant.id = upload.tenant_id
      where upload.reader_copy ? 'key'`,
  },
  {
    column: 'asset_version.pyramid',
    files: ofVersions('pyramid', `(version.pyramid ->> 'size_bytes')::bigint`),
  },
  { column: 'asset_version.thumbnail', files: ofVersions('thumbnail', 'null') },
  {
    column: 'derivative.storage_key',
    files: `
      select derivative.storage_key as key, 'derivative' as kind, derivative.size_bytes, null as sha256, ${owner},
        derivative.tenant_id, derivative.asset_uuid as uuid
      from derivative ${joinVersion('derivative')}`,
  },
  {
    column: 'watermarked_image.pyramid',
    files: ofWatermarked('pyramid', `(made.pyramid ->> 'size_bytes')::bigint`),
  },
  { column: 'watermarked_image.thumbnail', files: ofWatermarked('thumbnail', 'null') },
  {
    column: 'public_image.pyramid',
    files: `
      select made.pyramid ->> 'key' as key, 'derivative' as kind, (made.pyramid ->> 'size_bytes')::bigint as size_bytes,
        null as sha256, ${owner}, made.tenant_id, made.asset_uuid as uuid
      from public_image made ${joinVersion('made')}`,
  },
  {
    column: 'image_delivery.watermark_key',
    files: `
      select watermark_key as key, 'watermark' as kind, null as size_bytes,
        substring(watermark_key from '([0-9a-f]{64})[.]png$') as sha256, name as tenant, null as pressmark,
        'watermark.png' as filename, image_delivery.tenant_id, null as uuid
      from image_delivery join tenant on tenant.id = image_delivery.tenant_id where watermark_key is not null`,
  },
  {
    column: 'resumable_part.storage_key',
    files: `
      select part.storage_key as key, 'original' as kind, part.size_bytes, part.sha256, tenant.name as tenant,
        null as pressmark, upload.original_filename as filename, part.tenant_id, part.upload_uuid as uuid
      from resumable_part part
        join resumable_upload upload on upload.tenant_id = part.tenant_id and upload.uuid = part.upload_uuid
        join tenant on tenant.id = part.tenant_id`,
  },
  {
    column: 'spreadsheet.storage_key',
    files: `
      select storage_key as key, 'original' as kind, size_bytes, sha256, tenant.name as tenant, null as pressmark,
        filename, spreadsheet.tenant_id, spreadsheet.uuid
      from spreadsheet join tenant on tenant.id = spreadsheet.tenant_id`,
  },
  {
    column: 'tenant.logo_key',
    files: `
      select logo_key as key, 'logo' as kind, null as size_bytes,
        substring(logo_key from '([0-9a-f]{64})[.]png$') as sha256, name as tenant, null as pressmark,
        'logo.png' as filename, id as tenant_id, null as uuid
      from tenant where logo_key is not null`,
  },
];

const allFiles = keyColumns.map(({ files }) => files).join('\nunion all');

const ROWS_AT_ONCE = 1_000;

/** The number of files that the rows name. */
export async function countNamedFiles(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*) from (${allFiles}) file`);
  return rows[0]?.count ?? 0;
}

/**
 * Those of the keys that a row names now, or will soon name: files of an unfinished import (a failed one may
 * be retried), a resumable upload or an archive in progress, and images with the current watermark. All of
 * these have a uuid in their key, by which their rows are found quickly. Keys of logos and watermarks contain
 * the checksum: the same file gets the same key again.
 * @param keys each in our form; see `ownKey`
 */
export async function keysInUse(client: Pool | PoolClient, keys: readonly string[]): Promise<Set<string>> {
  const own = keys.map((key) => ownKey(key));
  const tenants = [...new Set(own.flatMap((one) => one?.tenantId ?? []))];
  const { rows } = await client.query<{ key: string }>(
    `with under_way as materialized (
       select asset_uuid::text as uuid from asset_import
       where overall_state <> 'DONE' and tenant_id = any($2::int[]) and asset_uuid = any($3::uuid[])
       union all select uuid::text from resumable_upload where state = 'OPEN'
       union all select uuid::text from image_archive
       union all select watermark_revision::text from image_delivery where watermark_revision is not null)
     select key from (${allFiles}) file
     where tenant_id = any($2::int[]) and uuid = any($3::uuid[]) and key = any($1)
     union
     select key from unnest($1::text[]) key
     where key ~ '^tenants/\\d+/(logo|watermark)/' or exists (
       select from regexp_matches(key, '${uuidForm}', 'g') found
       where found[1] in (select uuid from under_way))`,
    [keys, tenants, own.flatMap((one) => one?.uuid ?? [])],
  );
  return new Set(rows.map(({ key }) => key));
}

/** The tenants that exist. */
export async function tenantIds(client: PoolClient): Promise<Set<number>> {
  const { rows } = await client.query<{ id: number }>('select id from tenant');
  return new Set(rows.map(({ id }) => id));
}

const inKeyOrder = `
  select key, kind, size_bytes, sha256, tenant, pressmark, filename from (${allFiles}) file order by key collate "C"`;

/** The files that the rows of a snapshot name, in the byte order of their keys, as the storage lists them. */
export async function* namedFiles(client: PoolClient): AsyncGenerator<NamedFile> {
  await client.query(`declare named_file no scroll cursor for ${inKeyOrder}`);
  yield* fetched(client);
}

/**
 * The same, but usable after the snapshot: the database keeps the list until it was read to its end or the
 * session ends. The transaction, which would prevent the cleaning of old rows, can end.
 */
export async function holdNamedFiles(client: PoolClient): Promise<AsyncGenerator<NamedFile>> {
  await client.query(`declare named_file no scroll cursor with hold for ${inKeyOrder}`);
  return fetched(client);
}

async function* fetched(client: PoolClient): AsyncGenerator<NamedFile> {
  for (;;) {
    const { rows } = await client.query<NamedFile & Record<'size_bytes' | 'sha256' | 'pressmark', unknown>>(
      `fetch ${ROWS_AT_ONCE} from named_file`,
    );
    for (const { size_bytes, sha256, pressmark, ...file } of rows) {
      yield {
        ...file,
        size_bytes: size_bytes ?? undefined,
        sha256: sha256 ?? undefined,
        pressmark: pressmark ?? undefined,
      };
    }
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await client.query('close named_file');
}
