import { sql, type Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { MailPurpose } from '@armarium/contract/mail';
import { jsonb, type TenantQueries } from '../../db/database.ts';
import type { DB } from '../../db/schema.generated.ts';
import type { Attempt } from '../../outbound/attempt.ts';
import { enqueue, enqueueEach, type JobUrgency } from '../../queue/enqueue.ts';
import { nextAttempt, outcomeTitles } from './delivery.rules.ts';
import type { MailContent } from './mail-content.ts';

/** Whose turn the job takes, and how soon. */
export interface DeliveryTurn {
  /** The account; null for the program's own. */
  readonly account: string | null;
  readonly urgency: JobUrgency;
}

/**
 * Writes a message to one recipient and enqueues the job that sends it, in the caller's transaction.
 * @returns its uuid
 */
export async function writeMail(
  db: TenantQueries,
  mail: { readonly purpose: MailPurpose; readonly to: string; readonly content: MailContent },
  turn: DeliveryTurn,
): Promise<string> {
  const uuid = uuidv7();
  await sql`
    insert into delivery (tenant_id, uuid, kind, purpose, recipient, content, account_uuid)
    values (current_tenant(), ${uuid}, 'mail', ${mail.purpose}, ${mail.to}, ${jsonb(mail.content)}, ${turn.account})`.execute(
    db,
  );
  await enqueueDelivery(db, uuid, turn);
  return uuid;
}

/** Enqueues the jobs of deliveries, to run in the background at once, in one statement; waiting ones are replaced. */
export async function enqueueDeliveries(db: TenantQueries, uuids: readonly string[]): Promise<void> {
  await enqueueEach(
    db,
    sql`select 'deliver' as task, jsonb_build_object('delivery', uuid) as payload, 'delivery:' || uuid as job_key,
        'background' as urgency, account_uuid::text as account
      from delivery where uuid = any(${uuids}::uuid[]) order by uuid`,
  );
}

/** @param notBefore default at once */
async function enqueueDelivery(
  db: TenantQueries,
  uuid: string,
  { account, urgency }: DeliveryTurn,
  notBefore?: Date,
): Promise<void> {
  const jobKey = `delivery:${uuid}`;
  await enqueue(
    db,
    'deliver',
    { delivery: uuid },
    { jobKey, account, urgency, ...(notBefore && { notBefore }) },
  );
}

/** What is sent to a webhook, as it is kept until it is sent. */
export interface WebhookContent {
  readonly id: string;
  readonly event: string;
  readonly body: string;
  readonly secret?: string;
  /** It is not sent unsigned where it had a secret elsewhere. */
  readonly isSecretMissing?: true;
}

/** A message of an effect to one recipient: an address of mail, or of a webhook. */
export type EffectMessage = { readonly recipient: string } & (
  | { readonly kind: 'mail'; readonly content: MailContent }
  | { readonly kind: 'webhook'; readonly content: WebhookContent }
);

/**
 * Writes the messages of an effect and enqueues the jobs that send them, in the caller's transaction. What has reached a
 * recipient stays; what has not is written anew, with the same uuid, and what is for nobody any more goes.
 * @param account whose turn the jobs take
 */
export async function writeEffectMessages(
  db: TenantQueries,
  effect: string,
  messages: readonly EffectMessage[],
  account: string,
): Promise<void> {
  const recipients = messages.map(({ recipient }) => recipient);
  await sql`
    delete from delivery
    where effect_uuid = ${effect} and state <> 'DONE' and recipient <> all(${recipients}::text[])`.execute(
    db,
  );
  const rows = messages.map((message) => ({ uuid: uuidv7(), ...message }));
  const { rows: written } = await sql<{ uuid: string }>`
    insert into delivery (tenant_id, uuid, kind, purpose, recipient, content, account_uuid, effect_uuid)
    select current_tenant(), made.uuid, made.kind, 'effect', made.recipient, made.content, ${account}, ${effect}
    from jsonb_to_recordset(${jsonb(rows)}) as made (uuid uuid, kind text, recipient text, content jsonb)
    on conflict (tenant_id, effect_uuid, recipient) where effect_uuid is not null do update
      set kind = excluded.kind, content = excluded.content, account_uuid = excluded.account_uuid, state = 'PENDING',
        attempts = 0, next_attempt_at = now()
      where delivery.state <> 'DONE'
    returning uuid`.execute(db);
  await enqueueDeliveries(
    db,
    written.map(({ uuid }) => uuid),
  );
}

/**
 * Writes the outcome of an attempt. A delivery that may still arrive is enqueued for its next attempt. Where two processes
 * make the same attempt, since the first was taken for dead, the first outcome counts; one that arrived always does.
 */
export async function writeAttempt(
  db: TenantQueries,
  delivery: Pick<Selectable<DB['delivery']>, 'uuid' | 'attempts' | 'account_uuid' | 'effect_uuid'>,
  { end, code, detail, status }: Attempt,
): Promise<void> {
  const attempts = delivery.attempts + 1;
  const now = new Date();
  const next = end === 'try-again' ? nextAttempt(attempts, now) : undefined;
  const result = { code, title: outcomeTitles[code], detail, status };
  const { numUpdatedRows } = await db
    .updateTable('delivery')
    .set({
      state: end === 'arrived' ? 'DONE' : next ? 'PENDING' : 'ERROR',
      attempts,
      last_attempt_at: now,
      next_attempt_at: next ?? null,
      result: jsonb(result),
      // What arrived need not be kept, least of all a secret; nor what is given up, but for effects, which are tried by hand.
      ...((end === 'arrived' || (!next && delivery.effect_uuid === null)) && { content: jsonb({}) }),
    })
    .where('uuid', '=', delivery.uuid)
    .$if(end !== 'arrived', (update) => update.where('attempts', '=', delivery.attempts))
    .executeTakeFirst();
  if (next && numUpdatedRows > 0n)
    await enqueueDelivery(db, delivery.uuid, { account: delivery.account_uuid, urgency: 'background' }, next);
}
