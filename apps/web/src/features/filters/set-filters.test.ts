import { expect, it } from 'vitest';
import { cleared, setFilters, toggled, withDay, withYears, yearsOf } from './set-filters.ts';

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

it('sets, changes and takes away the years of one field, and leaves those of others', () => {
  const other = new URLSearchParams('page=2&date=printed%3D1501&date=made%3Dsec.+XV');
  const both = withYears(other, 'made', { from: 1450, to: 1499 });
  expect([both.getAll('date'), both.has('page')]).toEqual([['printed=1501', 'made=1450/1499'], false]);
  expect(withYears(both, 'made', { to: 79 }).getAll('date')).toEqual(['printed=1501', 'made=../0079']);
  expect(withYears(both, 'made', { from: -44 }).getAll('date')).toEqual(['printed=1501', 'made=-0044/..']);
  expect(withYears(both, 'made', {}).getAll('date')).toEqual(['printed=1501']);
});

it('reads the years that it writes, and no other date', () => {
  expect(yearsOf('1450/1499')).toEqual({ from: 1450, to: 1499 });
  expect(yearsOf('-0044/..')).toEqual({ from: -44, to: undefined });
  expect(yearsOf('../0079')).toEqual({ from: undefined, to: 79 });
  expect(yearsOf('sec. XV')).toBeUndefined();
});
