import { expect, it } from 'vitest';
import { filledText } from './transition-tasks.ts';

const words = { today: '2026-11-26', user: 'Ada', title: '{user} & co', pressmark: 'A 1', comment: '$&' };

it.each([
  ['Lent {today} by {user}', 'Lent 2026-11-26 by Ada'],
  ['{title}: {comment}', '{user} & co: $&'],
  ['{Today} {unknown} {pressmark', '{Today} {unknown} {pressmark'],
])('the text %j becomes %j', (text, filled) => {
  expect(filledText(text, words)).toBe(filled);
});
