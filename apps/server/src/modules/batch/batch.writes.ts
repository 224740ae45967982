import { sql, type RawBuilder } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { RowProblem } from '@armarium/contract/batch-records';
import type { BatchTask } from '@armarium/contract/batches';
import { jsonb, type TenantQueries, type WriteTransaction } from '../../db/database.ts';
import { enqueue } from '../../queue/enqueue.ts';
import { endCollecting } from '../workflow/public.ts';

/**
 * Writes a batch with its records, and enqueues its job.
 * @param undoes the batch that it undoes; `action` is that one's
 * @param records for a FROM clause, with a column `uuid`, without duplicates; where the action has `transitions`, with a column
 * `transition_uuid` too
 */
export async function beginBatch(
  tx: WriteTransaction,
  action: BatchTask,
  undoes: string | undefined,
  records: RawBuilder<unknown>,
): Promise<{ uuid: string; total: number }> {
  const uuid = uuidv7();
  await tx.db
    .insertInto('batch')
    .values({
      tenant_id: tx.tenantId,
      uuid,
      kind: undoes === undefined ? action.kind : 'undo',
      action: jsonb(action),
      undoes: undoes ?? null,
      account_uuid: tx.actor.accountUuid,
      account_name: tx.actor.displayName,
      token_uuid: tx.actor.token?.uuid ?? null,
      total: 0,
    })
    .execute();
  const { rows } = await sql<{ total: number }>`
    with frozen as (
      insert into batch_record (tenant_id, batch_uuid, record_uuid, transition_uuid)
      select ${tx.tenantId}::integer, ${uuid}::uuid, uuid,
        ${'transitions' in action ? sql`transition_uuid` : sql`null::uuid`} from ${records}
      returning 1
    )
    select count(*)::integer as total from frozen`.execute(tx.db);
  const total = rows[0]?.total ?? 0;
  await tx.db.updateTable('batch').set({ total }).where('uuid', '=', uuid).execute();
  await enqueueBatch(tx.db, { uuid, account: tx.actor.accountUuid });
  return { uuid, total };
}

const jobKeyOf = (batch: string) => `run-batch:${batch}`;

/** Enqueues the job of a batch, in the turn of the account that started it; a waiting one is replaced. */
export async function enqueueBatch(
  db: TenantQueries,
  { uuid, account }: { readonly uuid: string; readonly account: string },
): Promise<void> {
  await enqueue(db, 'run-batch', { batch: uuid }, { jobKey: jobKeyOf(uuid), urgency: 'person', account });
}

/** Whether a batch has a job that is running or waiting. */
export async function hasJob(db: TenantQueries, batch: string): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean;
  }>`select armarium.has_job(${jobKeyOf(batch)}) as found`.execute(db);
  return rows[0]?.found === true;
}

/** The result for one record. */
export interface Outcome {
  readonly record: string;
  readonly result: 'changed' | 'unchanged' | 'failed';
  readonly code?: string | undefined;
  readonly detail?: string | undefined;
  /** The row of a spreadsheet, where it was refused. */
  readonly row?: number;
  readonly problems?: readonly RowProblem[];
}

/**
 * Locks a batch. Changes of its records and a stop wait for each other; changes of different records don't.
 * Take it before the lock of the batch's row.
 */
export async function lockBatch(db: TenantQueries, batch: string, way: 'change' | 'stop'): Promise<void> {
  const key = sql`hashtextextended('armarium batch ' || ${batch}::uuid, current_tenant())`;
  await (
    way === 'stop'
      ? sql`select pg_advisory_xact_lock(${key})`
      : sql`select pg_advisory_xact_lock_shared(${key})`
  ).execute(db);
}

/** Stores the results of records, and updates the counts of their batch; the last ones end it. */
export async function noteOutcomes(
  tx: WriteTransaction,
  batch: string,
  outcomes: readonly Outcome[],
): Promise<void> {
  const of = (result: Outcome['result']) => outcomes.filter((one) => one.result === result);
  // By lists where possible: for a join the planner has no statistics about a new batch, and would compare
  // all of its records with each.
  for (const result of ['changed', 'unchanged'] as const) {
    const records = of(result).map(({ record }) => record);
    if (records.length === 0) continue;
    await sql`
      update batch_record set result = ${result},
        change_set = ${result === 'changed' ? tx.changeSet : null}::uuid
      where batch_uuid = ${batch}::uuid and record_uuid = any(${records}::uuid[])`.execute(tx.db);
  }
  const failed = of('failed');
  if (failed.length > 0) {
    await sql`
      update batch_record set result = 'failed', code = outcome.code, detail = outcome.detail,
        row_number = outcome.row, problems = outcome.problems
      from jsonb_to_recordset(${jsonb(failed)}) as outcome
        (record uuid, code text, detail text, "row" integer, problems jsonb)
      where batch_uuid = ${batch}::uuid and record_uuid = outcome.record
        and record_uuid = any(${failed.map(({ record }) => record)}::uuid[])`.execute(tx.db);
  }
  const count = (result: Outcome['result']) => of(result).length;
  await sql`
    update batch set changed = changed + ${count('changed')}, unchanged = unchanged + ${count('unchanged')},
      failed = failed + ${count('failed')}, state = 'IN_PROGRESS'
    where uuid = ${batch}::uuid`.execute(tx.db);
  const ended = await sql`
    update batch set state = 'DONE', ended_at = clock_timestamp()
    where uuid = ${batch}::uuid and changed + unchanged + failed = total`.execute(tx.db);
  if (ended.numAffectedRows === 1n) await endCollecting(tx.db, batch);
}

/**
 * Ends a batch early; its changes stay, and what follows them is sent. To stop it the caller holds its lock, and so waits for the
 * records that are being changed.
 * @returns false where it was over already
 */
export async function stopBatch(db: TenantQueries, batch: string, cause: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('batch')
    .set({ state: 'ERROR', cause, ended_at: sql`clock_timestamp()` })
    .where('uuid', '=', batch)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await endCollecting(db, batch);
  return true;
}
