import { expect, it } from 'vitest';
import { among, movedHand, nothingChosen, only, toggled, upTo, endsOfChosen } from './sheet-selection.ts';

const row = [...'abcdef'];
const chosen = ({ chosen }: { chosen: ReadonlySet<string> }) => [...chosen].sort().join('');

it('images are chosen one by one, by ranges both ways, and a range is drawn anew from its beginning', () => {
  let selection = toggled(toggled(nothingChosen, 'b'), 'd');
  expect(chosen(selection)).toBe('bd');
  expect(chosen(toggled(selection, 'b'))).toBe('d');
  selection = upTo(only('c'), row, 'e');
  expect(chosen(selection)).toBe('cde');
  selection = upTo(selection, row, 'a');
  expect(chosen(selection)).toBe('abc');
  expect(selection).toMatchObject({ active: 'a', anchor: 'c' });
  expect(chosen(upTo(movedHand(selection, 'e'), row, 'f'))).toBe('ef');
  expect(chosen(upTo(nothingChosen, row, 'b'))).toBe('b');
});

it('what left the item is chosen no longer', () => {
  const selection = upTo(only('a'), row, 'c');
  expect(among(selection, row)).toBe(selection);
  expect(chosen(among(selection, ['a', 'c']))).toBe('ac');
});

it('the first and the last chosen image are those of the order, or else that at which keys act', () => {
  const order = ['a', 'b', 'c', 'd'];
  const chosen = { chosen: new Set(['d', 'b']), active: 'a', anchor: 'a' };
  expect(endsOfChosen(chosen, order)).toEqual({ first: 'b', last: 'd' });
  expect(endsOfChosen({ ...chosen, chosen: new Set() }, order)).toEqual({ first: 'a', last: 'a' });
  expect(endsOfChosen({ chosen: new Set(), active: undefined, anchor: undefined }, order)).toBeUndefined();
});
