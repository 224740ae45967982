import { expect, test } from 'vitest';
import { groupsOf, nameOfRecords, openTo, type StatefulRecord } from './groups.ts';

const record = (uuid: string, state: string, more: Partial<StatefulRecord> = {}): StatefulRecord => ({
  uuid,
  state,
  resourceType: 'ITEM',
  title: uuid,
  ...more,
});

test('[WFACT-04] records are grouped by their state, kinds apart, in the order in which they come', () => {
  const groups = groupsOf([
    record('a', 'Default'),
    record('b', 'In review'),
    record('c', 'Default'),
    record('d', 'Default', { resourceType: 'MEDIA' }),
  ]);
  expect(
    groups.map(({ resourceType, state, records }) => [resourceType, state, records.map(({ uuid }) => uuid)]),
  ).toEqual([
    ['ITEM', 'Default', ['a', 'c']],
    ['ITEM', 'In review', ['b']],
    ['MEDIA', 'Default', ['d']],
  ]);
  expect(groupsOf([])).toEqual([]);
});

test('an action is for those that it is known to be open to, and for those of whom it is not known', () => {
  const [group] = groupsOf([
    record('a', 'Default', { availableTransitions: [{ uuid: 'start' }] }),
    record('b', 'Default', { availableTransitions: [] }),
    record('c', 'Default'),
  ]);
  expect(group && openTo(group, 'start').map(({ uuid }) => uuid)).toEqual(['a', 'c']);
});

test('the same records have one name in whatever order, other ones another', () => {
  const name = nameOfRecords([record('a', 'Default'), record('b', 'Default')]);
  expect(nameOfRecords([record('b', 'In review'), record('a', 'Default')])).toBe(name);
  expect(nameOfRecords([record('a', 'Default'), record('c', 'Default')])).not.toBe(name);
  expect(nameOfRecords([record('a', 'Default')])).toBe('a');
});
