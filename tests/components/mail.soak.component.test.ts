import { listMailMessages, sendTestMail, type MailMessage } from '@armarium/contract/mail';
import {
  changeOrganisation,
  getOrganisation,
  listAgreements,
  listOrganisationChanges,
  type Organisation,
  type OrganisationChange,
  type OrganisationChanges,
} from '@armarium/contract/organisation';
import { getImageDelivery } from '@armarium/contract/image-delivery';
import { getSelf } from '@armarium/contract/session';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { displayMoment } from '../../apps/web/src/ui/display-date.ts';
import { en, filled, it as italian } from '../e2e/words.ts';
import { madeDelivery, madeUser, newUuid, pageBlock } from './made-catalogue.ts';
import { madeOrganisation, mailSetUp } from './made-organisation.ts';
import { Screen } from './screen.tsx';

const words = en.organisation.mail;
const { delivery } = en;

let screen: Screen;
let settings: Organisation;
let asked: OrganisationChanges[];
let changes: OrganisationChange[];
let messages: MailMessage[];

/** A message that waits for its first attempt. */
function madeMessage(given: Partial<MailMessage> = {}): MailMessage {
  const uuid = newUuid();
  const now = new Date().toISOString();
  return {
    uuid,
    purpose: 'test',
    to: 'ada@example.org',
    date: now,
    state: 'PENDING',
    attempts: 0,
    lastAttemptDate: null,
    nextAttemptDate: now,
    result: null,
    _links: { self: { href: `http://armarium.test/iam/organisation/mail/messages/${uuid}` } },
    ...given,
  };
}

/** What becomes of a message that the mail server took. */
const taken = {
  state: 'DONE',
  attempts: 1,
  lastAttemptDate: '2026-11-28T09:00:01.000Z',
  nextAttemptDate: null,
  result: {
    code: 'mail-sent',
    title: 'The mail server accepted the message.',
    detail: '250 OK: queued',
    status: 250,
  },
} as const satisfies Partial<MailMessage>;

beforeEach(() => {
  screen = new Screen();
  const { answers } = screen;
  asked = [];
  changes = [];
  messages = [];
  settings = madeOrganisation();
  settings = { ...settings, installation: { ...settings.installation, mail: mailSetUp } };
  const headers = { ETag: '"1"' };
  answers.give(getSelf, madeUser({ roles: ['ROLE_ADMIN'], email: 'me@example.org' }));
  answers.give(getOrganisation, () => settings, { headers });
  answers.give(
    changeOrganisation,
    ({ body }) => {
      asked.push(body);
      return (settings = { ...settings, mail: { ...settings.mail, ...body.mail } });
    },
    { headers },
  );
  answers.give(listOrganisationChanges, ({ query }) => ({
    _embedded: { changes },
    ...pageBlock(changes.length, query),
  }));
  answers.give(listAgreements, ({ query }) => ({ _embedded: { agreements: [] }, ...pageBlock(0, query) }));
  answers.give(getImageDelivery, madeDelivery({ example: null }));
  answers.give(listMailMessages, ({ query }) => ({
    _embedded: { mailMessages: messages },
    ...pageBlock(messages.length, query),
  }));
  answers.give(sendTestMail, ({ body }) => {
    const message = madeMessage(body.to === undefined ? {} : { to: body.to });
    messages = [message, ...messages];
    return message;
  });
});
afterEach(() => screen.close());

const main = page.getByRole('main');
const section = main.getByRole('region', { name: words.title, exact: true });
const form = section.getByRole('form', { name: words.title, exact: true });
const name = form.getByRole('textbox', { name: words.displayName });
const replyTo = form.getByRole('textbox', { name: words.replyTo });
const save = form.getByRole('button', { name: en.organisation.save });
const testForm = section.getByRole('form', { name: words.test.label });
const to = testForm.getByRole('textbox', { name: words.test.to });
const send = testForm.getByRole('button', { name: words.test.send });
const outcome = testForm.getByRole('status');
const list = section.getByRole('list', { name: words.messages });

async function open(...shown: Parameters<Screen['open']> extends [string, ...infer S] ? S : never) {
  await screen.open('/ui/organisation', ...shown);
  await expect
    .element(
      main.getByRole('heading', { name: words.title }).or(main.getByRole('heading', { name: 'Posta' })),
    )
    .toBeVisible();
}

describe('the sender of mail', () => {
  test('is a name and an address for answers, which can be taken away again', async () => {
    await open();
    await name.fill('Prestiti');
    await replyTo.fill(' prestiti@example.org ');
    await save.click();
    await expect.element(form.getByText(en.organisation.saved, { exact: true })).toBeVisible();
    await expect.element(replyTo).toHaveValue('prestiti@example.org');
    await replyTo.fill('');
    await save.click();
    await expect
      .poll(() => asked)
      .toEqual([
        { mail: { displayName: 'Prestiti', replyTo: 'prestiti@example.org' } },
        { mail: { displayName: 'Prestiti', replyTo: null } },
      ]);
  });

  test('is not saved with a wrong address, which is told at its field and stays as it was typed', async () => {
    await open();
    await replyTo.fill('prestiti@');
    await expect.element(form.getByText(words.fault)).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    await expect.element(form.getByText(words.fault)).toBeVisible();
    await expect.element(replyTo).toHaveAttribute('aria-invalid', 'true');
    await expect.element(replyTo).toHaveFocus();
    await expect.element(replyTo).toHaveValue('prestiti@');
    await screen.expectAccessible();
    await replyTo.fill('prestiti@example.org');
    await save.click();
    await expect.poll(() => asked).toEqual([{ mail: { displayName: '', replyTo: 'prestiti@example.org' } }]);
  });

  test('is named in the list of changes', async () => {
    changes = [
      {
        id: '1',
        date: '2026-11-28T09:00:00.000Z',
        user: 'Ada Rossi',
        token: null,
        settings: [
          { name: 'mailDisplayName', before: '', after: 'Prestiti' },
          { name: 'mailReplyTo', before: null, after: 'prestiti@example.org' },
        ],
      },
    ];
    await open();
    const told = main.getByRole('list', { name: en.organisation.changes.title });
    for (const text of [
      'Name of the sender of mail: none → Prestiti',
      'Address for replies to mail: none → prestiti@example.org',
    ])
      await expect.element(told.getByText(text, { exact: true })).toBeVisible();
  });
});

describe('a test message', () => {
  test('goes to the own address unless another is given; its outcome is announced and listed, the focus stays', async () => {
    await open();
    await expect.element(to).toHaveValue('me@example.org');
    await send.click();
    await expect.element(outcome).toHaveTextContent(filled(words.test.onItsWay, { to: 'me@example.org' }));
    await expect.element(list.getByText(delivery.progress.onItsWay)).toBeVisible();
    messages = messages.map((message) => ({ ...message, ...taken }));
    await expect.element(outcome).toHaveTextContent(filled(words.test.sent, { to: 'me@example.org' }));
    await expect.element(send).toHaveFocus();
    const row = list.getByRole('listitem');
    await expect.element(row.getByText(delivery.progress.sent, { exact: true })).toBeVisible();
    await expect.element(row.getByText(delivery.outcome['mail-sent'])).toBeVisible();
    await expect.element(row).toHaveTextContent(`${delivery.said} 250 OK: queued`);
    // One that has ended is not asked for again until something else is sent.
    await to.fill('other@example.org');
    await send.click();
    await expect.element(outcome).toHaveTextContent(filled(words.test.onItsWay, { to: 'other@example.org' }));
    await expect.element(to).toHaveValue('other@example.org');
    await expect
      .poll(() => screen.answers.asked(sendTestMail).map(({ body }) => body))
      .toEqual([{ to: 'me@example.org' }, { to: 'other@example.org' }]);
    await screen.expectAccessible();
  });

  test('is not sent to a wrong address, nor to none', async () => {
    await open();
    await to.fill('');
    await send.click();
    await expect.element(testForm.getByText(words.test.missing)).toBeVisible();
    await expect.element(to).toHaveFocus();
    await to.fill('nobody@');
    await userEvent.keyboard('{Enter}');
    await expect.element(testForm.getByText(words.fault)).toBeVisible();
    await expect.element(to).toHaveAttribute('aria-invalid', 'true');
    expect(screen.answers.asked(sendTestMail)).toEqual([]);
  });

  test('keeps the address that was typed over a failure and a reload', async () => {
    await open();
    await to.fill('other@example.org');
    await screen.answers.failing(sendTestMail, 'internal', async () => {
      await send.click();
      await expect.element(testForm.getByText(words.test.notSent)).toBeVisible();
      await expect.element(send).toHaveFocus();
    });
    screen.reopen();
    await expect.element(to).toHaveValue('other@example.org');
    await send.click();
    await expect.element(outcome).toHaveTextContent(filled(words.test.onItsWay, { to: 'other@example.org' }));
  });
});

describe('the latest messages', () => {
  test('say how far each is, why, what the mail server said, and when it is tried again', async () => {
    const next = '2026-11-28T10:05:00.000Z';
    const lastAttemptDate = '2026-11-28T10:00:00.000Z';
    messages = [
      madeMessage({
        to: 'later@example.org',
        attempts: 2,
        lastAttemptDate,
        nextAttemptDate: next,
        result: { code: 'mail-deferred', title: 'Put off.', detail: '451 Try again later', status: 451 },
      }),
      madeMessage({
        to: 'away@example.org',
        state: 'ERROR',
        attempts: 8,
        lastAttemptDate,
        nextAttemptDate: null,
        result: {
          code: 'mail-server-unreachable',
          title: 'Unreachable.',
          detail: 'connect ECONNREFUSED',
          status: null,
        },
      }),
    ];
    await open();
    const rowOf = (address: string) => list.getByRole('listitem').filter({ hasText: address });
    const later = rowOf('later@example.org');
    await expect.element(later.getByText(delivery.progress.waiting, { exact: true })).toBeVisible();
    await expect.element(later.getByText(delivery.outcome['mail-deferred'])).toBeVisible();
    await expect.element(later).toHaveTextContent(`${delivery.said} 451 Try again later`);
    await expect
      .element(
        later.getByText(filled(delivery.attemptsNext_other, { count: 2, moment: displayMoment(next) })),
      )
      .toBeVisible();
    const away = rowOf('away@example.org');
    await expect.element(away.getByText(delivery.progress.failed, { exact: true })).toBeVisible();
    await expect.element(away).toHaveTextContent(`${delivery.technical} connect ECONNREFUSED`);
    await expect
      .element(away.getByText(filled(delivery.attempts_other, { count: 8 }), { exact: true }))
      .toBeVisible();
    await screen.expectAccessible();
  });
});

describe('where the installation lacks something', () => {
  test('the page says what, and who sets it, and offers no test message', async () => {
    const mail = { server: true, from: null, linkAddress: null };
    settings = { ...settings, installation: { ...settings.installation, mail } };
    await open();
    const note = section.getByRole('note');
    await expect.element(note.getByText(words.lacks.title)).toBeVisible();
    await expect
      .element(note)
      .toHaveTextContent(
        filled(words.lacks.text, { settings: `MAIL_FROM and ${words.lacks.addressOrPublicUrl}` }),
      );
    await expect.element(send).not.toBeInTheDocument();
    expect(screen.answers.asked(listMailMessages)).toEqual([]);
    // The sender can be chosen before the mail server is there.
    await name.fill('Prestiti');
    await save.click();
    await expect.poll(() => asked).toEqual([{ mail: { displayName: 'Prestiti', replyTo: null } }]);
    await screen.expectAccessible();
  });

  test('an organisation beside the first one needs an address of its own, said in Italian on a small dark screen', async () => {
    const mail = { server: false, from: null, linkAddress: null };
    settings = { ...settings, name: 'museo', installation: { ...settings.installation, mail } };
    await open({ language: 'it', width: 390, scheme: 'dark' });
    const { lacks } = italian.organisation.mail;
    await expect
      .element(main.getByText(filled(lacks.text, { settings: `SMTP_URL, MAIL_FROM e ${lacks.address}` })))
      .toBeVisible();
    await screen.expectAccessible();
  });
});
