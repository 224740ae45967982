import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Database, TenantQueries } from '../../db/database.ts';
import { ProblemError } from '../../problem-error.ts';
import { enqueue } from '../../queue/enqueue.ts';
import type { Storage } from '../../storage/storage.ts';
import { archiveKey } from './archive-file.ts';
import { ARCHIVES_WAITING_MAX, archiveStep, STALLED_AFTER_ms, type Entitlement } from './archive.rules.ts';

export const RETRY_AFTER_s = '5';

/**
 * Finds the archive of an item, or enqueues the job that makes it. However many callers ask, it is made once.
 * @returns how far it is, while it is being made
 * @throws ProblemError 400 where no image has such a region or size, 429 where the account waits for as many as it may,
 * 503 where making it failed
 */
export async function requestArchive(
  database: Database,
  storage: Storage,
  tenantId: number,
  wanted: WantedArchive & { readonly account: string },
): Promise<ArchiveFile | ArchiveProgress> {
  const known = await database.bookkeeping(tenantId, (db) => wantedArchive(db, wanted).executeTakeFirst());
  // Most callers ask for an archive that exists or is being made. They need no lock, and no transaction while the
  // storage answers.
  const step = known && stepOf(known);
  if (known && step === 'wait') return progressOf(known);
  const file = known && step === 'hand out' ? fileOf(tenantId, known) : undefined;
  if (file && (await storage.size(file.key)) === file.size_bytes) return file;
  const result = await database.bookkeeping(tenantId, async (db) => {
    await db
      .insertInto('image_archive')
      .values({
        tenant_id: tenantId,
        uuid: uuidv7(),
        item_uuid: wanted.item,
        variant: wanted.variant,
        entitlement: wanted.entitlement,
        contents: wanted.contents,
        // No job works on it yet: the caller who locks the row first, below, enqueues the job.
        asked_at: new Date(0),
      })
      .onConflict((conflict) => conflict.constraint('image_archive_key').doNothing())
      .execute();
    const row = await wantedArchive(db, wanted).forUpdate().executeTakeFirstOrThrow();
    const step = stepOf(row);
    if (step === 'wait') return { step: 'wait' as const, progress: progressOf(row) };
    const ready = fileOf(tenantId, row);
    // Its file may be missing, for example after a restore. Then it is made again, unless somebody has just done so.
    if (step === 'hand out' && ready.entityTag !== file?.entityTag)
      return { step: 'hand out' as const, file: ready };
    if (step === 'refuse') {
      // A failure of the server is reported once. The next caller starts a new try.
      if (row.cause === null) await db.deleteFrom('image_archive').where('uuid', '=', row.uuid).execute();
      return { step: 'refuse' as const, cause: row.cause };
    }
    await requireTurn(db, wanted.account);
    await db
      .updateTable('image_archive')
      .set({
        state: 'WAITING',
        account_uuid: wanted.account,
        asked_at: sql`now()`,
        ready_at: null,
        cause: null,
        size_bytes: null,
        images_done: 0,
        images_total: 0,
      })
      .where('uuid', '=', row.uuid)
      .execute();
    await enqueue(
      db,
      'make-archive',
      { archive: row.uuid },
      {
        jobKey: `make-archive:${row.uuid}`,
        urgency: 'person',
        account: wanted.account,
      },
    );
    return { step: 'wait' as const, progress: { done: 0, total: 0 } };
  });
  if (result.step === 'hand out') return result.file;
  if (result.step === 'wait') return result.progress;
  if (result.cause === null) {
    throw new ProblemError('unavailable', 'The archive could not be made. Ask for it again in a while.');
  }
  throw new ProblemError('invalid-image-request', result.cause);
}

interface WantedArchive {
  readonly item: string;
  readonly variant: string;
  readonly entitlement: Entitlement;
  readonly contents: string;
}

interface ArchiveFile {
  /** The titles of the images that are not in it. */
  readonly leftOut: readonly string[];
  readonly key: string;
  readonly size_bytes: number;
  readonly entityTag: string;
}

/** The images that an archive has so far, of all that it will have; of none while it waits for its turn. */
interface ArchiveProgress {
  readonly done: number;
  readonly total: number;
}

const progressOf = (row: ArchiveRow): ArchiveProgress => ({ done: row.images_done, total: row.images_total });

const wantedArchive = (db: TenantQueries, wanted: WantedArchive) =>
  db
    .selectFrom('image_archive')
    .selectAll()
    .where('item_uuid', '=', wanted.item)
    .where('variant', '=', wanted.variant)
    .where('entitlement', '=', wanted.entitlement)
    .where('contents', '=', wanted.contents);

type ArchiveRow = Awaited<ReturnType<ReturnType<typeof wantedArchive>['executeTakeFirstOrThrow']>>;

const stepOf = ({ state, asked_at, ready_at }: ArchiveRow) =>
  archiveStep({ state, askedAt: asked_at, readyAt: ready_at }, Date.now());

/** The file of an archive that is ready. An archive that was made again has another tag, so no client joins parts of both. */
const fileOf = (tenantId: number, { uuid, ready_at, size_bytes, left_out }: ArchiveRow): ArchiveFile => ({
  leftOut: left_out,
  key: archiveKey(tenantId, uuid),
  size_bytes: Number(size_bytes),
  entityTag: `"${uuid}-${ready_at?.getTime()}"`,
});

/** @throws ProblemError 429 where the account waits for as many archives as it may */
async function requireTurn(db: TenantQueries, account: string): Promise<void> {
  // Calls of one account take turns here: otherwise several at once would each find a free place.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`archives of ${account}`}::text, 0))`.execute(db);
  const { waiting } = await db
    .selectFrom('image_archive')
    .select((column) => column.fn.countAll<number>().as('waiting'))
    .where('state', '=', 'WAITING')
    .where('account_uuid', '=', account)
    .where(sql<boolean>`asked_at > now() - ${STALLED_AFTER_ms} * interval '1 millisecond'`)
    .executeTakeFirstOrThrow();
  if (waiting < ARCHIVES_WAITING_MAX) return;
  throw new ProblemError(
    'too-many-archives',
    `${waiting} archives are being made for you. Wait until one of them is ready, then ask for this one again.`,
    { headers: { 'retry-after': RETRY_AFTER_s } },
  );
}
