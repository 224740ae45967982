import { system } from '../../../db/database.ts';
import type { JobHandler } from '../../../queue/jobs.ts';
import type { MediaParts } from '../../media/public.ts';
import { listTenants } from '../../tenancy/public.ts';
import { purgeEntry } from '../purge-entry.ts';
import { entriesToPurge, timeInTrash } from '../trash.queries.ts';
import { keptInWords } from '../trash.rules.ts';

/** The most entries of a tenant in one run; the others wait an hour. */
const ENTRIES_AT_ONCE = 100;

/**
 * Purges entries whose time in the trash is over, except those that were ever public (decisions §4, A-99).
 */
export function purgeTrashJob({ database, storage, limits }: MediaParts): JobHandler {
  return async (_payload, job) => {
    let entries = 0;
    for (const { id } of await listTenants(database.system)) {
      const data = database.tenant(id, system);
      const [kept_ms, due] = await data.read(async (db) => {
        const kept_ms = await timeInTrash(db, limits.trash_ms);
        return [kept_ms, await entriesToPurge(db, kept_ms, ENTRIES_AT_ONCE)] as const;
      });
      for (const uuid of due) {
        if (job.signal.aborted) return;
        const keys = await data.write('purge', (tx) => purgeEntry(tx, uuid, keptInWords(kept_ms)));
        // During a backup nothing is purged: the next run will do it.
        if (keys === 'later') return;
        // Somebody else has purged it.
        if (!keys) continue;
        for (const key of keys) await storage.remove(key);
        entries += 1;
      }
    }
    if (entries > 0) job.log.info({ entries }, 'purged what lay in the trash for long enough');
  };
}
