import { sql } from 'kysely';
import { jsonb, type TenantQueries } from '../../../db/database.ts';
import { mayRemoveFiles } from '../../../db/kept-files.ts';
import type { JobHandler } from '../../../queue/jobs.ts';
import type { MediaParts } from '../media-parts.ts';
import { derivativeKey } from '../storage-keys.ts';
import { watermarkOf } from '../watermark/image-delivery.queries.ts';
import { atLocalPath } from '../../../storage/at-local-path.ts';

interface Payload {
  readonly tenantId: number;
  readonly assetUuid: string;
  readonly version: number;
}

interface Made {
  readonly revision: string;
  readonly pyramid: { readonly key: string; readonly size_bytes: number };
  readonly thumbnail: { readonly key: string; readonly width_px: number; readonly height_px: number };
}

/**
 * Makes the watermarked pyramid and thumbnail of one image (decisions §7). It may run twice, even at the same
 * time: the names of the files contain the revision of the watermark, and both runs make the same files.
 */
export function watermarkImageJob({ database, storage, watermark: make }: MediaParts): JobHandler {
  return async (payload, job) => {
    const { tenantId, assetUuid, version } = payload as Payload;
    const found = await database.bookkeeping(tenantId, async (db) => {
      const watermark = await watermarkOf(db);
      const clean = await sql<{ key: string }>`
        select pyramid ->> 'key' as key from asset_version version
        where asset_uuid = ${assetUuid}::uuid and number = ${version} and pyramid is not null
          and not exists (
            select from watermarked_image made
            where made.asset_uuid = version.asset_uuid and made.version_number = version.number
              and made.revision = ${watermark?.revision ?? null}::uuid)`.execute(db);
      return watermark && clean.rows[0] && { watermark, pyramidKey: clean.rows[0].key };
    });
    if (!found) return;
    const { watermark, pyramidKey } = found;
    const staging = await storage.stage();
    try {
      const drawn = await atLocalPath(storage, watermark.key, (picture) =>
        atLocalPath(storage, pyramidKey, (pyramid) =>
          make(pyramid, { ...watermark, path: picture }, staging.path, { signal: job.signal }),
        ),
      );
      const keyOf = (ending: string) =>
        derivativeKey(tenantId, assetUuid, version, `watermarked-${watermark.revision}.${ending}`);
      const { width_px, height_px } = drawn.thumbnail;
      const made: Made = {
        revision: watermark.revision,
        pyramid: { key: keyOf('tif'), ...(await storage.adopt(drawn.pyramid.path, keyOf('tif'))) },
        thumbnail: { key: keyOf('jpg'), width_px, height_px },
      };
      await storage.adopt(drawn.thumbnail.path, made.thumbnail.key);
      const left = await database.bookkeeping(tenantId, (db) => keep(db, assetUuid, version, made));
      for (const key of left) await storage.remove(key);
    } finally {
      await staging.remove();
    }
  };
}

/**
 * @returns the keys that no row names: those of the previous watermark, or the new ones where they came too
 * late
 */
async function keep(db: TenantQueries, assetUuid: string, version: number, made: Made): Promise<string[]> {
  const keys = [made.pyramid.key, made.thumbnail.key];
  const mayRemove = await mayRemoveFiles(db);
  // Locks against changes of the watermark and purges of the image, in the same order as a purge.
  const { rows: stands } = await sql`
    select from asset_version where asset_uuid = ${assetUuid}::uuid and number = ${version} for key share`.execute(
    db,
  );
  const { rows: wanted } = await sql`
    select from image_delivery where watermark_revision = ${made.revision}::uuid for share`.execute(db);
  if (stands.length === 0 || wanted.length === 0) {
    if (!mayRemove) return [];
    // Another run may have stored them under the same names.
    const { rows: named } = await sql`
      select from watermarked_image
      where asset_uuid = ${assetUuid}::uuid and version_number = ${version} and pyramid ->> 'key' = ${made.pyramid.key}
      for share`.execute(db);
    return named.length === 0 ? keys : [];
  }
  const { rows: before } = await sql<{ keys: string[] }>`
    select array[pyramid ->> 'key', thumbnail ->> 'key'] as keys from watermarked_image
    where asset_uuid = ${assetUuid}::uuid and version_number = ${version} for update`.execute(db);
  await sql`
    insert into watermarked_image (tenant_id, asset_uuid, version_number, revision, pyramid, thumbnail)
    values (current_tenant(), ${assetUuid}::uuid, ${version}, ${made.revision}::uuid, ${jsonb(made.pyramid)},
      ${jsonb(made.thumbnail)})
    on conflict (tenant_id, asset_uuid, version_number)
      do update set revision = excluded.revision, pyramid = excluded.pyramid, thumbnail = excluded.thumbnail`.execute(
    db,
  );
  // It has the previous watermark, or none.
  const { rows: small } = await sql<{ key: string }>`
    delete from public_image
    where asset_uuid = ${assetUuid}::uuid and version_number = ${version}
      and revision is distinct from ${made.revision}::uuid
    returning pyramid ->> 'key' as key`.execute(db);
  const replaced = before.flatMap((row) => row.keys).concat(small.map(({ key }) => key));
  // During a backup they stay, and `verify` reports them as files without a record.
  return mayRemove ? replaced.filter((key) => !keys.includes(key)) : [];
}
