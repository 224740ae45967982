import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repository, scratchTree } from './scratch-tree.ts';

const server = 'apps/server/src';
const web = 'apps/web/src';

type Breach = readonly [rule: string, folder: string, text: string];

/** What a pointer alone could use, or what the keyboard would come to in an order of its own. */
const withoutKeys: readonly Breach[] = [
  [
    'jsx-a11y(no-static-element-interactions)',
    web,
    'export const a = <div onClick={() => undefined}>x</div>;',
  ],
  [
    'jsx-a11y(click-events-have-key-events)',
    web,
    'export const a = <div role="button" tabIndex={0} onClick={() => undefined}>x</div>;',
  ],
  [
    'jsx-a11y(interactive-supports-focus)',
    web,
    'export const a = <span role="button" onClick={() => undefined} onKeyDown={() => undefined}>x</span>;',
  ],
  [
    'jsx-a11y(mouse-events-have-key-events)',
    web,
    'export const a = <button type="button" onMouseOver={() => undefined}>x</button>;',
  ],
  ['jsx-a11y(tabindex-no-positive)', web, 'export const a = <button type="button" tabIndex={1}>x</button>;'],
  ['jsx-a11y(anchor-is-valid)', web, 'export const a = <a onClick={() => undefined}>x</a>;'],
];

/** For every rule a text that breaks it. */
const breaches: readonly Breach[] = [
  ...withoutKeys,
  ['eslint(no-restricted-properties)', server, 'export const a = process.env["PORT"];'],
  [
    'eslint(no-restricted-imports)',
    server,
    "import { env } from 'node:process'; export const a = env['PORT'];",
  ],
  ['eslint(no-console)', server, "console.log('x');"],
  ['typescript(no-explicit-any)', server, 'export const a: any = 1;'],
  ['typescript(no-unsafe-assignment)', server, "const a = JSON.parse('1'); export const b: unknown = a;"],
  ['typescript(no-floating-promises)', server, 'Promise.resolve(1);'],
  ['typescript(no-misused-promises)', server, '[1].forEach(async () => { await Promise.resolve(); });'],
  [
    'typescript(switch-exhaustiveness-check)',
    server,
    "export function f(a: 'x' | 'y') { switch (a) { case 'x': return 1; } return 2; }",
  ],
  ['typescript(consistent-type-imports)', server, "import { Pool } from 'pg'; export type P = Pool;"],
  [
    'typescript(no-unnecessary-condition)',
    server,
    'export const f = (a: string) => (a === undefined ? 1 : 2);',
  ],
  ['typescript(TS2322)', server, "export const a: number = 'x';"],
  ['typescript(TS2532)', server, "export const a = 'x y'.split(' ')[0].length;"],
  ['typescript(TS2322)', 'tests/e2e', "export const a: number = 'x';"],
  ['typescript(TS2322)', 'bench', "export const a: number = 'x';"],
  ['typescript(TS2584)', server, 'export const a = document;'],
  ['eslint(no-restricted-globals)', web, "export const a = fetch('/x');"],
  ['eslint(no-restricted-globals)', web, 'export const a = new XMLHttpRequest();'],
  ['eslint(no-restricted-properties)', web, "export const a = window.fetch('/x');"],
  ['eslint(no-console)', web, "console.log('x');"],
  ['jsx-a11y(alt-text)', web, 'export const a = <img src="x" />;'],
  [
    'jsx-a11y(no-noninteractive-element-interactions)',
    web,
    'export const a = <p onClick={() => undefined}>x</p>;',
  ],
  [
    'react-hooks(rules-of-hooks)',
    web,
    "import { useState } from 'react'; export function A(p: { b: boolean }) { if (p.b) useState(1); return null; }",
  ],
  [
    'react-hooks(exhaustive-deps)',
    web,
    "import { useEffect } from 'react'; export function A(p: { b: () => void }) { useEffect(() => p.b(), []); return null; }",
  ],
  ['react(purity)', web, 'export function A() { return <p>{Date.now()}</p>; }'],
];
const fileOf = (folder: string, index: number) =>
  `${folder}/breach-${index}.${folder === web ? 'tsx' : 'ts'}`;

/** What stands elsewhere, where the same is allowed. */
const allowed = {
  [`${server}/config.ts`]: "export const a = process.env['PORT'];",
  [`${web}/lib/api-client.ts`]: "export const a = fetch('/x');",
};

const configs = [
  '.oxlintrc.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'apps/server/tsconfig.json',
  'apps/web/tsconfig.json',
  'tests/tsconfig.json',
];

let tree: ReturnType<typeof scratchTree>;
let broken: Map<string, Set<string>>;
beforeAll(() => {
  tree = scratchTree({
    ...Object.fromEntries(configs.map((name) => [name, readFileSync(join(repository, name), 'utf8')])),
    ...Object.fromEntries(breaches.map(([, folder, text], index) => [fileOf(folder, index), text])),
    ...allowed,
  });
  const told = lint();
  broken = new Map(Object.keys(allowed).map((file) => [file, new Set<string>()]));
  for (const { code, filename } of told) {
    const rules = broken.get(filename) ?? new Set();
    broken.set(filename, rules.add(code));
  }
});
afterAll(() => tree.remove());

function lint(): { code: string; filename: string }[] {
  const program = join(repository, 'node_modules/.bin/oxlint');
  const command = { cwd: tree.root, encoding: 'utf8', stdio: 'pipe' } as const;
  try {
    execFileSync(program, ['--format', 'json'], command);
  } catch (error) {
    return (JSON.parse((error as { stdout: string }).stdout) as { diagnostics: ReturnType<typeof lint> })
      .diagnostics;
  }
  return [];
}

const cases = breaches.map(([rule, folder, text], index) => [rule, text, fileOf(folder, index)] as const);
const listsEntries = (rule: string, _text: string, file: string) => {
  expect([...(broken.get(file) ?? [])]).toContain(rule);
};
test.each(cases.slice(0, withoutKeys.length))('[A11Y-01] %s is broken by: %s', listsEntries);
test.each(cases.slice(withoutKeys.length))('%s is broken by: %s', listsEntries);

test.each(Object.entries(allowed))('%s may: %s', (file) => {
  expect([...(broken.get(file) ?? ['not looked at'])]).toEqual([]);
});
