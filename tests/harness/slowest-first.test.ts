import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { slowest } from './slowest-first.ts';

test('each file that is begun first is there', () => {
  const path = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));
  expect(slowest.filter((file) => !existsSync(path(file)))).toEqual([]);
});
