import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository, scratchTree } from './scratch-tree.ts';

test('drawers, barrels and names in other cases are found, and nothing else', () => {
  const tree = scratchTree({
    'apps/server/src/modules/media/public.ts': "export * from './a.ts';",
    'apps/server/src/modules/media/a.ts': 'export const a = 1;\nexport { b } from "./b.ts";',
    'apps/server/src/modules/media/b.rules.ts': 'export const b = 1;',
    'apps/server/src/utils/dates.ts': 'export {};',
    'apps/web/src/lib/date-helpers.ts': 'export {};',
    'apps/web/src/ui/SideMenu.tsx': 'export {};',
    'apps/web/src/features/story/index.ts':
      "/** all */\nexport * from './a.ts';\nexport { b } from './b.ts';",
    'packages/contract/src/community.ts': 'export {};',
  });
  try {
    const script = join(repository, 'tests/checks/house-names.mjs');
    const { status, stderr } = spawnSync(process.execPath, [script, tree.root], { encoding: 'utf8' });
    const found = stderr
      .trim()
      .split('\n')
      .map((line) => line.slice(0, line.indexOf(':')));
    expect(found.sort()).toEqual([
      'apps/server/src/utils',
      'apps/web/src/features/story/index.ts',
      'apps/web/src/lib/date-helpers.ts',
      'apps/web/src/ui/SideMenu.tsx',
    ]);
    expect(status).toBe(1);
  } finally {
    tree.remove();
  }
});
