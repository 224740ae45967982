import { expect, it } from 'vitest';
import { nearestWord } from './spelling.ts';

const known = ['serve', 'web', 'worker', 'DATABASE_URL', 'PORT', 'HOST'];

it.each([
  ['sevre', 'serve'],
  ['server', 'serve'],
  ['wokrer', 'worker'],
  ['we', 'web'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATBASE_UL', 'DATABASE_URL'],
  ['serve', 'serve'],
  ['PATH', undefined],
  ['HOME', undefined],
  ['DATABASE', undefined],
  ['', undefined],
])('%j is taken for %j', (word, meant) => {
  expect(nearestWord(word, known)).toBe(meant);
});
