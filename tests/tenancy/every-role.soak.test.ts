import { beforeAll, describe, expect, it } from 'vitest';
import {
  capabilities,
  reachOf as contractReach,
  roles,
  userRights,
  type Capability,
  type Reach,
  type Role,
  type UserRights,
} from '@armarium/contract/capability';
import type { Operation } from '@armarium/contract/operation';
import { operations } from '@armarium/contract/operations';
import { decidedReach } from '../http/decided-rights.ts';
import type { HttpClient } from '../harness/http-client.ts';
import { isSoak } from '../harness/soak.ts';
import { openInstallation } from '../http/test-installation.ts';
import {
  code,
  fixtureOf,
  isOfItsOwn,
  needsMoreThanInput,
  opensOrCloses,
  rowsOfTenant,
  send,
  tellsNothing,
  uuidPlaces,
} from './operation-calls.ts';
import {
  alsoNeeded,
  enoughInstead,
  handOver,
  makeWorld,
  ofAnother,
  settingsOfMail,
} from './operation-fixtures.ts';

const house = await openInstallation({ environment: settingsOfMail });
const world = await makeWorld(house, 'default');
const foreign = await makeWorld(house, 'altra');
const tenantId = house.tenantIds.default;
const bystander = (await house.account('default', ['ROLE_USER'])).uuid;
const accounts = await Promise.all(
  roles.map(async (role) => ({ role, account: await house.account('default', [role]) })),
);

const named = <Value>(table: { readonly [name: string]: Value }, { id }: Operation): Value | undefined =>
  table[id];

/** The rights that an operation takes as it is called here: none where it needs a session alone. */
function rightsOf(operation: Operation): Capability[] {
  const { access } = operation;
  const further = named<readonly Capability[] | undefined>(alsoNeeded, operation) ?? [];
  return isCapability(access) ? [access, ...further] : [...further];
}

const isCapability = (access: Operation['access']): access is Capability =>
  capabilities.some((capability) => capability === access);

/** What it names is the caller's own, whatever the role is. */
const namesOwn = new Set(['endOwnSession', 'removeToken', 'unlinkSignOn']);
const tried = operations.filter(
  (operation) =>
    !opensOrCloses.has(operation.id) &&
    !namesOwn.has(operation.id) &&
    !needsMoreThanInput.has(operation.id) &&
    operation.access !== 'anyone' &&
    isOfItsOwn(operation),
);
/** Those that name records, so that another tenant's can be named; of the others every-operation.test.ts tells. */
const naming: Operation[] = [];
for (const operation of tried) {
  if (uuidPlaces(await fixtureOf(operation, foreign)).length > 0) naming.push(operation);
}
const isChange = ({ method }: Operation) => method !== 'GET';

interface Viewer {
  readonly role: Role;
  readonly uuid: string;
  readonly client: HttpClient;
  readonly token: string;
}

it('says of each operation whose right may reach own records only what becomes of another’s', () => {
  const concerned = operations.filter((operation) =>
    rightsOf(operation).some((right) =>
      roles.some((role) => userRights.some((setting) => decidedReach(right, [role], setting) === 'own')),
    ),
  );
  expect(Object.keys(ofAnother).sort()).toEqual(concerned.map(({ id }) => id).sort());
});

/** How far the rights of an operation reach together, by the decided table; undefined where one is lacking. */
function reachAt(setting: UserRights, operation: Operation, role: Role): Reach | undefined {
  const reaches = rightsOf(operation).map((right) => decidedReach(right, [role], setting));
  if (reaches.includes(undefined)) return undefined;
  return reaches.includes('own') ? 'own' : 'all';
}

/** An operation with the roles that one rule is tried with at it, its id first, for the title. */
type Case = readonly [id: string, operation: Operation, held: readonly Role[]];

/**
 * What is tried of a rule that holds for these operations, each with the roles given. The soak tries every role with
 * every operation. Otherwise each role comes with one operation of each right, not always with the first one; and
 * where what an operation itself does could break the rule, each operation comes with one role at least.
 */
function casesOf(
  of: readonly Operation[],
  rolesOf: (operation: Operation) => readonly Role[],
  { eachOperation = false } = {},
): Case[] {
  const all = of
    .map((operation): Case => [operation.id, operation, rolesOf(operation)])
    .filter(([, , held]) => held.length > 0);
  if (isSoak) return all;
  const chosen = new Set<string>();
  const key = (id: string, role: Role | undefined) => `${id} ${role}`;
  for (const taken of new Set(all.map(([, operation]) => String(rightsOf(operation))))) {
    for (const [place, role] of roles.entries()) {
      const candidates = all.filter(
        ([, operation, held]) => String(rightsOf(operation)) === taken && held.includes(role),
      );
      const one = candidates[place % candidates.length];
      if (one) chosen.add(key(one[0], role));
    }
  }
  if (eachOperation) {
    for (const [place, [id, , held]] of all.entries()) chosen.add(key(id, held[place % held.length]));
  }
  return all
    .map(([id, operation, held]): Case => [id, operation, held.filter((role) => chosen.has(key(id, role)))])
    .filter(([, , held]) => held.length > 0);
}

it('[PERM-05] gives each role each right as far as decided, at every setting', () => {
  const table = (reachIn: typeof decidedReach) =>
    userRights.flatMap((setting) =>
      roles.flatMap((role) =>
        capabilities.map((right) => [setting, role, right, reachIn(right, [role], setting)]),
      ),
    );
  expect(table(contractReach)).toEqual(table(decidedReach));
});

describe.each(userRights)('where ROLE_USER may change: %s', (setting) => {
  let viewers: readonly Viewer[] = [];

  beforeAll(async () => {
    await house.query('update tenant set user_rights = $1 where id = $2', [setting, tenantId]);
    viewers = await Promise.all(
      accounts.map(async ({ role, account }) => {
        const client = await house.signedIn(account);
        return { role, client, uuid: account.uuid, token: await client.csrfToken() };
      }),
    );
  });

  const reachOf = (operation: Operation, role: Role) => reachAt(setting, operation, role);
  /** By the table above a setting is one of ROLE_USER alone: of the others only what it changes is tried again. */
  const concerned: readonly Role[] = setting === 'all' ? roles : ['ROLE_USER'];
  const triedHere = tried.filter(
    (operation) =>
      setting === 'all' || reachOf(operation, 'ROLE_USER') !== reachAt('all', operation, 'ROLE_USER'),
  );
  const rolesWith = (operation: Operation, reach: Reach | undefined) =>
    concerned.filter((role) => reachOf(operation, role) === reach);
  const viewersOf = (held: readonly Role[]) => viewers.filter(({ role }) => held.includes(role));

  /** Hands over what there is where it matters whose it is, so that the input names records of `owner`'s. */
  async function prepare(operation: Operation, viewer: Viewer, owner: string): Promise<void> {
    if (named(ofAnother, operation) !== undefined) await handOver(house, world, owner, viewer.uuid);
  }

  async function expectRefused(operation: Operation, held: readonly Role[], owner?: string): Promise<void> {
    const input = await fixtureOf(operation, world);
    const answers: Record<string, unknown> = {};
    const refused: Record<string, unknown> = {};
    for (const viewer of viewersOf(held)) {
      await prepare(operation, viewer, owner ?? viewer.uuid);
      const before = await rowsOfTenant(house, tenantId);
      const answer = await send(viewer.client, operation, input, { token: viewer.token });
      answers[viewer.role] = [answer.status, code(answer)];
      refused[viewer.role] = [403, 'forbidden'];
      expect(await rowsOfTenant(house, tenantId)).toEqual(before);
    }
    expect(answers).toEqual(refused);
  }

  async function expectLetIn(operation: Operation, held: readonly Role[], owner?: string): Promise<void> {
    const declared = Object.keys(operation.responses);
    const answers: Record<string, unknown> = {};
    for (const viewer of viewersOf(held)) {
      const input = await fixtureOf(operation, world);
      await prepare(operation, viewer, owner ?? viewer.uuid);
      const answer = await send(viewer.client, operation, input, { token: viewer.token });
      const isFound = named(ofAnother, operation) !== 'left out' || !tellsNothing(answer);
      const isLetIn = declared.includes(String(answer.status)) && isFound;
      answers[viewer.role] = isLetIn ? 'let in' : [answer.status, answer.body];
    }
    expect(answers).toEqual(Object.fromEntries(held.map((role) => [role, 'let in'])));
  }

  /** Tried with records of its own and of others' below. */
  const changing = setting === 'all' ? [] : triedHere.filter(isChange);
  const triedOnce = triedHere.filter((operation) => !changing.includes(operation));
  const without = (operation: Operation) => {
    const instead = named(enoughInstead, operation);
    return rolesWith(operation, undefined).filter(
      (role) => instead === undefined || decidedReach(instead, [role], setting) === undefined,
    );
  };
  it.each(casesOf(triedOnce, without, { eachOperation: true }))(
    '[PERM-05, PERM-07, ERR-15] %s is 403 to whoever lacks the right, and changes nothing',
    async (_id, operation, held) => {
      const input = await fixtureOf(operation, world);
      const before = await rowsOfTenant(house, tenantId);
      const answers = await Promise.all(
        viewersOf(held).map(async ({ role, client, token }) => {
          const answer = await send(client, operation, input, { token });
          return [role, answer.status, code(answer)];
        }),
      );
      expect(answers).toEqual(held.map((role) => [role, 403, 'forbidden']));
      expect(await rowsOfTenant(house, tenantId)).toEqual(before);
    },
  );

  const withRight = (operation: Operation) =>
    concerned.filter((role) => reachOf(operation, role) !== undefined);
  const withOwn = (operation: Operation) => rolesWith(operation, 'own');
  const withAll = (operation: Operation) => rolesWith(operation, 'all');

  // Whoever is let in at another's record, below, is let in at the own one.
  const isOfSomebody = (operation: Operation) => named(ofAnother, operation) !== undefined;
  const letInAtOwn = (operation: Operation) =>
    isOfSomebody(operation) ? withOwn(operation) : withRight(operation);
  const letsIn = async (_id: string, operation: Operation, held: readonly Role[]) => {
    await expectLetIn(operation, held);
  };
  const lettingIn = casesOf(triedOnce, letInAtOwn);
  const taking = (right: Capability) =>
    lettingIn.filter(([, operation]) => String(rightsOf(operation)) === right);
  const apart = ['browse', 'monitorImports', 'readHistory'];
  const others = lettingIn.filter(([, operation]) => !apart.includes(String(rightsOf(operation))));
  it.each(taking('browse'))('[PERM-05, PERM-11] %s lets in whoever has the right: every role', letsIn);
  it.each(taking('monitorImports'))('[PERM-05, PERM-27] %s lets in whoever has the right', letsIn);
  it.each(taking('readHistory'))('[PERM-05, PERM-28] %s lets in whoever has the right', letsIn);
  it.each(others)('[PERM-05] %s lets in whoever has the right', letsIn);

  const reachingAll = casesOf(triedHere.filter(isOfSomebody), withAll);
  const letsInAtAnothers = async (_id: string, operation: Operation, held: readonly Role[]) => {
    await expectLetIn(operation, held, bystander);
  };
  const isOfAssets = ([, operation]: Case) => String(rightsOf(operation)) === 'editAssets';
  it.each(reachingAll.filter(isOfAssets))(
    '[PERM-05, PERM-45] %s lets in whoever has the right for all records, at another’s too',
    letsInAtAnothers,
  );
  it.each(reachingAll.filter((one) => !isOfAssets(one)))(
    '[PERM-05] %s lets in whoever has the right for all records, at another’s too',
    letsInAtAnothers,
  );

  const withFate = (fate: string) => triedOnce.filter((operation) => named(ofAnother, operation) === fate);

  it.each(casesOf(withFate('refused'), withOwn, { eachOperation: true }))(
    '[PERM-08] %s is 403 at another’s record to whoever’s right reaches own ones, and changes nothing',
    async (_id, operation, held) => {
      await expectRefused(operation, held, bystander);
    },
  );

  it.each(casesOf(withFate('left out'), withOwn, { eachOperation: true }))(
    '%s leaves another’s record out for whoever’s right reaches own ones',
    async (_id, operation, held) => {
      const input = await fixtureOf(operation, world);
      for (const viewer of viewersOf(held)) {
        await prepare(operation, viewer, bystander);
        const { status, body } = await send(viewer.client, operation, input, { token: viewer.token });
        expect({ role: viewer.role, status, body }).toMatchObject({
          role: viewer.role,
          status: 200,
          body: { page: { totalElements: 0 } },
        });
      }
    },
  );

  it.each(casesOf(withFate('not concerned'), withOwn))(
    '%s lets in whoever’s right reaches own records among another’s',
    async (_id, operation, held) => {
      await expectLetIn(operation, held, bystander);
    },
  );

  // With the role that may do everything, every-operation.test.ts tries each operation.
  it.each(
    casesOf(
      naming.filter((operation) => triedHere.includes(operation)),
      withRight,
    ),
  )('[PERM-31] %s tells whoever has the right nothing of another tenant', async (_id, operation, held) => {
    const input = await fixtureOf(operation, foreign);
    const untouched = await rowsOfTenant(house, house.tenantIds.altra);
    for (const { role, client, token } of viewersOf(held)) {
      const answer = await send(client, operation, input, { token });
      expect({ role, nothing: tellsNothing(answer) }).toEqual({ role, nothing: true });
    }
    expect(await rowsOfTenant(house, house.tenantIds.altra)).toEqual(untouched);
  });

  if (setting === 'own') {
    it.each(casesOf(changing, withOwn, { eachOperation: true }))(
      '[PERM-05, PERM-08, PERM-09, PERM-41] %s changes own records for ROLE_USER, and no other’s',
      async (_id, operation, held) => {
        await expectLetIn(operation, held);
        if (named(ofAnother, operation) === 'refused') await expectRefused(operation, held, bystander);
        else await expectLetIn(operation, held, bystander);
      },
    );
  }
  if (setting === 'read-only') {
    it.each(casesOf(changing, without))(
      '[PERM-05, PERM-09, PERM-42] %s is refused to ROLE_USER, on own records too',
      async (_id, operation, held) => {
        await expectRefused(operation, held);
      },
    );
  }
});
