import { expect, it } from 'vitest';
import { displayTitle, titleOf } from './display-title.ts';

it.each([
  ['La *Divina commedia', 'La Divina commedia'],
  ["L'*Orlando furioso", "L'Orlando furioso"],
  ['L’*Adone : poema', 'L’Adone : poema'],
  ['*Promessi sposi', 'Promessi sposi'],
  ['The *1001 nights', 'The 1001 nights'],
  ['Il *Milione * e altro', 'Il Milione * e altro'],
  ['Rating: ****', 'Rating: ****'],
  ['a*b', 'a*b'],
  ['源氏物語', '源氏物語'],
])('shows %s as %s', (title, shown) => {
  expect(displayTitle(title)).toBe(shown);
});

it('[GRID-31] a title falls back from sgtt to label', () => {
  expect(titleOf({ sgtt: '', label: 'Il *Label' }, 'Untitled')).toBe('Il Label');
  expect(titleOf({ sgtt: 'T', label: 'L' }, 'Untitled')).toBe('T');
  expect(titleOf({ sgtt: ' ', label: '' }, 'Untitled')).toBe('Untitled');
});
