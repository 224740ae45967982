import { expect, test } from 'vitest';
import { movedTo } from './moved-to.ts';

const list = ['a', 'b', 'c', 'd'].map((uuid) => ({ uuid }));
const order = (uuid: string, position: number) =>
  movedTo(list, uuid, position)
    .map((one) => one.uuid)
    .join('');

test.each([
  ['a', 1, 'abcd'],
  ['a', 3, 'bcad'],
  ['a', 4, 'bcda'],
  ['d', 1, 'dabc'],
  ['c', 2, 'acbd'],
  // Somebody took others out meanwhile.
  ['b', 9, 'acdb'],
  ['gone', 2, 'abcd'],
])('%s at %i', (uuid, position, expected) => {
  expect(order(uuid, position)).toBe(expected);
});
