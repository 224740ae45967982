import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { updateTenantUser } from '@armarium/contract/accounts';
import { getMailMessage, listMailMessages, sendTestMail, type MailMessage } from '@armarium/contract/mail';
import { changeOrganisation, getOrganisation } from '@armarium/contract/organisation';
import type { HttpClient } from '../../../../../tests/harness/http-client.ts';
import { jobContext } from '../../../../../tests/harness/job-context.ts';
import { openMailServer, type ArrivedMail } from '../../../../../tests/harness/mail-server.ts';
import { until } from '../../../../../tests/harness/waiting.ts';
import { openInstallation, type TenantName } from '../../../../../tests/http/test-installation.ts';
import { writeAttempt } from './delivery.writes.ts';
import { deliverJob } from './jobs/deliver.job.ts';
import { takeUpDeliveriesJob } from './jobs/take-up-deliveries.job.ts';
import type { MailConfig } from './mail-settings.ts';

const PUBLIC_URL = 'https://catalogue.example.org';
const signIn = { name: 'sender', password: 'hunter2 & more' };
const signInOf = ({ name, password }: typeof signIn) => `${name}:${encodeURIComponent(password)}`;

const mail = await openMailServer();
const house = await openInstallation({
  worker: true,
  environment: {
    SMTP_URL: mail.url(signInOf(signIn)),
    MAIL_FROM: 'The Installation <post@armarium.example>',
    PUBLIC_URL,
  },
});
const { database } = house.access;
const config: MailConfig = {
  smtpUrl: mail.url(),
  mailFrom: { name: 'The Installation', address: 'post@armarium.example' },
  publicUrl: PUBLIC_URL,
};

/** Somebody who manages, with an address. */
async function manager(tenant: TenantName, email: string | null): Promise<HttpClient & { uuid: string }> {
  const account = await house.account(tenant, ['ROLE_TENANT_ADMIN']);
  await house.query('update account set email = $2 where uuid = $1', [account.uuid, email ?? '']);
  return Object.assign(await house.signedIn(account, tenant), { uuid: account.uuid });
}
const ada = await manager('default', 'ada@example.org');
const neighbour = await manager('altra', 'neighbour@example.org');

// Without a name of its own, so that the one of MAIL_FROM counts.
await ada.call(changeOrganisation, { body: { displayName: '' } });

beforeEach(() => mail.beUsual());

const address = () => `${randomUUID()}@example.org`;
/** Asks for a test message. @returns it as it waits */
async function asked(who: HttpClient, to?: string): Promise<MailMessage> {
  const answer = await who.call(sendTestMail, { body: to === undefined ? {} : { to } });
  expect(answer).toMatchObject({ status: 202, body: { purpose: 'test' } });
  return answer.body;
}
const message = async (uuid: string, who: HttpClient = ada) =>
  (await who.call(getMailMessage, { params: { uuid } })).body;
/** Waits until so many attempts were made. */
const attempted = (uuid: string, attempts = 1, who: HttpClient = ada) =>
  until(`attempt ${attempts} was made`, async () => {
    const found = await message(uuid, who);
    return found.attempts >= attempts ? found : undefined;
  });
/** Lets the next attempt be due now, and tells the workers. */
const letBeDue = async (uuid: string) => {
  await house.query(`update delivery set next_attempt_at = now() where uuid = $1`, [uuid]);
  await house.query(
    `update graphile_worker._private_jobs set run_at = now() where key like '%:delivery:' || $1`,
    [uuid],
  );
  await house.query(`select pg_notify('jobs:insert', '{"r":1,"count":1}')`);
};
const waitingJobs = async (uuid: string) =>
  (
    await house.query(
      `select from graphile_worker._private_jobs where key like '%:delivery:' || $1 and locked_at is null`,
      [uuid],
    )
  ).length;
const pause_ms = ({ lastAttemptDate, nextAttemptDate }: MailMessage) =>
  Date.parse(nextAttemptDate ?? '') - Date.parse(lastAttemptDate ?? '');

/** A message whose job is gone, for jobs that a test runs itself. */
async function withoutJob(
  to: string,
  { state = 'PENDING', made = '0 days', due = '0 minutes' } = {},
): Promise<string> {
  const uuid = uuidv7();
  const content = { language: 'en', subject: 'Lost', paragraphs: ['Lost.'], links: [] };
  await house.query(
    `insert into delivery (tenant_id, uuid, kind, purpose, recipient, content, state, made_at, next_attempt_at)
     values ($1, $2, 'mail', 'test', $3, $4, $5, now() - $6::interval,
       case when $5 = 'PENDING' then now() - $7::interval end)`,
    [house.tenantIds.default, uuid, to, content, state, made, due],
  );
  return uuid;
}
const deliver = (delivery: string, other: Partial<MailConfig> = {}, context = jobContext) =>
  deliverJob(database, { ...config, limits: { fetchAllowedAddresses: [] }, ...other }, () =>
    Promise.resolve(),
  )({ tenantId: house.tenantIds.default, delivery }, context);

const hrefs = ({ html = '' }: ArrivedMail) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

describe('a message', () => {
  it('[RUN-15, RUN-19] arrives as plain text and HTML by SMTP_URL, its links at PUBLIC_URL and not at the host of the request', async () => {
    const { uuid, ...waiting } = await asked(ada);
    expect(waiting).toMatchObject({ to: 'ada@example.org', state: 'PENDING', attempts: 0, result: null });
    expect(waiting._links.self.href).toBe(`${house.origin}/iam/organisation/mail/messages/${uuid}`);
    const arrived = await mail.next('ada@example.org');
    expect(arrived).toMatchObject({
      subject: 'Test message of default',
      from: { name: 'The Installation', address: 'post@armarium.example' },
      to: [{ name: '', address: 'ada@example.org' }],
      messageId: `<${uuid}@armarium.example>`,
    });
    expect(arrived.replyTo ?? []).toEqual([]);
    expect(arrived.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
    expect(arrived.raw).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect(arrived.text).toContain(`- Open the catalogue\n  ${PUBLIC_URL}/ui/`);
    expect(hrefs(arrived)).toEqual([`${PUBLIC_URL}/ui/`, `${PUBLIC_URL}/ui/`]);
    expect(`${arrived.raw}${arrived.text}${arrived.html}`).not.toContain(new URL(house.origin).port);
    expect(mail.signIns.at(-1)).toEqual(signIn);
    expect(await attempted(uuid)).toMatchObject({
      state: 'DONE',
      attempts: 1,
      lastAttemptDate: expect.any(String) as string,
      nextAttemptDate: null,
      result: { code: 'mail-sent', status: 250 },
    });
    expect(await waitingJobs(uuid)).toBe(0);
  });

  it('[RUN-15] of an organisation with an address of its own has its links there; of one without any none is sent', async () => {
    const { uuid } = await asked(neighbour);
    expect(await attempted(uuid, 1, neighbour)).toMatchObject({
      state: 'ERROR',
      attempts: 1,
      nextAttemptDate: null,
      result: { code: 'link-address-not-set', detail: '', status: null },
    });
    await house.query(`update tenant set url = 'altra.example.org' where name = 'altra'`);
    const [other] = await Promise.all([asked(neighbour), mail.next('neighbour@example.org')]);
    const [arrived] = mail.arrivedFor('neighbour@example.org');
    expect(arrived?.messageId).toBe(`<${other.uuid}@armarium.example>`);
    expect(hrefs(arrived as ArrivedMail)).toEqual([
      'https://altra.example.org/ui/',
      'https://altra.example.org/ui/',
    ]);
    expect(`${arrived?.raw}${arrived?.text}`).not.toContain('localhost');
    await house.query(`update tenant set url = null where name = 'altra'`);
  });

  it('is in the language of the account, else in that of the organisation, else in English', async () => {
    const prefer = (language: 'en' | 'it' | null) =>
      ada.call(updateTenantUser, { params: { id: ada.uuid }, body: { preferences: { language } } });
    const speak = (language: 'it' | null) => ada.call(changeOrganisation, { body: { language } });
    const subjects: (string | undefined)[] = [];
    for (const [theirs, ours] of [
      [null, null],
      [null, 'it'],
      ['en', 'it'],
      ['it', null],
    ] as const) {
      expect((await prefer(theirs)).status).toBe(200);
      expect((await speak(ours)).status).toBe(200);
      const to = address();
      await asked(ada, to);
      const { subject, html = '', text = '' } = await mail.next(to);
      subjects.push(subject);
      const isItalian = subject?.startsWith('Messaggio') === true;
      expect(html).toContain(isItalian ? '<html lang="it">' : '<html lang="en">');
      expect(text).toContain(isItalian ? 'Messaggio inviato da' : 'This message was sent by');
    }
    const [english, italian] = ['Test message of default', 'Messaggio di prova di default'];
    expect(subjects).toEqual([english, italian, english, italian]);
    await prefer(null);
  });

  it('comes from the name that the organisation gives itself for mail, else its name, and answers go to its address', async () => {
    const hostile = '<img src=x onerror=1> "Bibliothèque", Modena';
    await ada.call(changeOrganisation, { body: { displayName: hostile } });
    const [first, second] = [address(), address()];
    await asked(ada, first);
    const plain = await mail.next(first);
    expect(plain.from).toEqual({ name: hostile, address: 'post@armarium.example' });
    expect(plain.subject).toBe(`Test message of ${hostile}`);
    expect(plain.text).toContain(`This message was sent by ${hostile}.`);
    expect(plain.html).toContain('&lt;img src=x onerror=1&gt; &quot;Bibliothèque&quot;, Modena');
    expect(plain.html).not.toMatch(/<img|<[^>]*\ssrc=|url\(/);

    const sender = { displayName: 'Reading room <desk>', replyTo: 'desk@example.org' };
    await ada.call(changeOrganisation, { body: { mail: sender } });
    await asked(ada, second);
    expect(await mail.next(second)).toMatchObject({
      from: { name: 'Reading room <desk>', address: 'post@armarium.example' },
      replyTo: [{ name: '', address: 'desk@example.org' }],
      subject: `Test message of ${hostile}`,
    });
    await ada.call(changeOrganisation, {
      body: { displayName: '', mail: { displayName: '', replyTo: null } },
    });
  });

  it('needs an address, and a right one', async () => {
    const nobody = await manager('default', null);
    expect(await nobody.call(sendTestMail, { body: {} })).toMatchObject({
      status: 422,
      body: { fields: [{ name: 'to', code: 'required' }] },
    });
    for (const to of ['us', 'a@example.org, b@example.org', 'a@example.org\r\nBcc: b@example.org']) {
      expect(await ada.call(sendTestMail, { body: { to } })).toMatchObject({
        status: 422,
        body: { fields: [{ name: 'to', code: 'email-form' }] },
      });
    }
  });
});

describe('what the mail server objects to', () => {
  it('for good is an error at once, with its status and its words', async () => {
    const to = address();
    mail.objectTo(to, 550, '5.1.1 No such mailbox here');
    const { uuid } = await asked(ada, to);
    expect(await attempted(uuid)).toMatchObject({
      state: 'ERROR',
      attempts: 1,
      nextAttemptDate: null,
      result: {
        code: 'mail-refused',
        status: 550,
        detail: expect.stringContaining('No such mailbox here') as string,
      },
    });
    expect(await waitingJobs(uuid)).toBe(0);
  });

  it('for now is tried again a minute later, and five minutes after that, as the same message', async () => {
    const to = address();
    mail.objectTo(to, 451, '4.7.1 Come back later');
    const { uuid } = await asked(ada, to);
    const first = await attempted(uuid);
    expect(first).toMatchObject({
      state: 'PENDING',
      result: { code: 'mail-deferred', status: 451, detail: expect.stringContaining('later') as string },
    });
    expect(pause_ms(first)).toBe(60_000);
    // What runs too early, as after a kill between an outcome and the end of its job, does nothing.
    await deliver(uuid);
    expect(await message(uuid)).toEqual(first);
    expect(await waitingJobs(uuid)).toBe(1);

    await letBeDue(uuid);
    expect(pause_ms(await attempted(uuid, 2))).toBe(5 * 60_000);
    mail.beUsual();
    await letBeDue(uuid);
    expect((await mail.next(to)).messageId).toBe(`<${uuid}@armarium.example>`);
    expect(await attempted(uuid, 3)).toMatchObject({ state: 'DONE', result: { code: 'mail-sent' } });
  });

  it('in those who sign in wrongly, or not at all, is tried again, and its secret is told nobody', async () => {
    mail.demandSignIn({ ...signIn, password: 'another' });
    const { uuid } = await asked(ada, address());
    const wrong = await attempted(uuid);
    expect(wrong).toMatchObject({ state: 'PENDING', result: { code: 'mail-server-sign-in', status: 535 } });
    expect(pause_ms(wrong)).toBe(60_000);
    mail.demandSignIn(signIn);
    await letBeDue(uuid);
    expect((await attempted(uuid, 2)).state).toBe('DONE');

    const unnamed = await withoutJob(address());
    await deliver(unnamed);
    expect(await message(unnamed)).toMatchObject({
      state: 'PENDING',
      result: { code: 'mail-server-sign-in', status: 530 },
    });
    const { body } = await ada.call(getOrganisation);
    expect(body.installation.mail).toEqual({
      server: true,
      from: 'post@armarium.example',
      linkAddress: PUBLIC_URL,
    });
    const told = JSON.stringify([body, wrong, await message(uuid)]);
    expect(told).not.toMatch(/hunter2|sender/);
  });

  it('in the encryption that was demanded is tried again, and no password was told', async () => {
    const before = mail.signIns.length;
    const uuid = await withoutJob(address());
    await deliver(uuid, { smtpUrl: `${mail.url(signInOf(signIn))}?requireTLS=true` });
    expect(await message(uuid)).toMatchObject({
      state: 'PENDING',
      result: { code: 'mail-server-unreachable', status: 500 },
    });
    expect(mail.signIns).toHaveLength(before);
  });
});

describe('a mail server', () => {
  it('that is away is tried again, and has the message when it is back', async () => {
    await mail.goAway();
    const to = address();
    const { uuid } = await asked(ada, to);
    const away = await attempted(uuid);
    await mail.comeBack();
    expect(away).toMatchObject({
      state: 'PENDING',
      result: { code: 'mail-server-unreachable', status: null },
    });
    await letBeDue(uuid);
    expect((await mail.next(to)).messageId).toBe(`<${uuid}@armarium.example>`);
  });

  it('that says nothing is left after a while, and at once where the program stops', async () => {
    mail.beMute();
    const uuid = await withoutJob(address());
    const stopping = new AbortController();
    const [before, waiting] = [mail.connections, await message(uuid)];
    const attempt = deliver(uuid, {}, { ...jobContext, signal: stopping.signal });
    await until('it is connected', () => (mail.connections > before ? true : undefined));
    stopping.abort(new Error('It stops.'));
    await expect(attempt).rejects.toThrow('It stops.');
    expect(await message(uuid)).toEqual(waiting);

    await deliver(uuid, { smtpUrl: `${mail.url()}?greetingTimeout=100` });
    expect(await message(uuid)).toMatchObject({
      state: 'PENDING',
      attempts: 1,
      result: { code: 'mail-server-unreachable', status: null },
    });
  });

  it.each([
    ['SMTP_URL', { smtpUrl: undefined }, 'smtp-not-set'],
    ['MAIL_FROM', { mailFrom: undefined }, 'mail-from-not-set'],
    ['PUBLIC_URL', { publicUrl: undefined }, 'link-address-not-set'],
  ])('without %s is not asked', async (_, lacking, code) => {
    const before = mail.connections;
    const uuid = await withoutJob(address());
    await deliver(uuid, lacking);
    expect(await message(uuid)).toMatchObject({
      state: 'ERROR',
      attempts: 1,
      result: { code, detail: '', status: null },
    });
    expect(mail.connections).toBe(before);
  });
});

it('of two outcomes of the same attempt the first counts, but one that arrived always does', async () => {
  const failed = { end: 'try-again', code: 'mail-deferred', detail: '', status: 451 } as const;
  const refused = { end: 'given-up', code: 'mail-refused', detail: '', status: 550 } as const;
  const arrived = { end: 'arrived', code: 'mail-sent', detail: '', status: 250 } as const;
  for (const [first, second] of [
    [failed, arrived],
    [arrived, failed],
    [refused, arrived],
    [failed, refused],
  ] as const) {
    const uuid = await withoutJob(address());
    const row = { uuid, attempts: 0, account_uuid: null, effect_uuid: null };
    for (const outcome of [first, second])
      await database.bookkeeping(house.tenantIds.default, (db) => writeAttempt(db, row, outcome));
    const state = second === refused ? 'PENDING' : 'DONE';
    expect(await message(uuid)).toMatchObject({ state, attempts: 1 });
    expect(await waitingJobs(uuid)).toBe(first === failed ? 1 : 0);
  }
});

describe('the messages', () => {
  it('are listed the newest first, a page at a time, and never to another organisation', async () => {
    const { uuid } = await asked(ada, address());
    const last = await asked(ada, address());
    const { body } = await ada.call(listMailMessages, { query: { size: 2 } });
    expect(body._embedded.mailMessages.map((one) => one.uuid)).toEqual([last.uuid, uuid]);
    expect(body.page.size).toBe(2);
    const [{ count } = { count: 0 }] = await house.query<{ count: number }>(
      'select count(*)::integer as count from delivery where tenant_id = $1',
      [house.tenantIds.default],
    );
    expect(body.page.totalElements).toBe(count);
    const theirs = (await neighbour.call(listMailMessages, { query: { size: 100 } })).body;
    expect(theirs._embedded.mailMessages.map(({ to }) => to)).toEqual([
      'neighbour@example.org',
      'neighbour@example.org',
    ]);
    expect(await neighbour.call(getMailMessage, { params: { uuid } })).toMatchObject({ status: 404 });
  });

  it('whose job is gone are taken up, and old ones deleted once they are over', async () => {
    const [late, early] = [address(), address()];
    const lost = await withoutJob(late, { due: '16 minutes' });
    const young = await withoutJob(early, { due: '14 minutes' });
    mail.objectTo('waits@example.org', 451, 'Later');
    const { uuid: waits } = await asked(ada, 'waits@example.org');
    await attempted(waits);
    await house.query(`update delivery set next_attempt_at = now() - interval '1 day' where uuid = $1`, [
      waits,
    ]);
    const old = await withoutJob(address(), { state: 'DONE', made: '31 days' });
    const given = await withoutJob(address(), { state: 'ERROR', made: '31 days' });
    const recent = await withoutJob(address(), { state: 'DONE', made: '29 days' });
    const open = await withoutJob(address(), { made: '31 days', due: '-1 hours' });

    await takeUpDeliveriesJob(database)({}, jobContext);
    expect((await mail.next(late)).messageId).toBe(`<${lost}@armarium.example>`);
    expect(mail.arrivedFor(early)).toEqual([]);
    expect(await waitingJobs(young)).toBe(0);
    // It still has its job, for a minute after its attempt.
    expect(await waitingJobs(waits)).toBe(1);
    expect((await message(waits)).attempts).toBe(1);
    const left = await house.query<{ uuid: string }>('select uuid from delivery where uuid = any($1)', [
      [old, given, recent, open],
    ]);
    expect(left.map(({ uuid }) => uuid).sort()).toEqual([recent, open].sort());
  });
});
