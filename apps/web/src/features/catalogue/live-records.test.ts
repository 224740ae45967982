import type { Item } from '@armarium/contract/records';
import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { lookAgainSoon, withItems } from './live-records.ts';

const item = (uuid: string, sgtt: string) => ({ uuid, sgtt }) as Item;
const list = {
  _embedded: { culturalItems: [item('a', 'Atlas'), item('b', 'Bestiary')] },
  page: { number: 0 },
};

it('a list takes what changed in its place: none comes, goes or moves', () => {
  const changed = new Map([
    ['b', item('b', 'Album')],
    ['c', item('c', 'Codex')],
  ]);
  const after = withItems(list, changed);
  expect(after._embedded.culturalItems.map(({ sgtt }) => sgtt)).toEqual(['Atlas', 'Album']);
  expect(after.page).toBe(list.page);
});

it('a list that nothing of it changed stays the same object, so that nothing is drawn anew', () => {
  expect(withItems(list, new Map([['c', item('c', 'Codex')]]))).toBe(list);
});

it('a look concerns what was asked for before its moment, however late that was answered, and nothing else', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
  const times: string[] = [];
  const ask = (name: string, answered_ms: number) =>
    new QueryObserver(queryClient, {
      queryKey: ['catalogue', name],
      queryFn: async () => {
        times.push(name);
        await new Promise((resolve) => setTimeout(resolve, answered_ms));
        return name;
      },
    }).subscribe(() => undefined);
  const ends = [ask('before', 10), ask('answered late', 900)];
  await vi.advanceTimersByTimeAsync(500);
  lookAgainSoon(Date.now());
  await vi.advanceTimersByTimeAsync(100);
  ends.push(ask('since', 10));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(times).toEqual(['before', 'answered late', 'since', 'before', 'answered late']);
  // Of one that says no moment everything is asked for again; of two the later one counts.
  lookAgainSoon();
  lookAgainSoon(0);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(times.slice(5).sort()).toEqual(['answered late', 'before', 'since']);
  for (const end of ends) end();
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
