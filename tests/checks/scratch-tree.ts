import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Lays out files in a temporary folder that sees this repository's packages; `remove` takes it away. */
export function scratchTree(files: Readonly<Record<string, string>>): { root: string; remove: () => void } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'armarium-scratch-')));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
  return { root, remove: () => rmSync(root, { recursive: true }) };
}
