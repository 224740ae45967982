import { expect, it } from 'vitest';
import { createHandoff } from '@armarium/contract/session';
import { openInstallation } from '../../../../../../tests/http/test-installation.ts';
import { sweepSignInsJob } from './sweep-sign-ins.job.ts';

const house = await openInstallation();
const MINUTE_MS = 60_000;
const limits = { sessionIdle_ms: 30 * MINUTE_MS, sessionAbsolute_ms: 600 * MINUTE_MS };

async function sweep(): Promise<object[]> {
  const told: object[] = [];
  const mute = () => undefined;
  const log = { info: (fields: object) => told.push(fields), warn: mute, error: mute };
  const job = { attempt: 1, maxAttempts: 1, losses: 0, signal: new AbortController().signal, log };
  await sweepSignInsJob(house.access.database.system, limits)({}, job);
  return told;
}

it('removes sessions, handoffs, counts, links and browsers that are over, and nothing else', async () => {
  const [idle, old, live] = await Promise.all(
    [1, 2, 3].map(() => house.account('default', ['ROLE_USER', 'ROLE_ADMIN'])),
  );
  for (const account of [idle, old, live]) if (account) await house.signedIn(account);
  await house.query(`insert into account_role values ($1, $2, 'ROLE_USER')`, [
    live?.uuid,
    house.tenantIds.altra,
  ]);
  const client = await house.signedIn(live ?? { username: '', password: '' });
  for (let times = 0; times < 2; times += 1) {
    await client.call(createHandoff, { body: { tenantId: String(house.tenantIds.altra) } });
  }
  await house.visitor().signIn('somebody', 'wrong');
  await house.query(`update session set seen_at = now() - interval '31 minutes' where account_uuid = $1`, [
    idle?.uuid,
  ]);
  await house.query(
    `update session set created_at = now() - interval '601 minutes' where account_uuid = $1`,
    [old?.uuid],
  );
  const waiting = await house.account('default', ['ROLE_USER']);
  await house.signedIn(waiting);
  await house.query(
    `update session set pending = true, seen_at = now() - interval '11 minutes' where account_uuid = $1`,
    [waiting.uuid],
  );
  await house.query(`update handoff set created_at = now() - interval '31 seconds'
    where token_hash = (select min(token_hash::text)::bytea from handoff)`);
  const name = `encode(sha256('name:somebody'), 'hex')`;
  await house.query(`update sign_in_attempt set until = now() - interval '1 second'
    where encode(key_hash, 'hex') = ${name}`);
  for (const [token, days] of [
    ['old', 31],
    ['late', 29],
  ] as const)
    await house.query(
      `insert into password_link (token_hash, purpose, account_uuid, tenant_id, expires_at)
       values (sha256($1::bytea), 'invitation', $2, $3, now() - $4 * interval '1 day')`,
      [token, live?.uuid, house.tenantIds.default, days],
    );
  await house.query(
    `update account_device set seen_at = now() - interval '401 days' where account_uuid = $1`,
    [old?.uuid],
  );
  for (const minutes of [59, 61])
    await house.query(
      `insert into used_challenge (challenge, used_at)
       values (sha256($1::text::bytea), now() - $1::integer * interval '1 minute')`,
      [minutes],
    );
  const count = (table: string) => house.query(`select from ${table}`).then(({ length }) => length);
  const before = await count('sign_in_attempt');

  expect(await sweep()).toEqual([
    { sessions: 3, handoffs: 1, attempts: 1, challenges: 1, links: 1, devices: 1 },
  ]);
  const left = await house.query<{ account: string }>('select distinct account_uuid as account from session');
  expect(left).toEqual([{ account: live?.uuid }]);
  expect(await count('handoff')).toBe(1);
  expect(await count('sign_in_attempt')).toBe(before - 1);
  expect(await sweep()).toEqual([]);
});

it('waits for nobody who uses a row at that moment', async () => {
  await house.query(`update sign_in_attempt set until = now() - interval '1 second'`);
  const holder = await house.access.migrator.connect();
  try {
    await holder.query('begin');
    await holder.query('select from sign_in_attempt for update');
    expect(await sweep()).toEqual([]);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect(await sweep()).toMatchObject([{ sessions: 0, handoffs: 0 }]);
});
