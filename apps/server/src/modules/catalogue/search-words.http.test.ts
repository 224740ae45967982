import { describe, expect, it } from 'vitest';
import { previewBatch } from '@armarium/contract/selections';
import { createCollection, correctPressmark } from '@armarium/contract/record-edits';
import { searchCollections } from '@armarium/contract/collection-calls';
import { searchItems } from '@armarium/contract/item-calls';
import { getItemFacets } from '@armarium/contract/item-facets';
import { deleteItem } from '@armarium/contract/deletions';
import { listTrash } from '@armarium/contract/trash';
import { importedItem, openInstallation, rootOf } from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const records = [
  ['View of Venice', 'Turner, J. M. W.', 'Oil on canvas', 'MS 2'],
  ['Venice at dusk', 'Anonymous', 'After Turner', 'MS2 bis'],
  ['Rain and steam', 'Turner, J. M. W.', 'The railway', 'M.S. 22'],
  ['Turnera ulmifolia', 'Linnaeus', 'A herbarium sheet', 'XMS 2'],
  ['The canvas', 'A painter of oil', '', 'Lat. Z 400'],
] as const;
for (const [sgtt, autn, sgti, pressmark] of records)
  await importedItem(client, { sgtt, autn, sgti, pressmark });

async function found(text: string, findBy?: string): Promise<string[]> {
  const query = { text, size: 100, sort: ['pressmark'], ...(findBy !== undefined && { findBy }) };
  const { status, body } = await client.call(searchItems, { query });
  expect(status).toBe(200);
  const marks = body._embedded.culturalItems.map(({ pressmark }) => pressmark);
  expect(body.page.totalElements).toBe(marks.length);
  return marks.toSorted();
}

describe('a search finds by', () => {
  it.each<[text: string, pressmarks: string[]]>([
    ['turner venice', ['MS 2', 'MS2 bis']],
    ['VENICE TURN', ['MS 2', 'MS2 bis']],
    ['turner', ['M.S. 22', 'MS 2', 'MS2 bis', 'XMS 2']],
    ['urner', []],
    ['oil canvas', ['Lat. Z 400', 'MS 2']],
    ['"oil on canvas"', ['MS 2']],
    ['"canvas oil"', []],
    ['"turner"', ['M.S. 22', 'MS 2', 'MS2 bis']],
    ['turner -venice', ['M.S. 22', 'XMS 2']],
    ['turner -"j m w"', ['MS2 bis', 'XMS 2']],
    ['venice OR rain', ['M.S. 22', 'MS 2', 'MS2 bis']],
    ['venice OR rain dusk', ['MS2 bis']],
    ['-turner', ['Lat. Z 400']],
    ['author:turner', ['M.S. 22', 'MS 2']],
    ['autore:turner title:view', ['MS 2']],
    ['titolo:"of venice"', ['MS 2']],
    ['title:"venice of"', []],
    ['description:turner', ['MS2 bis']],
    ['-author:turner turner', ['MS2 bis', 'XMS 2']],
    ['pressmark:ms', ['M.S. 22', 'MS 2', 'MS2 bis']],
    ['MS-2', ['M.S. 22', 'MS 2', 'MS2 bis']],
    ['MS2', ['M.S. 22', 'MS 2', 'MS2 bis']],
    ['-MS2 turner', ['XMS 2']],
    ['m s 2 rain', ['M.S. 22']],
    ['rain ms22', ['M.S. 22']],
    ['rain ms-22 steam', ['M.S. 22']],
    ['z:400', ['Lat. Z 400']],
    ['latz400', ['Lat. Z 400']],
    ['z400', []],
  ])('%s', async (text, pressmarks) => {
    expect(await found(text)).toEqual(pressmarks);
  });

  it('one field that is chosen, unless the text names another', async () => {
    expect(await found('turner', 'autn')).toEqual(['M.S. 22', 'MS 2']);
    expect(await found('turner title:view', 'autn')).toEqual(['MS 2']);
    expect(await found('ms2', 'pressmark')).toEqual(['M.S. 22', 'MS 2', 'MS2 bis']);
    expect(await found('ms2', 'sgtt')).toEqual([]);
    expect(await found('.', 'sgtt')).toEqual([]);
    expect(await found('.', 'autn')).toEqual(['M.S. 22', 'MS 2']);
  });

  it.each(['-', 'OR OR', '""', '"', '\u200F', '\u0301'])(
    'no condition where no term is in %j',
    async (text) => {
      expect(await found(text)).toHaveLength(records.length);
    },
  );
});

it('a list, its filters, a batch and the trash mean the same items', async () => {
  const { uuid } = await importedItem(client, { sgtt: 'Doomed', autn: 'Turner', pressmark: 'GONE 1' });
  for (const [text, wanted] of [
    ['turner venice', 2],
    ['author:turner -doomed', 2],
    ['"oil on canvas" OR dusk', 2],
  ] as const) {
    expect(await found(text)).toHaveLength(wanted);
    expect((await client.call(getItemFacets, { query: { text } })).body.total).toBe(wanted);
    const selection = { query: { text }, expected: wanted };
    const changes = [{ name: 'sgti', change: 'replace' as const, values: ['seen'] }];
    const preview = await client.call(previewBatch, { body: { selection, changes } });
    expect(preview).toMatchObject({ status: 200, body: { changed: wanted } });
  }
  expect((await client.call(deleteItem, { params: { uuid } })).status).toBe(204);
  expect(await found('doomed')).toEqual([]);
  const trashed = async (text: string) => {
    const { body } = await client.call(listTrash, { query: { text } });
    return body._embedded.trash.map(({ title }) => title);
  };
  expect(await trashed('turner doom')).toEqual(['Doomed']);
  expect(await trashed('gone1')).toEqual(['Doomed']);
  expect(await trashed('oomed')).toEqual([]);
});

it('[SEARCH-39] former pressmarks find their item with other words, and without their punctuation', async () => {
  const { uuid } = await importedItem(client, { sgtt: 'Corrected', pressmark: 'Old/7 bis' });
  const body = { pressmark: 'NEW 7', reason: 'Misread' };
  expect((await client.call(correctPressmark, { params: { uuid }, body })).status).toBe(200);
  for (const text of ['old-7', 'corrected old', 'old7bis', 'new old7', 'pressmark:"old 7 bis"'])
    expect(await found(text), text).toEqual(['NEW 7']);
  expect(await found('old8')).toEqual([]);
});

it('collections are found by words of their titles and descriptions', async () => {
  const parentCollectionsUuids = (await rootOf(client)).uuid;
  for (const [sgtt, sgti] of [
    ['Drawings of Turner', 'From Venice'],
    ['Venice', 'Maps'],
  ] as const)
    expect(
      (await client.call(createCollection, { body: { sgtt, sgti, parentCollectionsUuids } })).status,
    ).toBe(201);
  const titles = async (text: string) => {
    const { body } = await client.call(searchCollections, { query: { text } });
    expect(body.page.totalElements).toBe(body._embedded.culturalItemCollections.length);
    return body._embedded.culturalItemCollections.map(({ sgtt }) => sgtt);
  };
  expect(await titles('venice turner')).toEqual(['Drawings of Turner']);
  expect(await titles('venice -turner')).toEqual(['Venice']);
  expect(await titles('title:venice')).toEqual(['Venice']);
  expect(await titles('"drawings of turner"')).toEqual(['Drawings of Turner']);
  expect(await titles('enice')).toEqual([]);
  for (const text of ['', '-', '""'])
    expect((await titles(text)).slice(1), text).toEqual(['Drawings of Turner', 'Venice']);
  const tooLong = await client.call(searchCollections, { query: { text: 'a '.repeat(33) } });
  expect(tooLong).toMatchObject({ status: 422, body: { code: 'search-too-long' } });
});
