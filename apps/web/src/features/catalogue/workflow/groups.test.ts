import { expect, test } from 'vitest';
import { groupsOf, openTo, type StatefulRecord } from './groups.ts';

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
