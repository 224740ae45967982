import { randomUUID } from 'node:crypto';
import { generateSync } from 'otplib';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createTenantUser } from '@armarium/contract/accounts';
import { confirmTotp, passSecondFactor, startTotp } from '@armarium/contract/second-factor';
import { findAllItems } from '@armarium/contract/item-calls';
import { createHandoff } from '@armarium/contract/session';
import {
  acceptInvitation,
  forgotPassword,
  getInvitation,
  getNewPasswordLink,
} from '@armarium/contract/password-links';
import { createShareLink } from '@armarium/contract/sharing';
import { addToken, listTokens } from '@armarium/contract/tokens';
import { openMailServer } from '../../../../tests/harness/mail-server.ts';
import { until } from '../../../../tests/harness/waiting.ts';
import { openInstallation, rootOf } from '../../../../tests/http/test-installation.ts';

/** What opens something to whoever has it, by what it is. */
const tokens = new Map<string, string>();
const keep = (what: string, token: string | undefined) => {
  expect(token?.length, what).toBeGreaterThan(8);
  tokens.set(what, token!);
  return token!;
};

let logged = '';
const mail = await openMailServer();
const house = await openInstallation({
  worker: true,
  environment: mail.settings,
  // Everything that it can say.
  log: pino({ level: 'trace' }, { write: (line: string) => void (logged += line) }),
});
const admin = await house.person('default', 'ROLE_TENANT_ADMIN');
const visitor = house.visitor();

/** The token behind the # of a link in the latest message to an address. */
async function linkToken(address: string, count: number): Promise<string> {
  const { html = '' } = await mail.next(address, count);
  return keep(`link ${count} of mail`, /\/ui\/[a-z-]+#([\w-]+)"/.exec(html)?.[1]);
}

it('(V14.2.1, V16.2.5) no token stands in the log, in a table of the database, in the history or in an answer that follows', async () => {
  // A session with its CSRF token, and the browser's own cookie.
  const account = await house.account('default', ['ROLE_TENANT_ADMIN']);
  await house.query(`insert into account_role select $1, id, 'ROLE_USER' from tenant where name = 'altra'`, [
    account.uuid,
  ]);
  const person = await house.signedIn(account);
  for (const [name, value] of person.cookies) keep(`cookie ${name}`, value);
  keep('CSRF token', await person.csrfToken());

  const email = `${randomUUID()}@example.org`;
  const invited = await admin.call(createTenantUser, {
    body: {
      username: `user-${randomUUID()}`,
      email,
      tenantPermissions: [{ tenant: 'default', roles: ['ROLE_USER'] }],
    },
  });
  const invitation = { token: await linkToken(email, 1) };
  expect((await visitor.call(getInvitation, { params: invitation })).status).toBe(200);
  const password = keep('password', 'a password that nobody has');
  expect((await visitor.call(acceptInvitation, { params: invitation, body: { password } })).status).toBe(204);

  const { username } = invited.body;
  expect((await visitor.call(forgotPassword, { body: { username } })).status).toBe(202);
  const link = { token: await linkToken(email, 2) };
  expect((await visitor.call(getNewPasswordLink, { params: link })).status).toBe(200);

  const tenantId = String(house.tenantIds.altra);
  const handoff = new URL((await person.call(createHandoff, { body: { tenantId } })).body.url);
  keep('handoff', handoff.searchParams.get('token') ?? undefined);
  const arrived = await house
    .visitor('altra')
    .send('GET', `${handoff.pathname}${handoff.search}`, { accept: 'text/html' });
  expect(arrived).toMatchObject({ status: 303, headers: { 'referrer-policy': 'no-referrer' } });
  expect(arrived.headers.location).not.toContain('token');

  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const added = await person.call(addToken, {
    body: { name: 'scanner', capabilities: ['browse'], expiresAt, password: account.password },
  });
  const bearer = { authorization: `Bearer ${keep('token of a program', added.body.token)}` };
  expect((await visitor.send('GET', findAllItems.path, bearer)).status).toBe(200);

  const { uuid: root } = await rootOf(admin);
  const shared = await admin.call(createShareLink, {
    body: { recordUuid: root, expiresAt, note: 'For the exhibition' },
  });
  const share = keep('share link', shared.body.token);
  const seen = await visitor.send('GET', `/iiif/presentation/3/collection/${root}~${share}?token=${share}`);
  expect(seen).toMatchObject({ status: 200, headers: { 'referrer-policy': 'same-origin' } });

  const { secret } = (await person.call(startTotp)).body;
  const code = generateSync({ secret, epoch: Math.floor(Date.now() / 1000) });
  const [recoveryCode = ''] = (await person.call(confirmTotp, { body: { code } })).body.recoveryCodes;
  keep('recovery code', recoveryCode);
  const browser = house.visitor();
  expect((await browser.signIn(account.username, account.password)).status).toBe(401);
  expect((await browser.call(passSecondFactor, { body: { recoveryCode } })).status).toBe(200);
  expect((await person.call(listTokens)).bytes.toString()).not.toContain(added.body.token);

  await until('all messages have left', async () => {
    const [{ left } = { left: 1 }] = await house.query<{ left: number }>(
      `select count(*)::int as left from graphile_worker._private_jobs where key is null or key not like 'timer:%'`,
    );
    return left === 0 ? true : undefined;
  });
  await visitor.send('GET', '/healthz?last');
  await until('the log has all of it', () => (logged.includes('/healthz') ? true : undefined));
  const tables = await house.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('armarium', 'graphile_worker') and table_type = 'BASE TABLE'`,
  );
  expect(tables.length).toBeGreaterThan(50);
  for (const [what, token] of tokens) {
    expect(logged.includes(token), `${what} in the log`).toBe(false);
    // PostgreSQL writes the bytes of a bytea in hexadecimal digits.
    const bytes = [Buffer.from(token), Buffer.from(token, 'base64url')].map((one) => one.toString('hex'));
    for (const { name } of tables) {
      const found = await house.query(
        `select 1 from ${name} as one, unnest($1::text[]) as form where strpos(one::text, form) > 0`,
        [[token, ...bytes]],
      );
      expect(found.length, `${what} in ${name}`).toBe(0);
    }
  }
});
