import type { WorkflowFile } from '@armarium/contract/workflow-file';
import { describe, expect, it } from 'vitest';
import {
  matchedTransitions,
  repeatedEntries,
  taskKey,
  unneeded,
  withOrderOf,
  workflowChanges,
} from './workflow-file.rules.ts';

type Transition = NonNullable<WorkflowFile['transitions']>[number];
const transition = (name: string, itemFromState: string, itemToState: string): Transition => ({
  name,
  itemFromState,
  itemToState,
  resourceType: 'ITEM',
});

it.each([
  [{ collection: ' a ' }, { collection: 'a', comment: '' }],
  [{ fields: ['a', 'b ', 'a', ''] }, { fields: ['a', 'b'] }],
  [
    { one: '1', two: true },
    { two: true, one: '1', three: false, four: [] },
  ],
])('tasks with %o and %o do the same', (one, other) => {
  const key = (parameters: Record<string, unknown>) => taskKey({ templateName: 'TASK', parameters });
  expect(key(one)).toBe(key(other));
  expect(key(one)).not.toBe(key({}));
  expect(key({ fields: ['a', 'b'] })).not.toBe(key({ fields: ['b', 'a'] }));
});

it('what is needed by something that is needed stays too', () => {
  const needs: Record<string, string> = { kept: 'b', b: 'c', d: 'e' };
  const isNeeded = (stays: readonly string[], one: string) => stays.some((other) => needs[other] === one);
  expect(unneeded(['c', 'b', 'd', 'e'], ['kept'], isNeeded)).toEqual(['d', 'e']);
});

describe('the transitions of a file', () => {
  const archive = transition('Archive', 'Published', 'Archived');
  const other = transition('Archive', 'Withdrawn', 'Archived');
  const lend = transition('Lend', 'Default', 'Lent');

  it.each([
    ['the one between the same states', [archive, other, lend], [other], [other]],
    [
      'the only one of that name, now between other states',
      [lend],
      [transition('Lend', 'Approved', 'Lent')],
      [lend],
    ],
    [
      'the one that is left of that name',
      [archive, other],
      [archive, transition('Archive', 'Default', 'Archived')],
      [archive, other],
    ],
    [
      'none where two have that name',
      [archive, other],
      [transition('Archive', 'Default', 'Archived')],
      [undefined],
    ],
    [
      'none for two of the file',
      [lend],
      [transition('Lend', 'A', 'B'), transition('Lend', 'C', 'D')],
      [undefined, undefined],
    ],
    ['none of another kind', [lend], [{ ...lend, resourceType: 'MEDIA' as const }], [undefined]],
  ])('are %s', (_, known, given, matched) => {
    expect(matchedTransitions(known, given)).toEqual(matched);
  });
});

it('finds what stands in a file twice, tasks whatever the order of their parameters', () => {
  const tasks = [
    { templateName: 'SET_METADATA', parameters: { field: 'autn', value: 'x' } },
    { templateName: 'REQUIRE_COMMENT' },
    { templateName: 'SET_METADATA', parameters: { value: 'x', field: 'autn' } },
  ];
  const file: WorkflowFile = {
    version: 1,
    states: [
      { name: 'Lent', color: '#111111' },
      { name: 'Lent ', color: '#222222' },
    ],
    transitions: [{ ...transition('Lend', 'Default', 'Lent'), tasks }],
  };
  expect(repeatedEntries(file).map(({ name }) => name)).toEqual(['states[1]', 'transitions[0].tasks[2]']);
});

it.each([
  ['abcd', 'dcba', 'dcba'],
  ['abcd', 'db', 'adcb'],
  ['abcd', 'xb', 'abcd'],
  ['abcd', '', 'abcd'],
])('of %s in the order %s there is %s', (all, wanted, ordered) => {
  expect(withOrderOf([...all], [...wanted]).join('')).toBe(ordered);
});

it('tells what differs between two moments', () => {
  const field = (uuid: string, label: string) => ({
    uuid,
    name: uuid,
    label,
    type: 'STRING' as const,
    resourceType: 'ITEM' as const,
    locked: false,
  });
  const state = (uuid: string, color: string) => ({ uuid, name: uuid, color });
  const before = {
    fields: [field('a', 'A'), field('b', 'B'), field('gone', 'Gone')],
    states: [state('Lent', '#111111')],
    transitions: [],
  };
  const after = {
    fields: [field('b', 'B'), field('a', 'Author'), field('new', 'New')],
    states: [state('Lent', '#222222')],
    transitions: [{ uuid: 't', ...transition('Lend', 'Default', 'Lent') }],
  };
  expect(workflowChanges(before, after)).toEqual([
    { what: 'field', resourceType: 'ITEM', name: 'a', change: 'change', parts: ['label'] },
    { what: 'field', resourceType: 'ITEM', name: 'new', change: 'add', parts: [] },
    { what: 'field', resourceType: 'ITEM', name: 'gone', change: 'remove', parts: [] },
    { what: 'order', resourceType: 'ITEM', name: '', change: 'change', parts: [] },
    { what: 'state', resourceType: null, name: 'Lent', change: 'change', parts: ['color'] },
    {
      what: 'transition',
      resourceType: 'ITEM',
      name: 'Lend',
      itemFromState: 'Default',
      itemToState: 'Lent',
      change: 'add',
      parts: [],
    },
  ]);
  expect(workflowChanges(after, after)).toEqual([]);
});
