import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { type JobName } from './jobs.ts';

/**
 * When a job runs, before the turns of accounts: what a person waits for, what runs in the background, and
 * last what keeps the installation in order.
 */
export type JobUrgency = 'person' | 'background' | 'upkeep';

export interface EnqueueOptions {
  /** A waiting job of this tenant with the same key is replaced; a running one is left alone. */
  jobKey?: string;
  /** Default `background`. */
  urgency?: JobUrgency;
  /** The uuid of the account whose turn it takes; default the program's own in this tenant. */
  account?: string | null;
  /** It does not run before this time; default at once. */
  notBefore?: Date;
}

/**
 * Enqueues a job in the caller's transaction: it runs only if that commits. The job gets the transaction's
 * tenant as `tenantId` in its payload. Jobs of the same urgency take turns by account, then by age
 * (`db/queue-functions.ts`).
 * @throws in a transaction without a tenant
 */
export async function enqueue(
  tx: QueryExecutorProvider,
  task: JobName,
  payload: object,
  { jobKey, urgency = 'background', account, notBefore }: EnqueueOptions = {},
): Promise<void> {
  await sql`select armarium.enqueue(${task}::text, ${JSON.stringify(payload)}::jsonb, ${jobKey ?? null}::text,
    ${urgency}::text, ${account ?? null}::text, ${notBefore ?? null}::timestamptz)`.execute(tx);
}

/**
 * Enqueues many jobs in one statement, each under a key of its own.
 * @param jobs a query for their columns `task`, `payload`, `job_key`, `urgency` and `account`, as for
 * `enqueue`, in the order of their turns
 */
export async function enqueueEach(tx: QueryExecutorProvider, jobs: RawBuilder<unknown>): Promise<void> {
  await sql`
    select armarium.enqueue(task, payload, job_key, urgency, account) from (${jobs}) job`.execute(tx);
}
