import { expect, it } from 'vitest';
import { fieldFrom, itemQueryOf, resultsAddress } from './search-address.ts';

it('[SHELL-08, SHELL-09] a search stands in the address, the field only where one was chosen', () => {
  expect(resultsAddress('Blaeu & Söhne', undefined)).toBe('/catalog/results?searchTerm=Blaeu+%26+S%C3%B6hne');
  expect(resultsAddress('MS 2', 'pressmark')).toBe('/catalog/results?searchTerm=MS+2&findBy=pressmark');
  expect(resultsAddress('a', 'field:lang', 'c')).toBe('/catalog/results/c?searchTerm=a&findBy=field%3Alang');
});

it('an unknown field is none', () => {
  const names = ['autn', 'sgti', 'field:lang', 'field:', 'lang', null];
  expect(names.map(fieldFrom)).toEqual(['autn', 'sgti', 'field:lang', undefined, undefined, undefined]);
});

it('the items of a page are the query of its address, without its page', () => {
  const uuid = '0198f2b0-0000-7000-8000-000000000001';
  const search = new URLSearchParams(
    'searchTerm=atlas&findBy=autn&page=4&state=Approved&state=Draft&field=language%3Dlat&media=none' +
      `&date=made%3D1450%2F1499&changedBy=${uuid}&createdFrom=2026-01-01&createdTo=2026-12-31`,
  );
  const filters = {
    state: ['Approved', 'Draft'],
    field: ['language=lat'],
    date: ['made=1450/1499'],
    media: ['none'],
    changedBy: [uuid],
    createdFrom: '2026-01-01T00:00:00.000Z',
    createdTo: '2027-01-01T00:00:00.000Z',
  };
  expect(itemQueryOf(search, {})).toEqual({ text: 'atlas', findBy: 'autn', ...filters });
  expect(itemQueryOf(search, { belowUuid: uuid })).toEqual({
    text: 'atlas',
    findBy: 'autn',
    belowUuid: uuid,
    ...filters,
  });
  expect(itemQueryOf(search, { collectionUuid: uuid })).toEqual({ collectionUuid: uuid, ...filters });
});

it('what an address names wrongly is as good as absent', () => {
  const search = new URLSearchParams(
    'state=&field=language&media=film&changedBy=me&createdFrom=2026-02-31x&modifiedTo=yesterday&modifiedFrom=2026-13-01',
  );
  expect(itemQueryOf(search, {})).toEqual({ text: '' });
});
