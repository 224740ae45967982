import { sql, type QueryExecutorProvider } from 'kysely';
import { type JobName } from './jobs.ts';

export interface EnqueueOptions {
  /** A waiting job of this tenant with the same key is replaced; a running one is left alone. */
  jobKey?: string;
  /** A lower number runs sooner; default 0. */
  priority?: number;
}

/**
 * Enqueues a job in the caller's transaction: it runs only if that commits. The job gets the transaction's
 * tenant as `tenantId` in its payload.
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
