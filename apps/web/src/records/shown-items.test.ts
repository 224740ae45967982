import type { Item } from '@armarium/contract/items';
import { expect, it } from 'vitest';
import { withItems } from './shown-items.ts';

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
