import type { DeliveryOutcome } from '@armarium/contract/deliveries';
import { sql, type Selectable } from 'kysely';
import type { Database, TenantQueries } from '../../../db/database.ts';
import type { Config } from '../../../config.ts';
import type { DB } from '../../../db/schema.generated.ts';
import type { Attempt } from '../../../outbound/attempt.ts';
import { sendMail } from '../../../outbound/mail-server.ts';
import { postWebhook } from '../../../outbound/post-webhook.ts';
import type { JobContext, JobHandler } from '../../../queue/jobs.ts';
import { forgivenLosses } from '../../../queue/liveness.ts';
import { mailBodies, type MailContent } from '../mail-content.ts';
import { mailSettings, meansOfMail, type MailConfig, type MailSettings } from '../mail-settings.ts';
import { writeAttempt, type WebhookContent } from '../delivery.writes.ts';

interface Payload {
  readonly tenantId: number;
  readonly delivery: string;
}

/** The settings of the installation for what is sent. */
export type DeliveryConfig = MailConfig & {
  readonly limits: Pick<Config['limits'], 'fetchAllowedAddresses'>;
};

/** Is called with the effect of a delivery in the transaction that writes the outcome of an attempt. */
export type AttemptListener = (db: TenantQueries, effect: string) => Promise<void>;

/**
 * Makes one attempt to send something, and writes its outcome (decisions §13). The process may end at any moment: then
 * the job runs again, so that what is sent may arrive twice, with the same id.
 */
export function deliverJob(
  database: Database,
  config: DeliveryConfig,
  onAttempt: AttemptListener,
): JobHandler {
  return async (payload, job) => {
    const { tenantId, delivery } = payload as Payload;
    const due = await database.bookkeeping(tenantId, async (db) => {
      const row = await db
        .selectFrom('delivery')
        .selectAll()
        .where('uuid', '=', delivery)
        .where('state', '=', 'PENDING')
        // A process that ended between the outcome and the end of the job leaves the job behind: the next one is enqueued.
        .where('next_attempt_at', '<=', sql<Date>`now()`)
        .executeTakeFirst();
      return row && { row, settings: await mailSettings(db, config) };
    });
    if (!due) return;
    const attempt = await attempted(due.row, () => send(due.row, due.settings, config, job.signal), job);
    await database.bookkeeping(tenantId, async (db) => {
      await writeAttempt(db, due.row, attempt);
      if (due.row.effect_uuid !== null) await onAttempt(db, due.row.effect_uuid);
    });
    const fields = { delivery, code: attempt.code, status: attempt.status };
    if (attempt.end === 'arrived') job.log.info(fields, 'delivered');
    else job.log.warn(fields, attempt.end === 'try-again' ? 'not delivered yet' : 'not delivered');
  };
}

/** A fault of the program's own is an outcome too, so that what waits is not tried without an end. */
async function attempted(
  { uuid }: Selectable<DB['delivery']>,
  attempt: () => Promise<Attempt>,
  job: JobContext,
): Promise<Attempt> {
  const fault = (detail: string): Attempt => ({ end: 'try-again', code: 'failed', detail, status: null });
  if (job.losses >= forgivenLosses) return fault('The program ended several times during this attempt.');
  try {
    return await attempt();
  } catch (error) {
    if (job.signal.aborted) throw error;
    job.log.error({ err: error, delivery: uuid }, 'sending failed');
    return fault('');
  }
}

const givenUp = (code: DeliveryOutcome): Attempt => ({ end: 'given-up', code, detail: '', status: null });

async function send(
  row: Selectable<DB['delivery']>,
  settings: MailSettings,
  { limits }: DeliveryConfig,
  signal: AbortSignal,
): Promise<Attempt> {
  if (row.kind === 'mail') return sendMessage(row, settings, signal);
  const { isSecretMissing, secret, ...call } = row.content as unknown as WebhookContent;
  if (isSecretMissing) return givenUp('secret-missing');
  return postWebhook({ url: row.recipient, ...call, secret }, limits.fetchAllowedAddresses, signal);
}

async function sendMessage(
  { uuid, recipient, content }: Selectable<DB['delivery']>,
  settings: MailSettings,
  signal: AbortSignal,
): Promise<Attempt> {
  const means = meansOfMail(settings);
  if (typeof means === 'string') return givenUp(means);
  const { smtpUrl, from, linkOrigin } = means;
  const { replyTo, organisation } = settings;
  const message = content as unknown as MailContent;
  const bodies = mailBodies(message, { name: organisation, address: `${linkOrigin}/ui/` });
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return sendMail(
    smtpUrl,
    { messageId: `<${uuid}@${domain}>`, from, replyTo, to: recipient, subject: message.subject, ...bodies },
    signal,
  );
}
