import { sql } from 'kysely';
import type { EmbeddedMetadata } from '@armarium/contract/technical';
import type { TenantQueries } from '../../../db/database.ts';
import { enqueue } from '../../../queue/enqueue.ts';
import { TURN_MAX_MS, type JobContext, type JobHandler } from '../../../queue/jobs.ts';
import { atLocalPath } from '../../../storage/at-local-path.ts';
import { StorageUnavailable } from '../../../storage/storage.ts';
import { listTenants } from '../../tenancy/public.ts';
import type { MediaParts } from '../media-parts.ts';
import { MediaRefused, tookTooLong } from '../media-refused.ts';

type Parts = Pick<MediaParts, 'database' | 'storage' | 'limits' | 'describe'>;

interface Payload {
  readonly tenantId: number;
  /** The uuid of the last file that was looked at. */
  readonly after?: string;
}

const LOT = 50;
const JOB_KEY = 'describe-images';
const FIRST = '00000000-0000-0000-0000-000000000000';

interface Undescribed {
  readonly upload: string;
  readonly key: string;
  /** The pages that have assets. */
  readonly pages: readonly number[];
}

/**
 * Reads what the files of images say about themselves (EXIF, IPTC, XMP) where they were prepared before the program
 * did so. After some seconds the job enqueues itself again, so that other jobs have their turn. Without a payload it
 * begins wherever something is left. A file that cannot be read now is tried again by the timer; one that is no image
 * for us any more says nothing.
 * @param turn_ms after which it enqueues itself again
 */
export function describeImagesJob(parts: Parts, turn_ms = TURN_MAX_MS): JobHandler {
  const { database } = parts;
  return async (payload, job) => {
    const { tenantId, after = FIRST } = payload as Partial<Payload>;
    if (tenantId === undefined) {
      for (const { id } of await listTenants(database.system)) await database.bookkeeping(id, begin);
      return;
    }
    const began = performance.now();
    for (let last = after; ;) {
      const lot = await database.bookkeeping(tenantId, (db) => undescribed(db, last, LOT));
      for (const one of lot) {
        job.signal.throwIfAborted();
        const embedded = await read(parts, one, job);
        await database.bookkeeping(tenantId, (db) => keep(db, one.upload, embedded));
        last = one.upload;
        if (performance.now() - began < turn_ms) continue;
        await database.bookkeeping(tenantId, (db) =>
          enqueue(db, 'describe-images', { after: last }, { jobKey: JOB_KEY, urgency: 'upkeep' }),
        );
        return;
      }
      if (lot.length < LOT) return;
    }
  };
}

async function begin(db: TenantQueries): Promise<void> {
  const isFree = await sql<{ free: boolean }>`select not armarium.has_job(${JOB_KEY}) as free`.execute(db);
  if (!isFree.rows[0]?.free || (await undescribed(db, FIRST, 1)).length === 0) return;
  await enqueue(db, 'describe-images', {}, { jobKey: JOB_KEY, urgency: 'upkeep' });
}

/** As in the index of these versions. */
const isUndescribed = sql<boolean>`
  technical ? 'colourSpace' and not technical ? 'embedded' and technical ->> 'format' <> 'pdf'`;

/** The next files, in the order of their uuids, also of versions that are not current: an older one may come back. */
async function undescribed(db: TenantQueries, after: string, most: number): Promise<Undescribed[]> {
  const { rows } = await sql<Undescribed>`
    select upload_uuid as upload, upload.storage_key as key, array_agg(distinct page_index) as pages
    from asset_version join upload on upload.uuid = upload_uuid
    where upload_uuid > ${after}::uuid and ${isUndescribed}
    group by upload_uuid, upload.storage_key order by upload_uuid limit ${most}`.execute(db);
  return rows;
}

/**
 * What the pages of a file say, by their index; without those that cannot be read now. A storage that is no disk of this
 * machine gives the whole file, once for all of its pages.
 */
async function read(
  { storage, limits, describe }: Parts,
  { upload, key, pages }: Undescribed,
  job: JobContext,
): Promise<Map<number, EmbeddedMetadata>> {
  const found = new Map<number, EmbeddedMetadata>();
  const options = { maxPixels: limits.imageMax_pixels, signal: job.signal };
  try {
    await atLocalPath(storage, key, async (path) => {
      for (const page of pages) found.set(page, await describe(path, page, options).catch(saysNothing));
    });
  } catch (error) {
    if (error instanceof StorageUnavailable || job.signal.aborted) throw error;
    job.log.warn({ err: error, upload }, 'the metadata of an image could not be read');
  }
  return found;
}

/** What is refused by its header stays so. A file that took too long, or ended the process, may do better another time. */
function saysNothing(error: unknown): EmbeddedMetadata {
  if (error instanceof MediaRefused && error.cause_.code !== tookTooLong.code) return {};
  throw error;
}

async function keep(
  db: TenantQueries,
  upload: string,
  embedded: ReadonlyMap<number, EmbeddedMetadata>,
): Promise<void> {
  // An asset before its versions, as whoever shows another version locks them: describing one changes its asset.
  await sql`
    select from asset where uuid in (select asset_uuid from asset_version where upload_uuid = ${upload})
    order by uuid for no key update`.execute(db);
  for (const [page, says] of embedded) {
    await sql`
      update asset_version set technical = technical || jsonb_build_object('embedded', ${JSON.stringify(says)}::jsonb)
      where upload_uuid = ${upload} and page_index = ${page} and ${isUndescribed}`.execute(db);
  }
}
