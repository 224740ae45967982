import { expect, it } from 'vitest';
import {
  cleared,
  numbersForm,
  setFilters,
  toggled,
  withDay,
  withFilled,
  withRange,
  yearsForm,
} from './set-filters.ts';

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
  const set = (from: string, to: string) => withRange(other, 'made', yearsForm, { from, to });
  const both = set('1450', '1499');
  expect([both.getAll('date'), both.has('page')]).toEqual([['printed=1501', 'made=1450/1499'], false]);
  expect(set('', '79').getAll('date')).toEqual(['printed=1501', 'made=../0079']);
  expect(set('-44', '').getAll('date')).toEqual(['printed=1501', 'made=-0044/..']);
  expect(set('', '').getAll('date')).toEqual(['printed=1501']);
});

it('reads the years and the numbers that it wrote', () => {
  expect(yearsForm.read('1450/1499')).toEqual({ from: '1450', to: '1499' });
  expect(yearsForm.read('-0044/..')).toEqual({ from: '-44', to: '' });
  expect(yearsForm.read('../0079')).toEqual({ from: '', to: '79' });
  expect(yearsForm.read('sec. XV')).toBeUndefined();
  for (const ends of [
    { from: '12', to: '20' },
    { from: '', to: '-3' },
    { from: '12.5', to: '' },
    { from: '1,5', to: '1.75' },
    { from: '7', to: '7' },
  ])
    expect(numbersForm.read(numbersForm.write(ends))).toEqual(ends);
  expect(numbersForm.read('many')).toBeUndefined();
});

it('asks for a value in a field or for none', () => {
  const search = new URLSearchParams('page=2&filled=note&empty=made');
  const filled = withFilled(search, 'made', 'filled');
  expect([filled.getAll('filled'), filled.getAll('empty'), filled.has('page')]).toEqual([
    ['note', 'made'],
    [],
    false,
  ]);
  expect(withFilled(filled, 'note', 'empty').toString()).toBe('filled=made&empty=note');
  expect(withFilled(search, 'made', undefined).toString()).toBe('filled=note');
});
