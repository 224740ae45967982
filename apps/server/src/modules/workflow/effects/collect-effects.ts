import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { jsonb, type TenantQueries, type WriteTransaction } from '../../../db/database.ts';
import { enqueue, enqueueEach } from '../../../queue/enqueue.ts';
import { firstText } from '../first-text.ts';
import type { Plan, PlannedStep } from '../transition-plan.rules.ts';
import { findTask } from '../tasks/known-tasks.ts';
import type { Task } from '../transition.ts';

/** The most records of one message (decisions §13). */
const RECORDS_OF_EFFECT_MAX = 1_000;
/** Records of one change that are written by several transactions are collected for so long. */
const COLLECTING_MS = 10_000;

/** What belongs together beyond one transaction: a batch, or a set of changes that the caller names. */
export interface Collecting {
  readonly comment: string;
  /** Undefined where this transaction is the whole change. */
  readonly collectedBy: string | undefined;
}

/** The effects of one task that a transaction adds to. */
interface TaskEffects {
  readonly task: Task;
  readonly step: PlannedStep;
  readonly records: { log: string; record: string; title: string; pressmark: string | null }[];
}

/**
 * Writes the effects of a plan into the outbox, in the transaction of the transition, and enqueues the jobs that compose
 * them. The effects of one change and task are collected, 1,000 records in each. A fixed number of statements, and one for
 * each new effect. The lock of the graph keeps other transitions of the tenant out.
 * @param logs the uuid of the entry in the log of each step
 */
export async function collectEffects(
  tx: WriteTransaction,
  { steps, drafts }: Plan,
  logs: ReadonlyMap<PlannedStep, string>,
  { comment, collectedBy }: Collecting,
): Promise<void> {
  const byTask = new Map<string, TaskEffects>();
  for (const step of steps) {
    const { uuid: record, title } = step.record;
    for (const task of step.transition.tasks) {
      if (findTask(task.templateName)?.kind !== 'effect') continue;
      const metadata = drafts.get(record)?.metadata ?? [];
      const known = byTask.get(task.uuid) ?? { task, step, records: [] };
      byTask.set(task.uuid, known);
      known.records.push({
        log: logs.get(step) ?? '',
        record,
        title: firstText(metadata, 'sgtt') || title,
        pressmark: firstText(metadata, 'pressmark') || null,
      });
    }
  }
  if (byTask.size === 0) return;

  const collecting = collectedBy ?? tx.changeSet;
  const { rows: open } = await sql<{ uuid: string; task_uuid: string; records: number }>`
    select uuid, task_uuid, records from effect
    where collected_by = ${collecting} and sealed_at is null and account_uuid = ${tx.actor.accountUuid}
      and comment = ${comment}
    for update`.execute(tx.db);
  const made: object[] = [];
  const joined: object[] = [];
  const full = new Set<string>();
  const waiting: string[] = [];
  for (const { task, step, records } of byTask.values()) {
    let left = records;
    let effect = open.find((one) => one.task_uuid === task.uuid);
    while (left.length > 0) {
      if (!effect) {
        effect = { uuid: uuidv7(), task_uuid: task.uuid, records: 0 };
        const { transition, record } = step;
        made.push({
          uuid: effect.uuid,
          task_uuid: task.uuid,
          template_name: task.templateName,
          parameters: task.parameters,
          resource_type: record.resourceType,
          transition_uuid: transition.uuid,
          transition_name: transition.name,
          from_state: transition.fromState,
          to_state: transition.toState,
        });
        waiting.push(effect.uuid);
      }
      const { uuid } = effect;
      const room = RECORDS_OF_EFFECT_MAX - effect.records;
      joined.push(...left.slice(0, room).map((one) => ({ effect: uuid, ...one })));
      if (left.length >= room) full.add(uuid);
      left = left.slice(room);
      effect = undefined;
    }
  }
  const isOver = collectedBy === undefined;
  const later = isOver ? undefined : new Date(Date.now() + COLLECTING_MS);
  await sql`
    insert into effect (tenant_id, comment, account_uuid, username, account_name, collected_by, next_attempt_at, uuid,
      task_uuid, template_name, parameters, resource_type, transition_uuid, transition_name, from_state, to_state)
    select ${tx.tenantId}, ${comment}, ${tx.actor.accountUuid}, ${tx.actor.username}, ${tx.actor.displayName},
      ${collecting}, coalesce(${later ?? null}::timestamptz, now()), made.*
    from jsonb_to_recordset(${jsonb(made)}) as made (uuid uuid, task_uuid uuid, template_name text, parameters jsonb,
      resource_type text, transition_uuid uuid, transition_name text, from_state text, to_state text)`.execute(
    tx.db,
  );
  await sql`
    insert into effect_record (tenant_id, effect_uuid, log_uuid, record_uuid, title, pressmark)
    select ${tx.tenantId}, made.* from jsonb_to_recordset(${jsonb(joined)}) as made
      (effect uuid, log uuid, record uuid, title text, pressmark text)`.execute(tx.db);
  await sql`
    update effect set records = records + more.count,
      sealed_at = case when is_sealed then now() end,
      next_attempt_at = case when is_sealed then now() else next_attempt_at end
    from (
      select effect, count(*)::integer, ${isOver} or effect = any(${[...full]}::uuid[]) as is_sealed
      from jsonb_to_recordset(${jsonb(joined)}) as made (effect uuid) group by 1) more
    where uuid = more.effect`.execute(tx.db);
  const account = tx.actor.accountUuid;
  for (const uuid of waiting) if (!full.has(uuid)) await enqueueEffect(tx.db, { uuid, account }, later);
  for (const uuid of full) await enqueueEffect(tx.db, { uuid, account });
}

/** Sends what was collected for a change that is over. @param collectedBy the batch, or the set of changes */
export async function endCollecting(db: TenantQueries, collectedBy: string): Promise<void> {
  const { rows } = await sql<{ uuid: string }>`
    update effect set sealed_at = now(), next_attempt_at = now()
    where collected_by = ${collectedBy} and sealed_at is null
    returning uuid`.execute(db);
  await enqueueEffects(
    db,
    rows.map(({ uuid }) => uuid),
  );
}

/** Enqueues the jobs that compose effects, to run at once, in one statement; waiting ones are replaced. */
export async function enqueueEffects(db: TenantQueries, uuids: readonly string[]): Promise<void> {
  await enqueueEach(
    db,
    sql`select 'compose-effect' as task, jsonb_build_object('effect', uuid) as payload, 'effect:' || uuid as job_key,
        'background' as urgency, account_uuid::text as account
      from effect where uuid = any(${uuids}::uuid[]) order by uuid`,
  );
}

/** Enqueues the job that composes an effect. @param notBefore default at once */
async function enqueueEffect(
  db: TenantQueries,
  { uuid, account }: { readonly uuid: string; readonly account: string },
  notBefore?: Date,
): Promise<void> {
  const jobKey = `effect:${uuid}`;
  await enqueue(db, 'compose-effect', { effect: uuid }, { jobKey, account, ...(notBefore && { notBefore }) });
}
