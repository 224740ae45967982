import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository, scratchTree } from './scratch-tree.ts';

const config = join(repository, '.dependency-cruiser.cjs');
const s = 'apps/server/src';
const w = 'apps/web/src';

/** For every rule files that break it; a file that is imported below and has no text of its own is added. */
const breaches: Record<string, Record<string, string>> = {
  'no-circular': { [`${s}/ring/a.ts`]: "import './b.ts';", [`${s}/ring/b.ts`]: "import './a.ts';" },
  resolvable: { [`${s}/lost.ts`]: "import './nowhere.ts';" },
  'product-without-tests': { [`${s}/cheat.ts`]: "import '../../../tests/harness/t.ts';" },
  'contract-alone': { 'packages/contract/src/p.ts': "import 'fastify';" },
  'web-without-server': { [`${w}/main.tsx`]: "import '../../server/src/config.ts';" },
  'server-without-web': { [`${s}/http/page.ts`]: "import '../../../web/src/leaf.ts';" },
  'driver-in-db': {
    [`${s}/modules/media/query.ts`]: "import type { Pool } from 'pg'; export type P = Pool;",
  },
  'files-in-storage': { [`${s}/modules/story/file.ts`]: "import 'node:fs/promises';" },
  'objects-in-storage': { [`${s}/modules/media/bucket.ts`]: "import '@aws-sdk/client-s3';" },
  'iiif-image-pure': { [`${s}/iiif-image/size.ts`]: "import 'node:path';" },
  'module-door': { [`${s}/modules/media/door.ts`]: "import '../tenancy/leaf.ts';" },
  'ground-without-modules': { [`${s}/http/app.ts`]: "import '../modules/tenancy/public.ts';" },
  'nobody-imports-the-roof': { [`${s}/queue/roof.ts`]: "import '../compose.ts';" },
  'commands-at-the-top': { [`${s}/queue/command.ts`]: "import '../commands/leaf.ts';" },
  'features-apart': { [`${w}/features/one/a.ts`]: "import '../two/leaf.ts';" },
  'features-apart-from-catalogue': {
    [`${w}/features/one/b.ts`]: "import '../filters/leaf.ts';",
    [`${w}/features/filters/leaf.ts`]: 'export {};',
  },
  ...order('module-order', `${s}/modules`, 'public', [
    ...[
      'tenancy',
      'deliveries',
      'accounts',
      'records',
      'saved-searches',
      'catalogue',
      'media',
      'story',
      'workflow',
      'trash',
      'batch',
      'spreadsheets',
      'import-mail',
      'admission',
      'imaging',
      'downloads',
      'presentation',
      'sharing',
      'organisation',
      'audit',
      'events',
    ],
  ]),
  ...order('feature-order', `${w}/features`, 'leaf', [
    ...[
      'saved-searches',
      'filters',
      'workflow',
      'trash',
      'record-entry',
      'table',
      'operations',
      'spreadsheets',
      'audit',
    ],
    ...['browse', 'item', 'stories', 'story-editor'],
  ]),
  ...order('web-order', w, 'leaf', ['lib', 'ui', 'records', 'viewers', 'features', 'app']),
};

const leaves = [
  ...[`${s}/config.ts`, `${s}/compose.ts`, `${w}/leaf.ts`, `${w}/features/two/leaf.ts`, 'tests/harness/t.ts'],
  ...[`${s}/modules/tenancy/leaf.ts`, `${s}/commands/leaf.ts`],
];

function order(rule: string, folder: string, leaf: string, names: string[]) {
  return Object.fromEntries(
    names.slice(0, -1).map((name, index) => [
      `${rule}-${name}`,
      {
        [`${folder}/${name}/right.ts`]: `import '../${names[index + 1]}/${leaf}.ts';`,
        [`${folder}/${names[index + 1]}/${leaf}.ts`]: 'export {};',
      },
    ]),
  );
}

interface Cruise {
  summary: { violations: { rule: { name: string }; from: string }[] };
}

function violations(root: string): { rule: string; from: string }[] {
  const cruiser = join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [cruiser, '--config', config, '--output-type', 'json', 'apps', 'packages', 'tests'];
  const output = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  const { summary } = JSON.parse(output) as Cruise;
  return summary.violations.map(({ rule, from }) => ({ rule: rule.name, from }));
}

test('every import rule bites where it is broken', () => {
  const files = Object.fromEntries(leaves.map((path) => [path, 'export {};']));
  for (const broken of Object.values(breaches)) Object.assign(files, broken);
  files[`${s}/modules/tenancy/public.ts`] ??= 'export {};';
  const tree = scratchTree(files);
  try {
    const found = violations(tree.root);
    for (const [rule, broken] of Object.entries(breaches)) {
      const from = Object.keys(broken)[0];
      expect(found, rule).toContainEqual({ rule, from });
    }
  } finally {
    tree.remove();
  }
  const { forbidden } = createRequire(import.meta.url)(config) as { forbidden: { name: string }[] };
  const names = forbidden.map(({ name }) => name).sort();
  expect(Object.keys(breaches).sort()).toEqual(names);
});

test('what the house allows is left alone', () => {
  const tree = scratchTree({
    'packages/contract/src/records.ts': "import '@sinclair/typebox'; import './scalar.ts';",
    'packages/contract/src/scalar.ts': 'export {};',
    [`${s}/main.ts`]: "import './compose.ts';",
    [`${s}/compose.ts`]: "import './db/pool.ts'; import './modules/media/public.ts'; import './http/app.ts';",
    [`${s}/db/pool.ts`]: "import 'pg'; import 'node:fs';",
    [`${s}/http/app.ts`]: "import 'fastify';",
    [`${s}/storage/disk.ts`]: "import 'node:fs/promises';",
    [`${s}/iiif-image/plan.ts`]: "import './parse.ts';",
    [`${s}/iiif-image/parse.ts`]: 'export {};',
    [`${s}/iiif-image/plan.test.ts`]: "import 'vitest'; import 'node:fs'; import './plan.ts';",
    [`${s}/modules/media/public.ts`]: "import './a.ts';",
    [`${s}/modules/media/a.ts`]:
      "import 'kysely'; import '../tenancy/public.ts'; import '../../storage/disk.ts';",
    [`${s}/modules/tenancy/public.ts`]: 'export {};',
    [`${w}/app/page.ts`]: "import '../features/one/a.ts'; import '../lib/l.ts';",
    [`${w}/features/one/a.ts`]: "import './b.ts'; import '../../ui/u.ts';",
    [`${w}/features/one/b.ts`]: "import 'react';",
    [`${w}/features/browse/c.ts`]: "import '../filters/c.ts'; import '../../records/r.ts';",
    [`${w}/features/filters/c.ts`]: 'export {};',
    [`${w}/records/r.ts`]: "import '../ui/u.ts';",
    [`${w}/ui/u.ts`]: "import '../lib/l.ts';",
    [`${w}/lib/l.ts`]: 'export {};',
    'tests/harness/t.ts': "import 'node:fs'; import '../../apps/server/src/compose.ts';",
  });
  try {
    expect(violations(tree.root)).toEqual([]);
  } finally {
    tree.remove();
  }
});
