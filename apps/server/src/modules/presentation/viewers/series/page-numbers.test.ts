import { expect, it } from 'vitest';
import { pageAsked, pageOfStory, pagesOf } from './page-numbers.ts';

it('a series has a page for each hundred stories, and one without any', () => {
  expect([0, 1, 100, 101, 10_000].map(pagesOf)).toEqual([1, 1, 1, 2, 100]);
  expect([0, 99, 100, 9999].map(pageOfStory)).toEqual([1, 1, 2, 100]);
});

it('what an address asks for is a page that is there', () => {
  const asked = ['', '2', '3', '4', '0', '-1', '1.5', 'x', '99999999999999999999'];
  expect(asked.map((text) => pageAsked(text, 3))).toEqual([1, 2, 3, 3, 1, 1, 1, 1, 1]);
});
