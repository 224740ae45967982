import { sql } from 'kysely';
import type { DeliveryOutcome } from '@armarium/contract/deliveries';
import type { Language } from '@armarium/contract/preferences';
import type { Config } from '../../config.ts';
import type { TenantQueries } from '../../db/database.ts';
import type { MailAddress } from '../../settings/text-settings.ts';
import { linkOriginOf } from '../tenancy/public.ts';

/** The settings of the installation that mail needs. */
export type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl'>;

/** How an organisation sends mail; what is undefined keeps it from doing so (decisions §12). */
export interface MailSettings {
  readonly smtpUrl: string | undefined;
  /** With the name of the organisation, or the one that it has for mail. */
  readonly from: MailAddress | undefined;
  readonly replyTo: string | undefined;
  /** Scheme, host and port that links begin with, never those of a request. */
  readonly linkOrigin: string | undefined;
  /** The name that people read, and the short one. */
  readonly organisation: string;
  readonly tenant: string;
  /** Of those who chose none. */
  readonly language: Language;
}

/** Reads how the transaction's organisation sends mail. */
export async function mailSettings(db: TenantQueries, config: MailConfig): Promise<MailSettings> {
  const { rows } = await sql<{
    name: string;
    display_name: string;
    url: string | null;
    language: Language | null;
    mail_name: string;
    mail_reply_to: string | null;
  }>`
    select name, display_name, url, language, mail_name, mail_reply_to
    from tenant where id = current_tenant()`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('Mail settings were asked for without a tenant.');
  const organisation = row.display_name || row.name;
  const { smtpUrl, mailFrom } = config;
  return {
    smtpUrl,
    from: mailFrom && { ...mailFrom, name: row.mail_name || row.display_name || mailFrom.name || row.name },
    replyTo: row.mail_reply_to ?? undefined,
    linkOrigin: linkOriginOf(row, config),
    organisation,
    tenant: row.name,
    language: row.language ?? 'en',
  };
}

/** What mail cannot be sent without. @returns the outcome of an attempt where something is missing */
export function meansOfMail({
  smtpUrl,
  from,
  linkOrigin,
}: MailSettings):
  DeliveryOutcome | { readonly smtpUrl: string; readonly from: MailAddress; readonly linkOrigin: string } {
  if (smtpUrl === undefined) return 'smtp-not-set';
  if (from === undefined) return 'mail-from-not-set';
  if (linkOrigin === undefined) return 'link-address-not-set';
  return { smtpUrl, from, linkOrigin };
}
