import { expect, it } from 'vitest';
import { withOneMore, without } from './new-items.ts';

it('counts new items by collection, and forgets one collection alone', () => {
  const counted = withOneMore(withOneMore(withOneMore({}, 'maps'), 'maps'), 'books');
  expect(counted).toEqual({ maps: 2, books: 1 });
  expect(without(counted, 'maps')).toEqual({ books: 1 });
});
