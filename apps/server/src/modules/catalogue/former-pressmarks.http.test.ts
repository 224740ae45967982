import { correctPressmark } from '@armarium/contract/record-edits';
import { searchItems } from '@armarium/contract/item-calls';
import { expect, it } from 'vitest';
import { importedItem, openInstallation } from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');

const found = async (text: string, findBy?: string, who = client) => {
  const query = { text, sort: ['sgtt'], ...(findBy !== undefined && { findBy }) };
  const { status, body } = await who.call(searchItems, { query });
  expect(status).toBe(200);
  const titles = body._embedded.culturalItems.map(({ sgtt }) => sgtt);
  expect(body.page.totalElements).toBe(titles.length);
  return titles;
};
const corrected = async (sgtt: string, from: string, to: string) => {
  const { uuid } = await importedItem(client, { sgtt, pressmark: from });
  const body = { pressmark: to, reason: 'Mistyped on the card' };
  expect(await client.call(correctPressmark, { params: { uuid }, body })).toMatchObject({ status: 200 });
  return uuid;
};

it('[SEARCH-39] an item goes on being found by the pressmark that it had, as written, in part and bare', async () => {
  await corrected('Herbal', 'Rés. Müller-77 (=A/3)', 'Z 1');
  for (const text of ['Rés. Müller-77 (=A/3)', 'res. muller-77', 'RESMULLER77A3', 'Z 1'])
    expect(await found(text)).toEqual(['Herbal']);
  expect(await found('müller-77', 'pressmark')).toEqual(['Herbal']);
  expect(await found('müller-77', 'sgtt')).toEqual([]);
  expect(await found('müller-77', undefined, stranger)).toEqual([]);
});

it('[SEARCH-33, SEARCH-39] a former pressmark is found with punctuation that it was stored without', async () => {
  await corrected('Antiphonary', 'Ant9', 'Z 9');
  for (const text of ['Ant. 9', 'a-n-t 9']) expect(await found(text)).toEqual(['Antiphonary']);
  expect(await found('Ant. 9', 'pressmark')).toEqual(['Antiphonary']);
  expect(await found('Ant. 9', undefined, stranger)).toEqual([]);
});

it('[SEARCH-39, SEARCH-34] an old pressmark that is exactly what is looked for comes first, after the one that has it now', async () => {
  await importedItem(client, { sgtt: 'About K 5', pressmark: 'N 1' });
  await corrected('Zibaldone', 'K 5', 'K 6');
  expect(await found('k  5')).toEqual(['Zibaldone', 'About K 5']);
  await importedItem(client, { sgtt: 'Yearbook', pressmark: 'K 5' });
  expect(await found('k  5')).toEqual(['Yearbook', 'About K 5', 'Zibaldone']);
});
