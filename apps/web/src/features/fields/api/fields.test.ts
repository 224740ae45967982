import type { Template } from '@armarium/contract/templates';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../lib/query-client.ts';
import { archiveField, changeField, createField, fieldsQuery } from './fields.ts';

const field: Template = {
  uuid: '01a21785-d604-776f-a208-fd129508aec1',
  name: 'hand',
  label: 'Hand',
  labels: {},
  type: 'STRING',
  resourceType: 'ITEM',
  priority: 'MEDIUM',
  order: 0,
  enumValues: [],
  defaultValue: null,
  locked: false,
  required: false,
  repeatable: false,
  searchable: false,
  help: '',
  _links: { self: { href: '/' } },
};

vi.mock('../../../lib/api-client.ts', () => ({
  call: () => Promise.resolve(field),
  callTagged: () => Promise.resolve({ answer: field, tag: '"2"' }),
}));

const { queryKey } = fieldsQuery('ITEM');

beforeEach(() => {
  vi.useFakeTimers();
  queryClient.setQueryData(queryKey, { fields: [field], tag: '"1"' });
});
afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

it.each([
  [
    'made',
    () => createField({ name: 'hand', label: 'Hand', type: 'STRING', resourceType: 'ITEM' }, (all) => all),
  ],
  ['changed', () => changeField(field.uuid, { label: 'Hand' }, '"1"')],
  ['deleted', () => archiveField(field, '"1"')],
])('[META-42] the list is read again 800 ms after a field was %s', async (_, act) => {
  await act();
  const isToBeRead = () => queryClient.getQueryState(queryKey)?.isInvalidated;
  vi.advanceTimersByTime(799);
  expect(isToBeRead()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(isToBeRead()).toBe(true);
});
