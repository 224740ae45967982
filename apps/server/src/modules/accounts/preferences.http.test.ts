import { describe, expect, it } from 'vitest';
import { getTenantUser, updateTenantUser } from '@armarium/contract/accounts';
import { PREFERENCES_MAX_BYTES, type PreferenceChanges } from '@armarium/contract/preferences';
import { getSelf } from '@armarium/contract/session';
import type { HttpClient } from '../../../../../tests/harness/http-client.ts';
import { openInstallation } from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const admin = await house.person('default', 'ROLE_TENANT_ADMIN');

/** Of whichever client. */
type Choices = Readonly<Record<string, unknown>>;

async function person() {
  const account = await house.account('default', ['ROLE_USER']);
  return { ...account, client: await house.signedIn(account) };
}
const choose = (client: HttpClient, uuid: string, preferences: PreferenceChanges & Choices) =>
  client.call(updateTenantUser, { params: { id: uuid }, body: { preferences } });
const chosen = async (client: HttpClient): Promise<Choices> => (await client.call(getSelf)).body.preferences;

describe('preferences', () => {
  it('are kept with the account; given ones replace, null takes away, others stay', async () => {
    const { client, uuid, username, password } = await person();
    expect(await chosen(client)).toEqual({});
    await choose(client, uuid, { language: 'it', colorScheme: 'dark' });
    const lists = { columns: ['sgtt', null], text: 'è' };
    await choose(client, uuid, { lists });
    await choose(client, uuid, { colorScheme: null, language: 'en' });
    expect(await chosen(client)).toEqual({ language: 'en', lists });
    // On another machine too, from the sign-in on.
    const elsewhere = await house.visitor().signIn(username, password);
    expect(elsewhere.body.preferences).toEqual({ language: 'en', lists });
  });

  it('are changed and seen by nobody else', async () => {
    const { client, uuid } = await person();
    await choose(client, uuid, { language: 'it' });
    expect((await choose(admin, uuid, { language: 'en' })).status).toBe(403);
    expect(await chosen(client)).toEqual({ language: 'it' });
    expect((await admin.call(getTenantUser, { params: { id: uuid } })).body).not.toHaveProperty(
      'preferences',
    );
  });

  it('are no part of the version of the account, and leave its history alone', async () => {
    const { client, uuid } = await person();
    const tag = async () => (await client.call(getTenantUser, { params: { id: uuid } })).headers['etag'];
    const before = await tag();
    await choose(client, uuid, { language: 'it' });
    expect(await tag()).toBe(before);
    expect(await house.query('select 1 from history where record_uuid = $1', [uuid])).toEqual([]);
  });

  it('take 16,384 bytes as JSON at most, all together', async () => {
    const { client, uuid } = await person();
    const frame = JSON.stringify({ one: '', two: '' }).length;
    await choose(client, uuid, { one: 'x'.repeat(10_000) });
    const rest = PREFERENCES_MAX_BYTES - frame - 10_000;
    // Bytes, not letters.
    expect((await choose(client, uuid, { two: `${'x'.repeat(rest - 1)}è` })).status).toBe(422);
    expect((await choose(client, uuid, { two: 'x'.repeat(rest) })).status).toBe(200);
    expect((await choose(client, uuid, { two: 'x'.repeat(rest + 1) })).body).toMatchObject({
      code: 'invalid',
      fields: [{ name: 'preferences', code: 'too-long' }],
    });
    expect((await chosen(client))['two']).toHaveLength(rest);
  });

  it.each([
    ['an unknown language', { language: 'de' }],
    ['an unknown colour scheme', { colorScheme: 'sepia' }],
  ])('refuse %s', async (_what, wrong) => {
    const { client, uuid } = await person();
    expect((await choose(client, uuid, wrong as Choices)).status).toBe(422);
    expect(await chosen(client)).toEqual({});
  });
});
