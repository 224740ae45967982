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

/** How many requirements of level 1 and 2 each section of ASVS 5.0.0 has. They are the first ones of their sections. */
const requirements: Readonly<Record<string, number>> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5 },
  ...{ '6.6': 3, '6.8': 4, '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2 },
  ...{ '8.2': 3, '8.3': 1, '8.4': 1, '9.1': 3, '9.2': 4, '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11 },
  ...{ '10.5': 5, '10.6': 2, '10.7': 3, '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1 },
  ...{ '11.6': 1, '12.1': 3, '12.2': 2, '12.3': 4, '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5 },
  ...{ '14.1': 2, '14.2': 4, '14.3': 3, '15.1': 3, '15.2': 3, '15.3': 7, '16.1': 1, '16.2': 5 },
  ...{ '16.3': 4, '16.4': 3, '16.5': 3, '17.1': 1, '17.2': 4, '17.3': 2 },
};

/** The rows of docs/security.md, with the requirements that each is about: `1.2.3`, `1.2.3–1.2.5`, a section or a chapter. */
function securityRows() {
  const text = readFileSync(join(repository, 'docs/security.md'), 'utf8');
  return [...text.matchAll(/^\| (\d[^|]*) \| [^|]* \| ([^|]*) \|([^|]*)\|$/gm)].map(
    ([, items = '', stands = '', tests = '']) => ({ items: items.trim(), stands, tests: tests.trim() }),
  );
}

/** Whether a row is about a requirement. */
function isAbout(items: string, requirement: string): boolean {
  return items.split(', ').some((item) => {
    const [first = '', last = first] = item.replace(/ \(.*/, '').split('–');
    const section = requirement.slice(0, requirement.lastIndexOf('.'));
    if (!first.includes('.') || first.split('.').length === 2) return requirement.startsWith(`${first}.`);
    const number = (id: string) => Number(id.slice(id.lastIndexOf('.') + 1));
    return (
      first.startsWith(`${section}.`) &&
      number(first) <= number(requirement) &&
      number(requirement) <= number(last)
    );
  });
}

it('docs/security.md has a row for each requirement of ASVS 5.0.0, levels 1 and 2', () => {
  const all = Object.entries(requirements).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  );
  expect(all).toHaveLength(253);
  const rows = securityRows();
  expect(all.filter((requirement) => !rows.some(({ items }) => isAbout(items, requirement)))).toEqual([]);
});

it('a row of docs/security.md names its tests by the list, or says why there is none', () => {
  const text = readFileSync(join(repository, 'docs/security.md'), 'utf8');
  const listed = new Set([...text.matchAll(/^- `([a-z-]+)`: /gm)].map(([, name]) => name));
  const names = securityRows().flatMap(({ tests }) =>
    [...tests.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name),
  );
  expect(names.filter((name) => !listed.has(name))).toEqual([]);
  expect([...listed].filter((name) => !names.includes(name))).toEqual([]);
  const without = securityRows().filter(
    ({ stands, tests }) => tests === '' && !/^(?:none|operator|not met|written)\b/.test(stands),
  );
  expect(without.map(({ items }) => items)).toEqual([]);
});
