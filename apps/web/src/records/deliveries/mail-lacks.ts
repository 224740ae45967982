import type { Organisation } from '@armarium/contract/organisation';

/** What the installation lacks for mail: two settings, and an address that links can begin with. */
export type MailLack = 'SMTP_URL' | 'MAIL_FROM' | 'linkAddress';

export function mailLacks(mail: Organisation['installation']['mail']): MailLack[] {
  return [
    ...(mail.server ? [] : (['SMTP_URL'] as const)),
    ...(mail.from === null ? (['MAIL_FROM'] as const) : []),
    ...(mail.linkAddress === null ? (['linkAddress'] as const) : []),
  ];
}
