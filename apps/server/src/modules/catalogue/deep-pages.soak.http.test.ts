import { createCollection, updateItem } from '@armarium/contract/record-edits';
import { listCollectionItems } from '@armarium/contract/collection-calls';
import { findAllItems } from '@armarium/contract/item-calls';
import { deleteItem } from '@armarium/contract/deletions';
import { expect, it } from 'vitest';
import { system } from '../../db/database.ts';
import { importedItem, openInstallation, rootOf } from '../../../../../tests/http/test-installation.ts';
import { createItems } from './public.ts';

const house = await openInstallation();
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const root = (await rootOf(client)).uuid;
const { body: hall } = await client.call(createCollection, {
  body: { sgtt: 'Hall', parentCollectionsUuids: [root] },
});
const ITEMS = 2_600;
const name = (number: number) => `Leaf ${number}`;
await house.access.database.tenant(house.tenantIds.default, system).write('test', async (tx) => {
  const items = Array.from({ length: ITEMS }, (_, index) => ({
    metadata: [
      { name: 'sgtt', value: name(index + 1) },
      { name: 'pressmark', value: `P ${ITEMS - index}` },
    ],
    parentCollectionsUuids: [hall.uuid],
  }));
  await createItems(tx, items);
});

const pageOf = async (page: number, size: number, sort: string[] = []) => {
  const { body } = await client.call(listCollectionItems, {
    params: { uuid: hall.uuid },
    query: { page, size, sort },
  });
  return body._embedded.culturalItems.map(({ sgtt }) => sgtt);
};
const slice = (page: number, size: number) =>
  Array.from({ length: ITEMS }, (_, index) => name(index + 1)).slice(page * size, (page + 1) * size);

it.each([
  [0, 20],
  [49, 20],
  [50, 20],
  [75, 20],
  [129, 20],
  [130, 20],
  [3, 500],
  [5, 500],
  [142, 7],
  [371, 7],
  [1, 1000],
  [2, 1000],
  [2_599, 1],
  [100_000, 20],
])('page %i of %i of a long collection is the part of the whole, up and down', async (page, size) => {
  expect(await pageOf(page, size)).toEqual(slice(page, size));
  const last = ITEMS - 1;
  const upwards = slice(page, size).map((sgtt) => name(last + 2 - Number(sgtt.slice(5))));
  expect(await pageOf(page, size, ['sgtt,desc'])).toEqual(upwards);
});

it.each(['sgtt', 'sgtt,desc', 'pressmark', 'pressmark,desc', 'createdDate,desc', 'lastModifiedDate'])(
  'all items by %s hold each once over their pages, in the order of one long list',
  async (sort) => {
    const at = async (page: number, size: number) => {
      const { body } = await client.call(findAllItems, { query: { page, size, sort: [sort] } });
      return body._embedded.culturalItems.map(({ sgtt }) => sgtt);
    };
    const whole = [...(await at(0, 1000)), ...(await at(1, 1000)), ...(await at(2, 1000))];
    expect(new Set(whole).size).toBe(ITEMS);
    for (const page of [15, 16, 37])
      expect(await at(page, 70)).toEqual(whole.slice(page * 70, (page + 1) * 70));
  },
);

it('a place that is remembered is forgotten when the order changes, by whatever change', async () => {
  expect(await pageOf(100, 20)).toEqual(slice(100, 20));
  const { uuid } = await importedItem(client, { sgtt: 'Ant', parents: [hall.uuid] });
  const shifted = ['Ant', ...slice(0, ITEMS)];
  expect(await pageOf(100, 20)).toEqual(shifted.slice(2000, 2020));
  await client.call(updateItem, { params: { uuid }, body: { sgtt: 'Leaf 1500 bis' } });
  expect(await pageOf(100, 20)).toEqual(shifted.slice(2000, 2020));
  expect(await pageOf(60, 20)).toEqual(slice(60, 20));
  await client.call(deleteItem, { params: { uuid } });
  expect(await pageOf(100, 20)).toEqual(slice(100, 20));
});
