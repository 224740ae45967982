import { expect, it } from 'vitest';
import { madeStorage } from '../../../../../tests/harness/made-storage.ts';
import { forgetSearches, keepSearch, recentSearches } from './recent-searches.ts';

madeStorage();

it('keeps the last 20 searches of an account, the newest first, each once', () => {
  for (let number = 1; number <= 21; number += 1) keepSearch('one', { text: `atlas ${number}` });
  keepSearch('one', { text: 'atlas 3', findBy: 'sgtt' });
  keepSearch('one', { text: ' atlas 5 ' });
  keepSearch('one', { text: ' ' });
  const texts = recentSearches('one').map(({ text }) => text);
  expect(texts).toHaveLength(20);
  expect(texts.slice(0, 3)).toEqual(['atlas 5', 'atlas 3', 'atlas 21']);
  expect(texts.filter((text) => text === 'atlas 5')).toHaveLength(1);
  expect(texts).toContain('atlas 3');
  expect(recentSearches('two')).toEqual([]);
});

it('forgets them for one account alone', () => {
  keepSearch('one', { text: 'atlas' });
  const below = { uuid: 'a', title: 'Maps' };
  keepSearch('two', { text: 'map', below });
  forgetSearches('one');
  expect(recentSearches('one')).toEqual([]);
  expect(recentSearches('two')).toEqual([{ text: 'map', findBy: undefined, below }]);
});
