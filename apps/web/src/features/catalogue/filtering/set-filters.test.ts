import { expect, it } from 'vitest';
import { cleared, setFilters, toggled, withDay } from './set-filters.ts';

const search = () =>
  new URLSearchParams('searchTerm=a&page=3&state=Draft&field=language%3Dlat&createdFrom=2026-01-01');

it('tells what is set, in the order of the panel', () => {
  expect(setFilters(search())).toEqual([
    { name: 'state', value: 'Draft' },
    { name: 'field', value: 'language=lat' },
    { name: 'createdFrom', value: '2026-01-01' },
  ]);
  expect(setFilters(new URLSearchParams('state=&searchTerm=a'))).toEqual([]);
});

it('adds and takes away one value, leaves the others, and goes to the first page', () => {
  const more = toggled(search(), { name: 'field', value: 'language=ita' });
  expect([more.getAll('field'), more.get('page'), more.get('searchTerm')]).toEqual([
    ['language=lat', 'language=ita'],
    null,
    'a',
  ]);
  expect(toggled(more, { name: 'field', value: 'language=lat' }).getAll('field')).toEqual(['language=ita']);
});

it('sets, changes and takes away a day', () => {
  expect(withDay(search(), 'createdFrom', '2025-05-05').getAll('createdFrom')).toEqual(['2025-05-05']);
  expect(withDay(search(), 'createdFrom', '').has('createdFrom')).toBe(false);
});

it('clears the filters and leaves what is searched for', () => {
  expect(cleared(search()).toString()).toBe('searchTerm=a');
});
