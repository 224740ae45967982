import { sql } from 'kysely';
import { mayRemoveFiles } from '../../../db/kept-files.ts';
import type { JobHandler } from '../../../queue/jobs.ts';
import { enqueueMissingDerivations } from '../enqueue-derivations.ts';
import type { MediaParts } from '../media-parts.ts';
import { sweepResumable } from '../resumable/removed-parts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Longer than all attempts of a job take together. */
const STALLED_AFTER_MS = 6 * 60 * 60 * 1000;

/**
 * Removes uploads that no record claimed in time (decisions §6), abandoned resumable uploads, and files that
 * killed processes left half written. It also enqueues imports whose jobs are lost.
 */
export function sweepUploadsJob({ database, storage, limits }: MediaParts): JobHandler {
  return async (_payload, job) => {
    const { rows } = await sql<{ tenant_id: number; uuid: string }>`
      select tenant_id, uuid from unclaimed_uploads(${limits.unclaimedUploads_ms} * interval '1 millisecond')
    `.execute(database.system);
    for (const { tenant_id, uuid } of rows) {
      if (job.signal.aborted) return;
      // The row is deleted first, and only if nobody has claimed it: a file without a row does no harm, a row
      // without its file would be a broken record.
      const gone = await database.bookkeeping(tenant_id, async (db) => {
        if (!(await mayRemoveFiles(db))) return 'later';
        return db
          .deleteFrom('upload')
          .where('uuid', '=', uuid)
          .where('claimed_at', 'is', null)
          .returning('storage_key')
          .executeTakeFirst();
      });
      // During a backup nothing is removed: the next sweep will do it.
      if (gone === 'later') break;
      if (gone) await storage.remove(gone.storage_key);
    }
    const resumables = await sql<{ tenant_id: number; uuid: string }>`
      select tenant_id, uuid from stale_resumable_uploads(${limits.unclaimedUploads_ms} * interval '1 millisecond')
    `.execute(database.system);
    for (const { tenant_id, uuid } of resumables.rows) {
      if (job.signal.aborted) return;
      if (!(await sweepResumable({ database, storage }, tenant_id, uuid, limits.unclaimedUploads_ms))) break;
    }
    const stalled = await sql<{ tenant_id: number; uuid: string }>`
      select tenant_id, uuid from open_imports(${STALLED_AFTER_MS} * interval '1 millisecond')
    `.execute(database.system);
    for (const { tenant_id, uuid } of stalled.rows) {
      if (job.signal.aborted) return;
      // Not where a job is still running: a long film takes its time.
      await database.bookkeeping(tenant_id, (db) => enqueueMissingDerivations(db, [uuid]));
    }
    const swept = await storage.sweep(DAY_MS);
    const found = { uploads: rows.length, resumableUploads: resumables.rows.length, temporaryFiles: swept };
    if (found.uploads + found.resumableUploads + swept > 0) job.log.info(found, 'swept');
  };
}
