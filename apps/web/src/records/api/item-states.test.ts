import { afterEach, expect, it } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { stateSeen, statesQuery } from './item-states.ts';

afterEach(() => queryClient.clear());

it.each([
  ['is read again', 'Renamed', true],
  ['stays', 'Default', false],
])('the list of states %s where a record comes into the state %s', (_, name, isInvalidated) => {
  const uuid = '01a21785-d604-776f-a208-fd129508aec1';
  const link = { href: `/meta/itemStates/${uuid}` };
  const state = {
    uuid,
    id: uuid,
    name: 'Default',
    label: 'Default',
    labels: {},
    color: '#000000',
    url: link.href,
  };
  queryClient.setQueryData(
    statesQuery.queryKey,
    new Map([['Default', { ...state, _links: { self: link } }]]),
  );
  stateSeen(name);
  expect(queryClient.getQueryState(statesQuery.queryKey)?.isInvalidated).toBe(isInvalidated);
});
