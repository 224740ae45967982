import { sql, type Selectable } from 'kysely';
import type { Language } from '@armarium/contract/preferences';
import { MAIL_TASK } from '@armarium/contract/transition-tasks';
import type { TenantQueries } from '../../../db/database.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { languagesOf } from '../../accounts/public.ts';
import { rootUuid } from '../../catalogue/public.ts';
import type { EffectMessage, MailSettings } from '../../deliveries/public.ts';
import { hrefOf, kindOf, recordKinds } from '../../records/public.ts';
import { mailOf, webhookBodyOf, type EffectNews, type EffectRecord } from './effect-message.ts';

/** The messages of an effect, one to each recipient. */
export async function messagesOf(
  db: TenantQueries,
  row: Selectable<DB['effect']>,
  { linkOrigin, language, tenant }: MailSettings,
): Promise<EffectMessage[]> {
  const parameters = row.parameters as Readonly<Record<string, unknown>>;
  const news: EffectNews = {
    uuid: row.uuid,
    tenant,
    date: row.made_at,
    user: { username: row.username, name: row.account_name },
    transition: {
      uuid: row.transition_uuid,
      name: row.transition_name,
      itemFromState: row.from_state,
      itemToState: row.to_state,
    },
    resourceType: row.resource_type,
    comment: row.comment,
    records: await recordsOf(db, row, linkOrigin),
  };
  if (row.template_name === MAIL_TASK) {
    const recipients = (parameters['recipients'] ?? []) as readonly string[];
    const theirs = await languagesOf(db, recipients);
    const texts = {
      subject: String(parameters['subject']),
      body: String(parameters['body']),
      attachLink: parameters['attachLink'] === true,
    };
    const written = new Map<Language, ReturnType<typeof mailOf>>();
    return recipients.map((recipient) => {
      const chosen = theirs.get(recipient.toLowerCase()) ?? language;
      const content = written.get(chosen) ?? mailOf(texts, news, chosen);
      written.set(chosen, content);
      return { kind: 'mail', recipient, content };
    });
  }
  const { url, secret, secretMissing } = parameters;
  return [
    {
      kind: 'webhook',
      recipient: String(url),
      content: {
        id: `urn:uuid:${row.uuid}`,
        event: 'transition',
        body: webhookBodyOf(news),
        ...(typeof secret === 'string' && { secret }),
        ...(secretMissing === true && { isSecretMissing: true }),
      },
    },
  ];
}

/** The records of an effect in the order of their transitions, with their addresses. */
async function recordsOf(
  db: TenantQueries,
  { uuid, resource_type }: Selectable<DB['effect']>,
  linkOrigin: string | undefined,
): Promise<EffectRecord[]> {
  const kind = recordKinds().find(({ resourceType }) => resourceType === resource_type);
  const { owner } = kind ?? {};
  // A file is shown on the page of its item.
  const { rows } = await sql<{
    record_uuid: string;
    title: string;
    pressmark: string | null;
    shown: string | null;
  }>`
    select record_uuid, title, pressmark,
      ${
        owner
          ? sql`(select ${sql.ref(`owned.${owner.column}`)} from ${sql.table(kind?.table ?? '')} owned
              where owned.uuid = record_uuid)`
          : sql`record_uuid`
      } as shown
    from effect_record where effect_uuid = ${uuid} order by log_uuid`.execute(db);
  const page = owner ? kindOf(owner.resourceType).page : kind?.page;
  const root = await rootUuid(db);
  return rows.map(({ record_uuid, title, pressmark, shown }) => ({
    uuid: record_uuid,
    title,
    pressmark,
    page:
      linkOrigin === undefined || !page || shown === null ? undefined : `${linkOrigin}${page(shown, root)}`,
    href: linkOrigin === undefined || !kind ? null : hrefOf(linkOrigin, kind.calls.get, record_uuid).href,
  }));
}
