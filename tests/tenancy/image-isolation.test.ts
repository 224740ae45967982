import { describe, expect, it } from 'vitest';
import { roles } from '@armarium/contract/capability';
import type { Problem } from '@armarium/contract/problem';
import { system } from '../../apps/server/src/db/database.ts';
import type { HttpClient } from '../harness/http-client.ts';
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

  it('[IIIF-07] is 404 without a session, for what there is and what there isn’t', async () => {
    const bodies = new Set<string>();
    for (const uuid of [own.image, foreign.image, never, 'no-uuid', '%E4%B8%AD']) {
      const answer = await house.visitor().send('GET', path(uuid));
      expect({ uuid, status: answer.status }).toEqual({ uuid, status: 404 });
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      bodies.add(JSON.stringify({ ...(answer.body as Problem), requestId: '' }));
    }
    expect([...bodies]).toHaveLength(1);
  });

  it('[PERM-31] is 404 with a session of another tenant', async () => {
    const answer = await foreign.client.send('GET', path(own.image), { host: house.hostOf('default') });
    expect(answer.status).toBe(404);
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
    expect((await answerAt('default')).status).toBe(404);
    const member = await own.client.send('GET', `/iiif/3/${foreign.image}/info.json`);
    expect(member.status).toBe(404);
  });
});

describe('an image that was just fetched by whom it is for', () => {
  const paths = routes.map(([version, rest]) => `/iiif/${version}/${own.image}${rest}`);
  const statuses = async (client: HttpClient) => {
    const answers = [];
    for (const path of paths) answers.push((await client.send('GET', path)).status);
    return [...new Set(answers)];
  };
  /** As the server itself will write it once there is a call for it. */
  const show = (visibility: string) =>
    house.access.database
      .tenant(house.tenantIds.default, system)
      .write('test', (tx) =>
        tx.db.updateTable('item').set({ visibility }).where('uuid', '=', own.item).execute(),
      );
  const people = async () => ({
    manager: own.client,
    researcher: await house.person('default', 'ROLE_RESEARCHER'),
    visitor: house.visitor(),
    stranger: foreign.client,
  });
  type Who = keyof Awaited<ReturnType<typeof people>>;
  const orders: Who[][] = [
    ['manager', 'researcher', 'visitor', 'stranger'],
    ['visitor', 'stranger', 'manager', 'researcher'],
    ['researcher', 'visitor', 'manager', 'stranger', 'visitor', 'researcher'],
  ];
  const expected: Record<string, Record<Who, number>> = {
    private: { manager: 200, researcher: 200, visitor: 404, stranger: 404 },
    public: { manager: 200, researcher: 200, visitor: 200, stranger: 404 },
    restricted: { manager: 200, researcher: 404, visitor: 404, stranger: 404 },
  };

  it.each(roles)('[PERM-11] is %s’s too while it is private', async (role) => {
    expect(await statuses(await house.person('default', role))).toEqual([200]);
  });

  it.each(orders.map((order) => [order.join(', '), order] as const))(
    '[PERM-36, PERM-37] is each one’s by their own right, at once after every change: %s',
    async (_title, order) => {
      const clients = await people();
      for (const visibility of ['private', 'public', 'restricted', 'public', 'private']) {
        await show(visibility);
        for (const who of order) {
          expect({ visibility, who, statuses: await statuses(clients[who]) }).toEqual({
            visibility,
            who,
            statuses: [expected[visibility]?.[who]],
          });
        }
      }
    },
  );

  it('[PERM-36] is refused to who lost the role that showed it, and to who lost all of them', async () => {
    await show('restricted');
    const account = await house.account('default', ['ROLE_METADATA_EDITOR']);
    const client = await house.signedIn(account);
    expect(await statuses(client)).toEqual([200]);
    await house.query(`update account_role set role = 'ROLE_RESEARCHER' where account_uuid = $1`, [
      account.uuid,
    ]);
    // Roles are remembered for a moment: it comes to that without anything else being done.
    await expect.poll(() => statuses(client)).toEqual([404]);
    await house.query(`delete from account_role where account_uuid = $1`, [account.uuid]);
    await expect.poll(() => statuses(client)).toEqual([404]);
    await show('private');
  });
});

it.each(['%E4%B8%AD', 'a%00b', 'a%0d%0ab', 'no-uuid'])(
  'the address of an image that can not be one is 404: %s',
  async (id) => {
    for (const version of [2, 3]) {
      const { status, body } = await own.client.send<Problem>('GET', `/iiif/${version}/${id}`);
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'not-found' });
    }
  },
);
