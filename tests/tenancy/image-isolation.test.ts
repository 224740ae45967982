import { describe, expect, it } from 'vitest';
import type { Problem } from '@armarium/contract/problem';
import { openInstallation, settledImport, type TenantName } from '../http/test-installation.ts';
import { makeWorld } from './operation-fixtures.ts';

const house = await openInstallation({ worker: true });
const own = await makeWorld(house, 'default');
const foreign = await makeWorld(house, 'altra');
await settledImport(own.client, own.item);
await settledImport(foreign.client, foreign.item);

const never = '00000000-0000-4000-8000-000000000000';
const routes = [2, 3].flatMap((version) =>
  [
    '/info.json',
    `/full/${version === 2 ? 'full' : 'max'}/0/default.jpg`,
    '/0,0,8,8/4,/0/default.png',
    '/full/32,24/0/default.jpg',
  ].map((rest) => [version, rest] as const),
);

describe.each(routes)('/iiif/%i/…%s', (version, rest) => {
  const path = (uuid: string) => `/iiif/${version}/${uuid}${rest}`;

  it('is there for a member of its tenant', async () => {
    const answer = await own.client.send('GET', path(own.image));
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });

  it('[PERM-31, IIIF-07] is 404 for a member of another tenant, as if it never was', async () => {
    const [theirs, nothing] = [
      await own.client.send('GET', path(foreign.image)),
      await own.client.send('GET', path(never)),
    ];
    expect(theirs.status).toBe(404);
    expect(theirs.headers['access-control-allow-origin']).toBe('*');
    expect({ ...(theirs.body as Problem), requestId: '' }).toEqual({
      ...(nothing.body as Problem),
      requestId: '',
    });
  });

  it('[IIIF-07] is 401 without a session, for what there is and what there isn’t', async () => {
    for (const uuid of [own.image, foreign.image, never, 'no-uuid']) {
      const answer = await house.visitor().send('GET', path(uuid));
      expect({ uuid, status: answer.status }).toEqual({ uuid, status: uuid === 'no-uuid' ? 404 : 401 });
      expect(answer.headers['access-control-allow-origin']).toBe('*');
    }
  });

  it('[PERM-31] is 401 with a session of another tenant', async () => {
    const answer = await foreign.client.send('GET', path(own.image), { host: house.hostOf('default') });
    expect(answer.status).toBe(401);
  });
});

describe('a public image', () => {
  it('is anybody’s at its own tenant’s address, and nobody’s at another’s', async () => {
    await house.query(`update item set visibility = 'public' where uuid = $1`, [foreign.item]);
    // The engine remembers for a moment what it has just looked up.
    await house.restart();
    const answerAt = (tenant: TenantName) =>
      house.visitor(tenant).send('GET', `/iiif/3/${foreign.image}/info.json`);
    expect((await answerAt('altra')).status).toBe(200);
    expect((await answerAt('default')).status).toBe(401);
    const member = await own.client.send('GET', `/iiif/3/${foreign.image}/info.json`);
    expect(member.status).toBe(404);
  });
});
