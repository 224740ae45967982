import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const viewers = join(import.meta.dirname, '../../apps/web/src/viewers');

/** What sends a request that may change something, or brings along what does. */
const changing = /\bmethod:|sendBeacon|XMLHttpRequest|<form|api-client|call-for-file/;

it('(V3.4.6) pages that other sites may frame send no request that changes anything, so a stolen click does nothing', () => {
  const files = readdirSync(viewers, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.includes('.test.'),
  );
  expect(files.length).toBeGreaterThan(40);
  expect(files.filter((name) => changing.test(readFileSync(join(viewers, name), 'utf8')))).toEqual([]);
});
