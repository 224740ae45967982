import { ESLint } from 'eslint';
import { beforeAll, expect, test } from 'vitest';
import { repository } from './scratch-tree.ts';

let eslint: ESLint;
beforeAll(() => {
  // Where CI is set the parser expects to see each file once, as it is on the disk, and would not read our texts.
  process.env['TSESTREE_SINGLE_RUN'] = 'false';
  eslint = new ESLint({ cwd: repository });
});

/** Typed rules need a file that its project knows, so each text stands in for a real one. */
async function rulesBrokenBy(text: string, filePath: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath: `${repository}/${filePath}` });
  return (result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message);
}

const server = 'apps/server/src/db/pool.ts';
const web = 'apps/web/src/lib/query-client.ts';

test.each([
  [server, 'export const a = process.env.PORT;', 'no-restricted-properties'],
  [server, "import { env } from 'node:process'; export const a = env.PORT;", 'no-restricted-imports'],
  [server, "console.log('x');", 'no-console'],
  [server, 'export const a: any = 1;', '@typescript-eslint/no-explicit-any'],
  [server, 'Promise.resolve(1);', '@typescript-eslint/no-floating-promises'],
  [
    server,
    '[1].forEach(async () => { await Promise.resolve(); });',
    '@typescript-eslint/no-misused-promises',
  ],
  [
    server,
    "export function f(a: 'x' | 'y') { switch (a) { case 'x': return 1; } return 2; }",
    '@typescript-eslint/switch-exhaustiveness-check',
  ],
  [server, "import { Pool } from 'pg'; export type P = Pool;", '@typescript-eslint/consistent-type-imports'],
  [
    server,
    'export const f = (a: string) => (a === undefined ? 1 : 2);',
    '@typescript-eslint/no-unnecessary-condition',
  ],
  [web, "export const a = fetch('/x');", 'no-restricted-globals'],
  [web, 'export const a = new XMLHttpRequest();', 'no-restricted-globals'],
  [web, "export const a = window.fetch('/x');", 'no-restricted-properties'],
  [web, "console.log('x');", 'no-console'],
  ['apps/web/src/ui/pager.tsx', 'export const a = <img src="x" />;', 'jsx-a11y/alt-text'],
  [
    'apps/web/src/ui/pager.tsx',
    "import { useState } from 'react'; export function A(p: { b: boolean }) { if (p.b) useState(1); return null; }",
    'react-hooks/rules-of-hooks',
  ],
])('%s: %s breaks %s', async (file, text, rule) => {
  expect(await rulesBrokenBy(text, file)).toContain(rule);
});

test.each([
  ['apps/server/src/config.ts', 'export const a = process.env.PORT;'],
  ['apps/web/src/lib/api-client.ts', "export const a = fetch('/x');"],
])('%s may: %s', async (file, text) => {
  expect(await rulesBrokenBy(text, file)).toEqual([]);
});
