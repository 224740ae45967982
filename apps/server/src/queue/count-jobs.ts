import type { Pool } from '../db/pool.ts';
import { jobNames } from './jobs.ts';

/** `waiting` can start now; `later` has to wait for its time (a timer, or the pause after a failure). */
export const jobStates = ['waiting', 'later', 'running', 'given-up'] as const;

export interface JobCount {
  readonly name: string;
  readonly state: (typeof jobStates)[number];
  readonly count: number;
}

/** The most jobs that are counted: an ingest may enqueue more, and a scrape must stay cheap. */
const JOBS_LOOKED_AT = 100_000;
/** A scrape can't use a later answer. */
const PATIENCE_MS = 2_000;

/**
 * The jobs of the whole installation by name and state, zeros included; of a longer queue the first 100,000.
 * @param pool of the migrator's role, which owns the queue's tables
 * @throws errors of the database, within seconds
 */
export async function countJobs(pool: Pool): Promise<JobCount[]> {
  const { rows } = await pool.query<JobCount>({
    text: `
      select task.identifier as name, job.state, count(*) as count
      from (
        select task_id, case
          when locked_at is not null then 'running'
          when attempts >= max_attempts then 'given-up'
          when run_at > now() then 'later'
          else 'waiting' end as state
        from graphile_worker._private_jobs limit ${JOBS_LOOKED_AT}
      ) job join graphile_worker._private_tasks task on task.id = job.task_id
      group by 1, 2`,
    query_timeout: PATIENCE_MS,
  } as { text: string });
  return jobNames.flatMap((name) =>
    jobStates.map((state) => ({
      name,
      state,
      count: rows.find((row) => row.name === name && row.state === state)?.count ?? 0,
    })),
  );
}
