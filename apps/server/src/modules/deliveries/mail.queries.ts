import { getMailMessage, type MailMessage, type MailPurpose } from '@armarium/contract/mail';
import { sql, type Selectable } from 'kysely';
import type { TenantQueries } from '../../db/database.ts';
import type { DB } from '../../db/schema.generated.ts';
import { notFound } from '../../problem-error.ts';
import type { PageWanted } from '../../http/pages.ts';
import { progressOf } from './delivery-progress.ts';

function viewOf(row: Selectable<DB['delivery']>, origin: string): MailMessage {
  return {
    uuid: row.uuid,
    purpose: row.purpose as MailPurpose,
    to: row.recipient,
    date: row.made_at.toISOString(),
    ...progressOf(row),
    _links: { self: { href: `${origin}${getMailMessage.path.replace(':uuid', row.uuid)}` } },
  };
}

/** One message of the organisation. @throws ProblemError 404 */
export async function mailMessage(db: TenantQueries, uuid: string, origin: string): Promise<MailMessage> {
  const row = await db
    .selectFrom('delivery')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('effect_uuid', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound('The message');
  return viewOf(row, origin);
}

/** A page of the messages of the organisation, the newest first. */
export async function mailMessages(
  db: TenantQueries,
  page: PageWanted,
  origin: string,
): Promise<{ messages: MailMessage[]; total: number }> {
  const rows = await db
    .selectFrom('delivery')
    .selectAll()
    .where('effect_uuid', 'is', null)
    .orderBy('uuid', 'desc')
    .limit(page.size)
    .offset(page.number * page.size)
    .execute();
  const { total } = await db
    .selectFrom('delivery')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('effect_uuid', 'is', null)
    .executeTakeFirstOrThrow();
  return { messages: rows.map((row) => viewOf(row, origin)), total };
}
