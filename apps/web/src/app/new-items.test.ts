import { expect, it } from 'vitest';
import { withOneMore, without } from './new-items.ts';

it('counts new items by collection, each once, and forgets one collection alone', () => {
  const once = withOneMore(withOneMore({}, 'maps', 'a'), 'maps', 'b');
  const counted = withOneMore(once, 'books', 'a');
  expect(counted).toEqual({ maps: ['a', 'b'], books: ['a'] });
  expect(withOneMore(counted, 'maps', 'a')).toBe(counted);
  expect(without(counted, 'maps')).toEqual({ books: ['a'] });
});

it('does not go on counting for ever', () => {
  const full = { maps: Array.from({ length: 1_000 }, (_, index) => String(index)) };
  expect(withOneMore(full, 'maps', 'one more')).toBe(full);
});
