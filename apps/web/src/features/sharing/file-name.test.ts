import { expect, it } from 'vitest';
import { fileNameOf } from './file-name.ts';

it('makes a name of a title that every system takes', () => {
  expect(fileNameOf('L’erbario: piante & “virtù” (1485)')).toBe('L’erbario- piante & “virtù” (1485)');
  expect(fileNameOf(' ../etc\tpasswd. ')).toBe('etc passwd');
  expect(fileNameOf('草木 '.repeat(60)).length).toBeLessThanOrEqual(60);
  expect(fileNameOf('???')).toBe('story');
});
