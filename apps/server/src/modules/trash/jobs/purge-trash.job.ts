import { system } from '../../../db/database.ts';
import type { JobHandler } from '../../../queue/jobs.ts';
import type { MediaParts } from '../../media/public.ts';
import { listTenants } from '../../tenancy/public.ts';
import { purgeDueEntry } from '../purge-entry.ts';
import { entriesToPurge, timeInTrash } from '../trash.queries.ts';

/** The most entries that are looked up at once. */
const ENTRIES_AT_ONCE = 100;

/**
 * Purges entries whose time in the trash is over, except those that were ever public (decisions §4, A-99), lot by lot
 * until none is left.
 */
export function purgeTrashJob({ database, storage, limits }: MediaParts): JobHandler {
  return async (_payload, job) => {
    let entries = 0;
    for (const { id } of await listTenants(database.system)) {
      const data = database.tenant(id, system);
      const nextLot = () =>
        data.read(async (db) => entriesToPurge(db, await timeInTrash(db, limits.trash_ms), ENTRIES_AT_ONCE));
      for (let due = await nextLot(); due.length > 0; due = await nextLot()) {
        for (const uuid of due) {
          if (job.signal.aborted) return;
          const keys = await data.write('purge', (tx) => purgeDueEntry(tx, uuid, limits.trash_ms));
          // During a backup nothing is purged: the next run will do it.
          if (keys === 'later') return;
          // Somebody has purged or restored it, or the organisation keeps things for longer now: so may the others be.
          if (!keys) break;
          for (const key of keys) await storage.remove(key);
          entries += 1;
        }
      }
    }
    if (entries > 0) job.log.info({ entries }, 'purged what lay in the trash for long enough');
  };
}
