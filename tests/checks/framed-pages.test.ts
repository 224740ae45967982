import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const web = join(import.meta.dirname, '../../apps/web/src');

/** What sends a request that may change something. */
const changing = /\bmethod:|sendBeacon|XMLHttpRequest|<form/;

/** The files of the application that a file imports, relative to it. */
function importsOf(file: string): string[] {
  const imports = readFileSync(join(web, file), 'utf8').matchAll(
    /(?:\bfrom|\bimport\(|^import)\s*'(\.[^']+\.tsx?)'/gm,
  );
  return [...imports].map(([, path = '']) => relative(web, join(web, dirname(file), path)));
}

it('(V3.4.6) pages that other sites may frame send no request that changes anything, so a stolen click does nothing', () => {
  const viewers = readdirSync(join(web, 'viewers'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => `viewers/${name}`);
  expect(viewers.length).toBeGreaterThan(40);
  const files = new Set(viewers);
  // Iterating over a set also visits what is added meanwhile.
  for (const file of files) for (const imported of importsOf(file)) files.add(imported);
  expect([...files].filter((file) => changing.test(readFileSync(join(web, file), 'utf8')))).toEqual([]);
  // Whatever is added here must not send such a request either.
  expect([...files].filter((file) => !file.startsWith('viewers/')).sort()).toEqual([
    'lib/remembered.ts',
    'ui/empty-state.tsx',
    'ui/letter-keys.ts',
  ]);
});
