import { sql } from 'kysely';
import { jsonb, type Database, type TenantQueries } from '../../../db/database.ts';
import { mayRemoveFiles } from '../../../db/kept-files.ts';
import { enqueue } from '../../../queue/enqueue.ts';
import type { JobHandler } from '../../../queue/jobs.ts';
import { atLocalPath } from '../../../storage/at-local-path.ts';
import type { MediaParts } from '../media-parts.ts';
import { derivativeKey } from '../storage-keys.ts';

interface Payload {
  readonly tenantId: number;
  readonly assetUuid: string;
  readonly version: number;
}

/** What a pyramid at the public size is made of, and for which size. */
interface Wanted {
  readonly longest_px: number;
  /** Of the watermark that visitors get; null where they get none. */
  readonly revision: string | null;
  /** The pyramid that visitors get. */
  readonly source: string;
  /** The file of the row that is there already for just this. */
  readonly made: string | null;
}

/** Enqueues the making of a pyramid at the public size, once for a version of an image. */
export async function enqueuePublicImage(
  database: Database,
  tenantId: number,
  assetUuid: string,
  version: number,
): Promise<void> {
  await database.bookkeeping(tenantId, (db) =>
    enqueue(db, 'public-image', { assetUuid, version }, { jobKey: `public-image:${assetUuid}:${version}` }),
  );
}

/**
 * Makes the pyramid at the public size that visitors get of an image (decisions §7). It may run twice, even at the same
 * time: the name of the file contains size and watermark, and both runs make the same file.
 */
export function publicImageJob({ database, storage, publicImage: make }: MediaParts): JobHandler {
  return async (payload, job) => {
    const { tenantId, assetUuid, version } = payload as Payload;
    const wanted = await database.bookkeeping(tenantId, (db) => wantedImage(db, assetUuid, version));
    if (!wanted) return;
    const { longest_px, revision, source, made } = wanted;
    // It may be missing, for example after a restore.
    if (made !== null && (await storage.size(made)) !== undefined) return;
    const staging = await storage.stage();
    try {
      const { path } = await atLocalPath(storage, source, (pyramid) =>
        make(pyramid, longest_px, staging.path, { signal: job.signal }),
      );
      const key = derivativeKey(
        tenantId,
        assetUuid,
        version,
        `public-${longest_px}-${revision ?? 'clean'}.tif`,
      );
      const pyramid = { key, ...(await storage.adopt(path, key)) };
      const left = await database.bookkeeping(tenantId, (db) =>
        keep(db, assetUuid, version, wanted, pyramid),
      );
      for (const one of left) await storage.remove(one);
    } finally {
      await staging.remove();
    }
  };
}

/** @returns undefined where visitors get no image of this version, or all of it */
async function wantedImage(
  db: TenantQueries,
  assetUuid: string,
  version: number,
): Promise<Wanted | undefined> {
  const { rows } = await sql<Wanted & { source: string | null }>`
    select delivery.public_max_px as longest_px,
      case when delivery.watermark_revision is not null then marked.revision end as revision,
      case when delivery.watermark_revision is null then version.pyramid else marked.pyramid end ->> 'key' as source,
      (select small.pyramid ->> 'key' from public_image small
        where small.asset_uuid = version.asset_uuid and small.version_number = version.number
          and small.longest_px = delivery.public_max_px
          and small.revision is not distinct from
            case when delivery.watermark_revision is not null then marked.revision end) as made
    from asset_version version cross join image_delivery delivery
      left join watermarked_image marked
        on marked.asset_uuid = version.asset_uuid and marked.version_number = version.number
    where version.asset_uuid = ${assetUuid}::uuid and version.number = ${version}
      and delivery.public_max_px is not null`.execute(db);
  const [row] = rows;
  return row?.source ? row : undefined;
}

/** @returns the keys that no row names: that of the one before, or the new one where it came too late */
async function keep(
  db: TenantQueries,
  assetUuid: string,
  version: number,
  { longest_px, revision, source }: Wanted,
  pyramid: { readonly key: string; readonly size_bytes: number },
): Promise<string[]> {
  const mayRemove = await mayRemoveFiles(db);
  // Locks against purges of the image and changes of the settings, in the same order as a purge.
  await sql`
    select from asset_version where asset_uuid = ${assetUuid}::uuid and number = ${version} for key share`.execute(
    db,
  );
  await sql`select from image_delivery for share`.execute(db);
  const now = await wantedImage(db, assetUuid, version);
  const isWanted = now?.longest_px === longest_px && now.revision === revision && now.source === source;
  const { rows: before } = await sql<{ key: string }>`
    select pyramid ->> 'key' as key from public_image
    where asset_uuid = ${assetUuid}::uuid and version_number = ${version} for update`.execute(db);
  const others = before.map(({ key }) => key).filter((key) => key !== pyramid.key);
  if (!isWanted) return mayRemove && others.length === before.length ? [pyramid.key] : [];
  await sql`
    insert into public_image (tenant_id, asset_uuid, version_number, longest_px, revision, pyramid)
    values (current_tenant(), ${assetUuid}::uuid, ${version}, ${longest_px}, ${revision}::uuid, ${jsonb(pyramid)})
    on conflict (tenant_id, asset_uuid, version_number)
      do update set longest_px = excluded.longest_px, revision = excluded.revision, pyramid = excluded.pyramid`.execute(
    db,
  );
  // During a backup they stay, and `verify` reports them as files without a record.
  return mayRemove ? others : [];
}

/** The most rows that are discarded in one transaction. */
const DISCARDED_AT_ONCE = 200;

/** Starts the job that discards what the settings of the transaction's tenant have made useless. */
export async function enqueueDiscarding(db: TenantQueries): Promise<void> {
  await enqueue(db, 'discard-public-images', {}, { jobKey: 'discard-public-images', urgency: 'upkeep' });
}

/** Discards the pyramids of another public size, and those of a watermark that is gone, lot by lot. */
export function discardPublicImagesJob({ database, storage }: MediaParts): JobHandler {
  return async (payload) => {
    const { tenantId } = payload as Payload;
    const keys = await database.bookkeeping(tenantId, async (db) => {
      if (!(await mayRemoveFiles(db)))
        throw new Error('Files stay during a backup; they are discarded later.');
      await sql`select from image_delivery for share`.execute(db);
      const { rows } = await sql<{ key: string }>`
        delete from public_image where (asset_uuid, version_number) in (
          select small.asset_uuid, small.version_number
          from public_image small cross join image_delivery delivery
            left join watermarked_image marked
              on marked.asset_uuid = small.asset_uuid and marked.version_number = small.version_number
          where small.longest_px is distinct from delivery.public_max_px or small.revision is distinct from
            case when delivery.watermark_revision is not null then marked.revision end
          order by small.asset_uuid limit ${DISCARDED_AT_ONCE})
        returning pyramid ->> 'key' as key`.execute(db);
      if (rows.length === DISCARDED_AT_ONCE) await enqueueDiscarding(db);
      return rows.map(({ key }) => key);
    });
    for (const key of keys) await storage.remove(key);
  };
}
