import { getMailMessage, listMailMessages, sendTestMail } from '@armarium/contract/mail';
import type { Language } from '@armarium/contract/preferences';
import type { Database } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { pageAnswer, wantedPage } from '../../http/pages.ts';
import { invalid } from '../../problem-error.ts';
import { findAccount, readPreferences } from '../accounts/public.ts';
import { mailMessage, mailMessages, mailSettings, writeMail, type MailConfig } from '../deliveries/public.ts';

const DEFAULT_SIZE = 20;

const testWords = {
  en: (organisation: string) => ({
    subject: `Test message of ${organisation}`,
    paragraphs: [
      `This is a test message of ${organisation}. It shows that mail arrives.`,
      'You need not answer it.',
    ],
    link: 'Open the catalogue',
  }),
  it: (organisation: string) => ({
    subject: `Messaggio di prova di ${organisation}`,
    paragraphs: [
      `Questo è un messaggio di prova di ${organisation}. Dimostra che la posta arriva.`,
      'Non occorre rispondere.',
    ],
    link: 'Apri il catalogo',
  }),
} as const satisfies Record<Language, (organisation: string) => object>;

/** The operations on the mail of an organisation (decisions §12), for its administrators. */
export function mailOperations(database: Database, config: MailConfig): Implementation[] {
  return [
    implement(sendTestMail, async ({ data, actor, body, origin }) => {
      const account = await findAccount(database.system, { uuid: actor.accountUuid });
      const to = body.to ?? account?.email ?? '';
      if (to === '') {
        const message = 'Give an address: your account has none.';
        throw invalid([{ name: 'to', code: 'required', message }]);
      }
      return database.bookkeeping(data.tenantId, async (db) => {
        const { organisation, language: theirs, linkOrigin } = await mailSettings(db, config);
        const language = (account && readPreferences(account.preferences).language) ?? theirs;
        const { subject, paragraphs, link } = testWords[language](organisation);
        // Without an address for links the message is not sent.
        const links = linkOrigin === undefined ? [] : [{ label: link, href: `${linkOrigin}/ui/` }];
        const uuid = await writeMail(
          db,
          { purpose: 'test', to, content: { language, subject, paragraphs, links } },
          { account: actor.accountUuid, urgency: 'person' },
        );
        return mailMessage(db, uuid, origin);
      });
    }),
    implement(listMailMessages, async ({ data, query, origin, url }) => {
      const page = wantedPage(query, DEFAULT_SIZE);
      const { messages, total } = await data.read((db) => mailMessages(db, page, origin));
      return pageAnswer('mailMessages', messages, page, total, origin, url);
    }),
    implement(getMailMessage, ({ data, params, origin }) =>
      data.read((db) => mailMessage(db, params.uuid, origin)),
    ),
  ];
}
