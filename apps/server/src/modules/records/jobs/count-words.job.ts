import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { JobHandler } from '../../../queue/jobs.ts';

/** Changed words that are added up in one transaction. */
const LOT_WORDS = 100_000;

/** Adds the changed words of items up into the vocabulary of each tenant (migration 0018_vocabulary.sql). */
export function countWordsJob(database: Database): JobHandler {
  return async (_payload, job) => {
    const { rows } = await sql<{ tenantId: number }>`
      select uncounted_words() as "tenantId"`.execute(database.system);
    for (const { tenantId } of rows) {
      let taken = LOT_WORDS;
      while (taken === LOT_WORDS) {
        job.signal.throwIfAborted();
        taken = await database.bookkeeping(tenantId, async (db) => {
          const counted = await sql<{ taken: string }>`select count_words(${LOT_WORDS}) as taken`.execute(db);
          return Number(counted.rows[0]?.taken ?? 0);
        });
      }
    }
  };
}
