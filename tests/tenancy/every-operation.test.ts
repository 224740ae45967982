import { randomUUID } from 'node:crypto';
import type { Capability } from '@armarium/contract/capability';
import type { Operation } from '@armarium/contract/operation';
import { operations } from '@armarium/contract/operations';
import type { Problem } from '@armarium/contract/problem';
import { acceptInvitation } from '@armarium/contract/password-links';
import { redeemHandoff, usersInfo } from '@armarium/contract/session';
import { addToken, removeToken, tokenCapabilities } from '@armarium/contract/tokens';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../harness/http-client.ts';
import { everyNth } from '../harness/soak.ts';
import { openInstallation } from '../http/test-installation.ts';
import {
  byId,
  code,
  fixtureOf,
  needsMoreThanInput,
  opensOrCloses,
  rowsOfTenant,
  send,
  tellsNothing,
  uuidPlaces,
} from './operation-calls.ts';
import { fixtures, makeWorld, secretsOf, settingsOfMail } from './operation-fixtures.ts';

// Nothing is sent, since no worker runs.
const house = await openInstallation({ environment: settingsOfMail });
const own = await makeWorld(house, 'default');
const foreign = await makeWorld(house, 'altra');

const modifying = operations.filter(({ method }) => method !== 'GET');
const closed = operations.filter(({ access }) => access !== 'anyone');

function withUuidAt<T>(value: T, [key, ...rest]: readonly string[], uuid: string): T {
  if (key === undefined) return uuid as T;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>;
  copy[key] = withUuidAt(copy[key], rest, uuid);
  return copy as T;
}

describe('the fixtures', () => {
  it('hold one for each operation, and no other', () => {
    expect(Object.keys(fixtures).sort()).toEqual(operations.map(({ id }) => id).sort());
  });

  it.each(byId(operations.filter(({ id }) => !needsMoreThanInput.has(id))))(
    '%s is valid: its caller gets what the contract declares',
    async (id, operation) => {
      // Whoever is signed in with another account can't come over, nor accept an invitation.
      const alone = () =>
        [redeemHandoff.id, acceptInvitation.id].some((one) => one === id)
          ? house.visitor()
          : house.person('default', 'ROLE_TENANT_ADMIN');
      const client = opensOrCloses.has(id) ? await alone() : own.client;
      const input = await fixtureOf(operation, own);
      const answer = await send(client, operation, input, { token: await client.csrfToken() });
      expect(Object.keys(operation.responses)).toContain(String(answer.status));
    },
  );
});

describe('without a session', () => {
  const isClosed = async (operation: Operation) => {
    const visitor = house.visitor();
    await visitor.call(usersInfo);
    const input = await fixtureOf(operation, own);
    for (const token of [await visitor.csrfToken(), undefined]) {
      const answer = await send(visitor, operation, input, { token });
      expect(answer.status).toBe(401);
      expect(code(answer)).toBe('not-signed-in');
    }
  };

  it.each(byId(closed))('[ERR-14] %s is 401', (_id, operation) => isClosed(operation));

  /** The paths of configuration and Stories Lab (back office §7), so that the contract opens none of them unnoticed. */
  it.each([
    ['/meta/customMetadataTemplates', ['GET', 'POST']],
    ['/meta/customMetadataTemplates/:uuid', ['GET', 'PATCH', 'DELETE']],
    ['/meta/customMetadataTemplates/order', ['PUT']],
    ['/meta/customMetadataTemplates/search/findByResourceType', ['GET']],
    ['/meta/customMetadataTemplates/search/findByNameAndResourceType', ['GET']],
    ['/meta/itemStates', ['GET', 'POST']],
    ['/meta/itemStates/:uuid', ['GET', 'PATCH', 'DELETE']],
    ['/meta/transitionTemplates', ['GET', 'POST']],
    ['/meta/transitionTemplates/:uuid', ['GET', 'PATCH', 'DELETE']],
    ['/meta/transitionTemplates/:uuid/trial', ['POST']],
    ['/meta/transitionTemplates/search/findTemplatesByResourceType', ['GET']],
    ['/meta/transitionTemplates/search/findByItemFromStateAndResourceType', ['GET']],
    ['/meta/transitionTasks', ['GET', 'POST']],
    ['/meta/transitionTasks/:uuid', ['GET', 'PATCH', 'DELETE']],
    ['/meta/transitionTasks/order', ['PUT']],
    ['/meta/taskTemplates', ['GET']],
    ['/meta/effects', ['GET']],
    ['/meta/effects/:uuid', ['GET']],
    ['/meta/effects/:uuid/retry', ['POST']],
    ['/meta/effects/retry', ['POST']],
    ['/meta/workflow', ['GET', 'POST']],
    ['/meta/storyboards', ['GET', 'POST']],
    ['/meta/storyboards/:uuid', ['DELETE', 'GET', 'PATCH']],
    ['/meta/storyboards/:uuid/history', ['GET']],
    ['/meta/storyboards/:uuid/publicView', ['GET']],
    ['/meta/storyboards/search/findByUuid', ['GET']],
    ['/meta/storyboardCollections', ['GET', 'POST']],
    ['/meta/storyboardCollections/:uuid', ['DELETE', 'GET', 'PATCH']],
    ['/meta/storyboardCollections/:uuid/history', ['GET']],
    ['/meta/storyboardCollections/:uuid/storyboards', ['GET', 'PUT']],
    ['/meta/storyboardCollections/:uuid/addStoryboard', ['PATCH']],
    ['/meta/storyboardCollections/:uuid/removeStoryboard', ['PATCH']],
    ['/meta/storyboardCollections/search/findByUuid', ['GET']],
    ['/meta/storyboardCollections/search/findByCustomMetadata', ['GET']],
  ])('[LOGIN-12] %s is 401 for each of its methods: %j', async (path, methods) => {
    const there = operations.filter((operation) => operation.path === path);
    expect(there.map(({ method }) => method).sort()).toEqual(methods.toSorted());
    for (const operation of there) await isClosed(operation);
  });

  it.each(byId(closed))('%s is 401 whatever it is sent', async (_id, operation) => {
    const answer = await send(house.visitor(), operation, { query: { size: 'x' }, params: { uuid: 'x' } });
    expect(answer.status).toBe(401);
  });

  it.each(byId(operations.filter(({ access, id }) => access === 'anyone' && !opensOrCloses.has(id))))(
    '%s is open to anyone, in each tenant',
    async (_id, operation) => {
      for (const world of [own, foreign]) {
        const visitor = house.visitor(world.tenant);
        const input = await fixtureOf(operation, world);
        const answer = await send(visitor, operation, input, { token: await visitor.csrfToken() });
        expect(answer.status).toBe(200);
      }
    },
  );
});

describe('without the CSRF token of the session', () => {
  it.each(byId(modifying))('[LOGIN-20] %s is 403 and changes nothing', async (_id, operation) => {
    const input = await fixtureOf(operation, own);
    const before = await rowsOfTenant(house, house.tenantIds.default);
    const others = await foreign.client.csrfToken();
    const forms = [undefined, '', 'wrong', others, `${others}x`];
    for (const token of everyNth(forms, forms.length, modifying.indexOf(operation))) {
      const answer = await send(own.client, operation, input, { token });
      expect(answer.status).toBe(403);
      expect(code(answer)).toBe('csrf');
    }
    expect(await rowsOfTenant(house, house.tenantIds.default)).toEqual(before);
  });
});

describe('with the ids of the other tenant', async () => {
  const telling = { addressing: new Set<string>(), naming: new Set<string>(), listing: new Set<string>() };
  const isInPath = ([part]: readonly string[]) => part === 'params';
  const theirSecrets = await secretsOf(house, foreign);
  for (const operation of operations.filter(({ id }) => !opensOrCloses.has(id))) {
    const input = await fixtureOf(operation, foreign);
    const places = uuidPlaces(input);
    if (places.some(({ path }) => isInPath(path))) telling.addressing.add(operation.id);
    else if (places.length > 0) telling.naming.add(operation.id);
    else if (operation.method === 'GET') {
      // What tells its own tenant nothing of its records can't show that it tells others nothing.
      const said = (await send(foreign.client, operation, input)).bytes.toString('utf8').toLowerCase();
      const sent = JSON.stringify(input);
      if (theirSecrets.some((secret) => said.includes(secret.toLowerCase()) && !sent.includes(secret))) {
        telling.listing.add(operation.id);
      }
    }
  }
  const isTelling = ({ id }: Operation) => Object.values(telling).some((ids) => ids.has(id));

  it('there are operations that take none and tell of records', () => {
    expect([...telling.listing]).toEqual(
      expect.arrayContaining(['findAllItems', 'searchItems', 'listTenantUsers', 'findRootCollection']),
    );
  });

  const givesNothingAway = async (_id: string, operation: Operation) => {
    const [mine, theirs] = [await fixtureOf(operation, own), await fixtureOf(operation, foreign)];
    const secrets = await secretsOf(house, foreign);
    const untouched = await rowsOfTenant(house, house.tenantIds.altra);
    const token = await own.client.csrfToken();
    const holdsNoSecret = ({ bytes }: Answer<unknown>, sent: string) => {
      const said = bytes.toString('utf8').toLowerCase();
      const let_out = secrets.filter(
        (secret) => said.includes(secret.toLowerCase()) && !sent.includes(secret),
      );
      expect(let_out).toEqual([]);
    };

    // All of it at once, texts included: what the other tenant's own people would send.
    const whole = await send(own.client, operation, theirs, { token });
    holdsNoSecret(whole, JSON.stringify(theirs));
    const places = uuidPlaces(theirs);
    if (places.length > 0) expect(tellsNothing(whole)).toBe(true);

    // And each uuid alone, where everything else is the caller's.
    for (const { path, uuid } of places) {
      const place = path.join('.');
      const answer = await send(own.client, operation, withUuidAt(mine, path, uuid), { token });
      holdsNoSecret(answer, uuid);
      const unknown = await send(own.client, operation, withUuidAt(mine, path, randomUUID()), { token });
      expect({ place, status: answer.status }).toEqual({ place, status: unknown.status });
      if (isInPath(path)) expect({ place, status: unknown.status }).toEqual({ place, status: 404 });
      if (!mine.mayBeIgnored?.includes(place)) {
        expect({ place, nothing: tellsNothing(answer) }).toEqual({ place, nothing: true });
        const told = ({ detail, fields }: Problem) => ({ detail, fields });
        if (answer.status !== 200) {
          expect(told(answer.body as Problem)).toEqual(told(unknown.body as Problem));
        }
      }
    }
    expect(await rowsOfTenant(house, house.tenantIds.altra)).toEqual(untouched);
  };
  it.each(byId(operations.filter(({ id }) => telling.addressing.has(id))))(
    '[PERM-31, ERR-16] %s gives nothing away, and is 404',
    givesNothingAway,
  );
  it.each(byId(operations.filter(({ id }) => telling.naming.has(id))))(
    '[PERM-31] %s gives nothing away',
    givesNothingAway,
  );
  it.each(byId(operations.filter(({ id }) => telling.listing.has(id))))(
    '[PERM-31] %s lists nothing of it',
    givesNothingAway,
  );
  it.each(byId(operations.filter((operation) => !isTelling(operation) && !opensOrCloses.has(operation.id))))(
    '%s tells nothing of it',
    givesNothingAway,
  );
});

describe('with a token', async () => {
  const { username, password } = await house.account('default', ['ROLE_TENANT_ADMIN', 'ROLE_CCC']);
  const owner = await house.signedIn({ username, password });
  const tokenOf = async (capabilities: readonly Capability[]) => {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const body = { name: randomUUID(), capabilities: [...capabilities], expiresAt };
    const { body: made } = await owner.call(addToken, { body });
    const authorization = `Bearer ${made.token}`;
    return { authorization, remove: () => owner.call(removeToken, { params: { id: made.id } }) };
  };
  const { authorization: everything } = await tokenOf(tokenCapabilities);
  const isOfPeople = ({ path }: Operation) =>
    /^\/(?:users\/|iam\/(?:jarvisUsers|roles|handoff|invitations|me\/(?:tableLayouts|itemsView)|organisation\/signOn))/.test(
      path,
    );

  it.each(byId(operations))('[ERR-14] %s is 401 by one that opens nothing', async (_id, operation) => {
    const headers = { authorization: everything.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')) };
    // Neither the session nor its token counts beside it.
    const answer = await send(own.client, operation, {}, { headers, token: await own.client.csrfToken() });
    expect([answer.status, code(answer)]).toEqual([401, 'invalid-token']);
  });

  it.each(byId(operations.filter(isOfPeople)))('%s takes none', async (_id, operation) => {
    const headers = { authorization: everything };
    const answer = await send(house.visitor(), operation, {}, { headers });
    expect([answer.status, code(answer)]).toEqual([403, 'not-by-token']);
  });

  const isRight = (access: Operation['access']): access is Capability =>
    (tokenCapabilities as readonly string[]).includes(access);
  const ofPrograms = operations.filter((operation) => !isOfPeople(operation));
  it.each(tokenCapabilities)('one that does not name %s is 403 where that is needed', async (capability) => {
    const others = tokenCapabilities.filter((one) => one !== capability);
    const { authorization, remove } = await tokenOf(others);
    for (const operation of ofPrograms.filter(({ access }) => isRight(access) && access === capability)) {
      const { id } = operation;
      const answer = await send(house.visitor(), operation, {}, { headers: { authorization } });
      expect([id, answer.status, code(answer)]).toEqual([id, 403, 'forbidden']);
    }
    await remove();
  });

  it.each(byId(ofPrograms.filter(({ id }) => !needsMoreThanInput.has(id))))(
    '%s takes one that names everything, without a CSRF token',
    async (_id, operation) => {
      const answer = await send(house.visitor(), operation, await fixtureOf(operation, own), {
        headers: { authorization: everything },
      });
      // Some fixtures are for their own account alone.
      expect([401, 403]).not.toContain(answer.status);
    },
  );
});

describe('with a session of the other tenant', async () => {
  const username = `both-${randomUUID()}`;
  const account = await house.account('altra', ['ROLE_TENANT_ADMIN'], { username });
  await house.giveRole(account.uuid, 'default', 'ROLE_TENANT_ADMIN');
  const client = await house.signedIn(account, 'altra');
  const there = { host: house.hostOf('default') };

  it.each(byId(closed))('[PERM-02] %s is 401, also for who has a role in both', async (_id, operation) => {
    const input = await fixtureOf(operation, own);
    const answer = await send(client, operation, input, { token: await client.csrfToken(), headers: there });
    expect(answer.status).toBe(401);
  });
});
