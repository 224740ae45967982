import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { roles } from '@armarium/contract/capability';
import type { BodyOf, QueryOf } from '@armarium/contract/operation';
import {
  createSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  savedSearchScopes,
  updateSavedSearch,
  type SavedSearchScope,
} from '@armarium/contract/saved-searches';
import { getSuggestions } from '@armarium/contract/suggestions';
import type { HttpClient } from '../../../../../tests/harness/http-client.ts';
import { eventually } from '../../../../../tests/harness/waiting.ts';
import { importedItem, openInstallation } from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const editorAccount = await house.account('default', ['ROLE_METADATA_EDITOR']);
const editor = await house.signedIn(editorAccount);
const reader = await house.person('default', 'ROLE_RESEARCHER');
const tenantAdministrator = await house.person('default', 'ROLE_TENANT_ADMIN');

beforeEach(() => house.query('delete from saved_search'));

const save = (who: HttpClient, given: Partial<BodyOf<typeof createSavedSearch>> = {}) =>
  who.call(createSavedSearch, {
    body: { name: 'Maps of Venice', scope: 'own', address: '/catalog/results?searchTerm=maps', ...given },
  });
async function saved(...asked: Parameters<typeof save>) {
  const answer = await save(...asked);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}
const change = (who: HttpClient, uuid: string, body?: BodyOf<typeof updateSavedSearch>) =>
  who.call(updateSavedSearch, { params: { uuid }, ...(body && { body }) });
const remove = (who: HttpClient, uuid: string) => who.call(deleteSavedSearch, { params: { uuid } });
async function page(who: HttpClient, query: QueryOf<typeof listSavedSearches> = {}) {
  const answer = await who.call(listSavedSearches, { query });
  expect(answer.status).toBe(200);
  return answer.body;
}
const listed = async (who: HttpClient) => (await page(who))._embedded.savedSearches;
async function suggested(who: HttpClient, text: string) {
  const answer = await who.call(getSuggestions, { query: { text } });
  expect(answer.status).toBe(200);
  return answer.body;
}

/** Saves as many searches as the editor's, or as the organisation's. */
const fill = (scope: SavedSearchScope, count: number) =>
  house.query(
    `insert into saved_search (tenant_id, uuid, account_uuid, name, name_key, address)
     select $1, gen_random_uuid(), $2::uuid, 'Filled ' || n, 'filled ' || n, '/catalog/results'
     from generate_series(1, $3) as n`,
    [house.tenantIds.default, scope === 'own' ? editorAccount.uuid : null, count],
  );

const notFound = { status: 404, body: { code: 'not-found' } };
const duplicate = { status: 409, body: { code: 'duplicate', fields: [{ name: 'name' }] } };
const invalid = (name: string, code?: string) => ({
  status: 422,
  body: { code: 'invalid', fields: [{ name, ...(code !== undefined && { code }) }] },
});

describe('a saved search', () => {
  it.each(savedSearchScopes)('of the scope "%s" is made, changed and deleted', async (scope) => {
    const made = await saved(editor, { scope, name: '  Maps of Venice ' });
    expect(made).toEqual({
      uuid: expect.any(String) as string,
      name: 'Maps of Venice',
      scope,
      address: '/catalog/results?searchTerm=maps',
      allowedActions: ['edit', 'delete'],
    });
    const renamed = { ...made, name: 'Plans' };
    expect(await change(editor, made.uuid, { name: 'Plans' })).toMatchObject({ status: 200, body: renamed });
    const moved = { ...renamed, address: '/catalog/results' };
    expect((await change(editor, made.uuid, { address: moved.address })).body).toEqual(moved);
    for (const nothing of [{}, undefined])
      expect(await change(editor, made.uuid, nothing)).toMatchObject({ status: 200, body: moved });
    expect(await listed(editor)).toEqual([moved]);
    expect((await remove(editor, made.uuid)).status).toBe(204);
    expect(await listed(editor)).toEqual([]);
    expect(await change(editor, made.uuid, { name: 'Maps' })).toMatchObject(notFound);
    expect(await remove(editor, made.uuid)).toMatchObject(notFound);
  });

  it('of another account is not there for anybody, an administrator of the organisation included', async () => {
    const own = await saved(reader);
    for (const other of [editor, tenantAdministrator]) {
      expect(await listed(other)).toEqual([]);
      expect(await change(other, own.uuid, { name: 'Mine' })).toMatchObject(notFound);
      expect(await remove(other, own.uuid)).toMatchObject(notFound);
    }
    expect(await listed(reader)).toEqual([own]);
  });

  it('stays in its organisation, also for an account that belongs to another one too', async () => {
    const account = await house.account('default', ['ROLE_TENANT_ADMIN']);
    await house.query(`insert into account_role values ($1, $2, 'ROLE_TENANT_ADMIN')`, [
      account.uuid,
      house.tenantIds.altra,
    ]);
    const here = await house.signedIn(account);
    const there = await house.signedIn(account, 'altra');
    const made = [
      await saved(here, { name: 'Maps 1' }),
      await saved(here, { name: 'Maps 2', scope: 'organisation' }),
    ];
    expect(await listed(there)).toEqual([]);
    expect((await suggested(there, 'maps')).savedSearches).toEqual([]);
    for (const { uuid, name, scope } of made) {
      expect(await change(there, uuid, { name: 'Theirs' })).toMatchObject(notFound);
      expect(await remove(there, uuid)).toMatchObject(notFound);
      await saved(there, { name, scope });
    }
    expect(await listed(here)).toEqual(made);
  });
});

it.each(roles)(
  'searches of the organisation are seen by all and changed by editors and administrators: %s',
  async (role) => {
    const may = ['ROLE_METADATA_EDITOR', 'ROLE_TENANT_ADMIN', 'ROLE_ADMIN'].includes(role);
    const shared = await saved(tenantAdministrator, { scope: 'organisation' });
    const who = await house.person('default', role);
    const own = await saved(who);
    expect(own.allowedActions).toEqual(['edit', 'delete']);
    const seen = { ...shared, allowedActions: may ? ['edit', 'delete'] : [] };
    expect((await listed(who)).filter(({ scope }) => scope === 'organisation')).toEqual([seen]);
    const statuses = [
      await save(who, { scope: 'organisation', name: 'Another' }),
      await change(who, shared.uuid, { name: 'Changed' }),
      await remove(who, shared.uuid),
    ].map(({ status }) => status);
    expect(statuses).toEqual(may ? [201, 200, 204] : [403, 403, 403]);
    const names = (await listed(tenantAdministrator)).map(({ name }) => name);
    expect(names).toEqual([may ? 'Another' : shared.name]);
  },
);

describe('200 saved searches are the most', () => {
  const tooMany = invalid('scope', 'too-many');

  it.each([
    ['own', 'organisation'],
    ['organisation', 'own'],
  ] as const)('of the scope "%s", and leave room in the scope "%s"', async (full, other) => {
    await fill(full, 199);
    await saved(editor, { scope: full, name: 'The last' });
    expect(await save(editor, { scope: full, name: 'One more' })).toMatchObject(tooMany);
    await saved(editor, { scope: other });
    await saved(tenantAdministrator);
    expect(await listed(editor)).toHaveLength(201);
  });

  it.each(savedSearchScopes)('of the scope "%s", also where two are saved at once', async (scope) => {
    await fill(scope, 199);
    const holding = await house.access.migrator.connect();
    try {
      // Neither can insert until both have come as far as they can.
      await holding.query('begin; lock table saved_search in share mode');
      const saving = Promise.all([
        save(editor, { scope, name: 'At once' }),
        save(editor, { scope, name: 'At once too' }),
      ]);
      await eventually(() =>
        house.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        ),
      ).toHaveLength(2);
      await holding.query('rollback');
      const [taken, refused] = (await saving).sort((one, other) => one.status - other.status);
      expect(taken).toMatchObject({ status: 201 });
      expect(refused).toMatchObject(tooMany);
    } finally {
      holding.release(true);
    }
    expect(await listed(editor)).toHaveLength(200);
  });
});

describe('the name', () => {
  it.each(savedSearchScopes)(
    'is compared without case, accents and blanks in the scope "%s"',
    async (scope) => {
      const { uuid } = await saved(editor, { scope });
      const { uuid: other } = await saved(editor, { scope, name: 'Plans' });
      for (const name of ['Maps of Venice', ' MAPS  of venice', 'Mäps of Venicé', 'Maps of\u00A0Venice']) {
        expect(await save(editor, { scope, name }), name).toMatchObject(duplicate);
        expect(await change(editor, other, { name }), name).toMatchObject(duplicate);
      }
      expect((await change(editor, uuid, { name: 'MAPS of Venice' })).body).toMatchObject({
        name: 'MAPS of Venice',
      });
    },
  );

  it('may be that of the other scope, and of the search of another account', async () => {
    await saved(editor);
    await saved(editor, { scope: 'organisation' });
    await saved(tenantAdministrator);
    expect(await save(tenantAdministrator, { scope: 'organisation' })).toMatchObject(duplicate);
  });

  it.each([
    ['that is empty', ''],
    ['of blanks', ' \u00A0\n'],
    ['of an invisible character', '\u200F'],
    ['of 101 characters', 'a'.repeat(101)],
    ['of 100 characters that are stored as more', '\u0958'.repeat(100)],
  ])('%s is refused', async (_what, name) => {
    const made = await saved(editor);
    expect(await save(editor, { name })).toMatchObject(invalid('name'));
    expect(await change(editor, made.uuid, { name })).toMatchObject(invalid('name'));
    expect(await listed(editor)).toEqual([made]);
  });

  it('of 100 characters is taken', async () => {
    expect((await saved(editor, { name: 'a'.repeat(100) })).name).toBe('a'.repeat(100));
  });
});

describe('the address', () => {
  const uuid = randomUUID();

  it.each([
    '/catalog/results',
    '/catalog/results?searchTerm=l%27arte&findBy=autn',
    `/catalog/results/${uuid}`,
    `/catalog/results/${uuid}?searchTerm=%E6%BA%90`,
  ])('may be %s', async (address) => {
    expect((await saved(editor, { address })).address).toBe(address);
  });

  it.each([
    '',
    '/',
    '/catalog',
    '/catalog/results/',
    '/catalog/resultsets',
    '/catalog/results/not-a-uuid',
    `/catalog/results/${uuid}/items`,
    '/catalog/results/../items',
    '/ui/catalog/results',
    'catalog/results',
    'https://example.org/catalog/results',
    '//example.org/catalog/results',
    '/\\example.org/catalog/results',
    'javascript:alert(1)//catalog/results',
    '/catalog/results#top',
    '/catalog/results?searchTerm=maps#top',
    '/catalog/results?searchTerm=maps of Venice',
    '/catalog/results?searchTerm=maps\n',
    '/catalog/results?searchTerm=\u007F',
    '/catalog/results?searchTerm=è',
    `/catalog/results?searchTerm=${'a'.repeat(16_000)}`,
  ])('may not be %j', async (address) => {
    const made = await saved(editor);
    expect(await save(editor, { name: 'Elsewhere', address })).toMatchObject(invalid('address'));
    expect(await change(editor, made.uuid, { address })).toMatchObject(invalid('address'));
    expect(await listed(editor)).toEqual([made]);
  });
});

it('the list is sorted by name, whatever the scope, and comes in pages', async () => {
  for (const [name, scope] of [
    ['Zoo', 'own'],
    ['Échos', 'organisation'],
    ['apples', 'organisation'],
    ['Eagle', 'own'],
    ['echo', 'own'],
  ] as const)
    await saved(editor, { name, scope });
  const names = (await listed(editor)).map(({ name }) => name);
  expect(names).toEqual(['apples', 'Eagle', 'echo', 'Échos', 'Zoo']);
  const second = await page(editor, { page: 1, size: 2 });
  expect(second._embedded.savedSearches.map(({ name }) => name)).toEqual(['echo', 'Échos']);
  expect(second.page).toEqual({ number: 1, size: 2, totalElements: 5, totalPages: 3 });
  expect(Object.keys(second._links)).toEqual(expect.arrayContaining(['next', 'prev']));
});

describe('suggestions', () => {
  it('have the searches whose names have words that begin with all that are typed', async () => {
    await importedItem(editor, { sgtt: 'Glass' });
    const own = await saved(reader, { name: 'Élite maps of Venice' });
    const shared = await saved(editor, { name: 'Venetian glass', scope: 'organisation' });
    await saved(editor, { name: 'Maps, glass, Venice: another account’s' });
    const seen = { ...shared, allowedActions: [] };
    for (const [text, savedSearches, records] of [
      ['VÉN', [own, seen], 0],
      ['ven map', [own], 0],
      ['maps elite', [own], 0],
      // What finds a record finds searches too.
      ['glas', [seen], 1],
      ['glass maps', [], 0],
      ['enice', [], 0],
    ] as const) {
      const body = await suggested(reader, text);
      expect(body.savedSearches, text).toEqual(savedSearches);
      expect(body.records, text).toHaveLength(records);
    }
  });

  it('have at most eight of them, the first by name', async () => {
    await fill('own', 5);
    await fill('organisation', 5);
    const { savedSearches } = await suggested(editor, 'fill');
    expect(savedSearches.map(({ name }) => name)).toEqual([1, 1, 2, 2, 3, 3, 4, 4].map((n) => `Filled ${n}`));
  });
});
