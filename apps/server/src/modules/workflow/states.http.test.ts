import { expect, it } from 'vitest';
import type { Problem } from '@armarium/contract/problem';
import { getItem } from '@armarium/contract/item-calls';
import {
  createItemState,
  deleteItemState,
  getItemState,
  listItemStates,
  updateItemState,
} from '@armarium/contract/item-states';
import { getItemHistory } from '@armarium/contract/history';
import { performTransition } from '@armarium/contract/transition-logs';
import { createTransitionTemplate, findTransitionsFromState } from '@armarium/contract/transitions';
import { importedItem, openInstallation } from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const admin = await house.person('default', 'ROLE_TENANT_ADMIN');

const problemOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as Problem).code];
const made = async (name: string) =>
  (await admin.call(createItemState, { body: { name, color: '#ABCDEF' } })).body;

it('[API-111, WFCONF-17] a state is made, read and given another colour', async () => {
  const created = await admin.call(createItemState, { body: { name: '  At the binder ', color: '#ABCDEF' } });
  expect(created).toMatchObject({ status: 201, body: { name: 'At the binder', color: '#abcdef' } });
  const { uuid } = created.body;
  const read = await admin.call(getItemState, { params: { uuid } });
  expect(read.body).toEqual(created.body);
  expect(read.body).toMatchObject({ id: uuid, url: read.body._links.self.href });
  const tag = String(read.headers['etag']);
  const changed = await admin.call(updateItemState, {
    params: { uuid },
    body: { ...read.body, color: '#000001' },
    ifMatch: tag,
  });
  expect(changed).toMatchObject({ status: 200, body: { name: 'At the binder', color: '#000001' } });
  const late = await admin.call(updateItemState, {
    params: { uuid },
    body: { color: '#000002' },
    ifMatch: tag,
  });
  expect(late.status).toBe(412);
  expect((await admin.call(createItemState, { body: { name: 'x', color: 'red' } })).status).toBe(422);
});

it('has labels in each language, which touch no record', async () => {
  const body = { name: 'Away', color: '#123456', labels: { it: ' In prestito ', en: '' } };
  const created = await admin.call(createItemState, { body });
  expect(created.body).toMatchObject({ label: 'Away', labels: { it: 'In prestito' } });
  const { uuid } = created.body;
  const change = (labels: object) => admin.call(updateItemState, { params: { uuid }, body: { labels } });
  expect((await change({ en: 'On loan' })).body).toMatchObject({ name: 'Away', labels: { en: 'On loan' } });
  const recoloured = await admin.call(updateItemState, { params: { uuid }, body: { color: '#654321' } });
  expect(recoloured.body.labels).toEqual({ en: 'On loan' });
  expect((await change({ de: 'Verliehen' })).status).toBe(422);
});

it('[WFCONF-63] of a name that there is already it is 409, by renaming too', async () => {
  expect(
    problemOf(await admin.call(createItemState, { body: { name: 'Approved', color: '#000000' } })),
  ).toEqual([409, 'duplicate']);
  const { uuid } = await made('Another');
  expect(
    problemOf(await admin.call(updateItemState, { params: { uuid }, body: { name: 'Approved' } })),
  ).toEqual([409, 'duplicate']);
});

it('[WFCONF-15, WFCONF-16] Default stays, and keeps its name', async () => {
  const { body } = await admin.call(listItemStates);
  const uuid = body._embedded.itemStates.find(({ name }) => name === 'Default')?.uuid ?? '';
  expect(problemOf(await admin.call(deleteItemState, { params: { uuid } }))).toEqual([409, 'state-fixed']);
  expect(problemOf(await admin.call(updateItemState, { params: { uuid }, body: { name: 'New' } }))).toEqual([
    409,
    'state-fixed',
  ]);
  const coloured = await admin.call(updateItemState, { params: { uuid }, body: { color: '#111111' } });
  expect(coloured.status).toBe(200);
});

it('[API-111] renamed, it takes its records and transitions along, with their histories', async () => {
  const state = await made('On loan');
  await admin.call(createTransitionTemplate, {
    body: { name: 'Return', itemFromState: 'On loan', itemToState: 'Default', resourceType: 'ITEM' },
  });
  const { uuid } = await importedItem(admin, {});
  await house.query(`update item set state = 'On loan' where uuid = $1`, [uuid]);
  await admin.call(updateItemState, { params: { uuid: state.uuid }, body: { name: 'Lent' } });
  const item = (await admin.call(getItem, { params: { uuid } })).body;
  expect(item.state).toBe('Lent');
  expect(item.availableTransitions.map(({ name }) => name)).toEqual(['Return']);
  const { body: history } = await admin.call(getItemHistory, { params: { uuid } });
  expect(history._embedded.history[0]).toMatchObject({
    action: 'update',
    before: { state: 'On loan' },
    after: { state: 'Lent' },
  });
  const query = { itemFromState: 'Lent', resourceType: 'ITEM' } as const;
  const { body: found } = await admin.call(findTransitionsFromState, { query });
  expect(found.page.totalElements).toBe(1);
});

it('renamed while records are moved into it, it has them all under its new name', async () => {
  const state = await made('Drying');
  const body = {
    name: 'Dry',
    itemFromState: 'Default',
    itemToState: 'Drying',
    resourceType: 'ITEM',
  } as const;
  const { body: transition } = await admin.call(createTransitionTemplate, { body });
  const { uuid } = await importedItem(admin, {});
  await house.holdingGraph('default', async (release) => {
    const renaming = admin.call(updateItemState, { params: { uuid: state.uuid }, body: { name: 'Dried' } });
    await house.waitingForLock(1);
    const moved = { assetUuid: uuid, resourceType: 'ITEM', transitionUuid: transition.uuid } as const;
    const moving = admin.call(performTransition, { body: moved });
    await house.waitingForLock(2);
    await release();
    expect((await renaming).status).toBe(200);
    expect((await moving).body).toMatchObject({ itemToState: 'Dried' });
  });
  expect((await admin.call(getItem, { params: { uuid } })).body.state).toBe('Dried');
});

it('[WFCONF-13, WFCONF-14] is not deleted as long as a transition or a record uses it, which it says', async () => {
  const { uuid } = await made('Used');
  const body = { name: 'Use', itemFromState: 'Default', itemToState: 'Used', resourceType: 'ITEM' } as const;
  await admin.call(createTransitionTemplate, { body });
  const used = await admin.call(deleteItemState, { params: { uuid } });
  expect(problemOf(used)).toEqual([409, 'state-in-use']);
  expect((used.body as unknown as Problem).detail).toContain('Use (ITEM: Default > Used)');
  await house.query(`delete from transition_template where name = 'Use'`);
  const item = await importedItem(admin, {});
  await house.query(`update item set state = 'Used' where uuid = $1`, [item.uuid]);
  const held = await admin.call(deleteItemState, { params: { uuid } });
  expect(problemOf(held)).toEqual([409, 'state-in-use']);
  expect((held.body as unknown as Problem).detail).toContain('1 records');
  await house.query(`update item set state = 'Default' where uuid = $1`, [item.uuid]);
  expect((await admin.call(deleteItemState, { params: { uuid } })).status).toBe(204);
  expect((await admin.call(getItemState, { params: { uuid } })).status).toBe(404);
});
