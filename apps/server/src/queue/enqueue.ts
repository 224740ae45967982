import { sql, type QueryExecutorProvider } from 'kysely';
import { type JobName } from './jobs.ts';

export interface EnqueueOptions {
  /** A job of this tenant that waits under the same key is replaced; one that runs is left alone. */
  jobKey?: string;
  /** Lower runs sooner; 0 by default. */
  priority?: number;
}

/**
 * Enqueues a job in the caller's transaction: it runs if that commits, and only then. The job gets the
 * transaction's tenant as `tenantId` in its payload.
 * @throws in a transaction without a tenant
 */
export async function enqueue(
  tx: QueryExecutorProvider,
  task: JobName,
  payload: object,
  { jobKey, priority }: EnqueueOptions = {},
): Promise<void> {
  await sql`select armarium.enqueue(
    ${task}::text, ${JSON.stringify(payload)}::jsonb, ${jobKey ?? null}::text, ${priority ?? null}::integer
  )`.execute(tx);
}

/** Enqueues many jobs of one kind in one statement, each under a key of its own. */
export async function enqueueEach(
  tx: QueryExecutorProvider,
  task: JobName,
  jobs: readonly { payload: object; jobKey: string }[],
  { priority }: Pick<EnqueueOptions, 'priority'> = {},
): Promise<void> {
  await sql`
    select armarium.enqueue(${task}::text, job -> 'payload', job ->> 'jobKey', ${priority ?? null}::integer)
    from jsonb_array_elements(${JSON.stringify(jobs)}::jsonb) job`.execute(tx);
}
