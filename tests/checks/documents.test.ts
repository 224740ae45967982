import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from './scratch-tree.ts';

const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: repository, encoding: 'utf8' })
  .trim()
  .split('\n');
const ours = /^(?:apps|bench|docs|packages|tests)\/[\w./-]+$/;

it.each(documents)('%s names no file that is not there', (document) => {
  const text = readFileSync(join(repository, document), 'utf8');
  const named = [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => ours.test(name));
  expect(named.filter((name) => !existsSync(join(repository, name)))).toEqual([]);
});

/** `(V7.2.4, V7.4.1) …` in a title stands for the rows 7.2.4 and 7.4.1. */
it('docs/security.md has a row for each item that a test names', () => {
  const text = readFileSync(join(repository, 'docs/security.md'), 'utf8');
  const tests = execFileSync('git', ['grep', '-hoE', String.raw`'\(V[0-9., V]+\)`, '--', '*.ts'], {
    cwd: repository,
    encoding: 'utf8',
  });
  const items = new Set([...tests.matchAll(/V(\d+\.\d+\.\d+)/g)].map(([, item = '']) => item));
  expect(items.size).toBeGreaterThan(20);
  const missing = [...items].filter(
    (item) => !new RegExp(`\\| (?:[^|]*[ ,])?${item.replaceAll('.', '\\.')}[ ,|]`).test(text),
  );
  expect(missing).toEqual([]);
});
