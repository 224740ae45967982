/**
 * What neither the linter nor the import rules see: names that tell nothing, names that are not kebab-case,
 * and barrels. Prints each offence and exits 1 if there is one.
 *
 *   node tests/checks/house-names.mjs [folder]     the repository if absent
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Drawers into which anything fits, and so everything goes. */
const drawers = /^(utils?|helpers?|common|shared|misc|managers?)$/;
const kebabCase = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const source = /\.(ts|tsx|mjs|cjs|js|css)$/;
const skipped = new Set(['node_modules', 'dist', 'data']);

function entriesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !skipped.has(name) && !name.startsWith('.'))
    .flatMap((entry) => {
      const whole = path.join(folder, entry.name);
      return entry.isDirectory()
        ? [{ whole, isFile: false }, ...entriesBelow(whole)]
        : [{ whole, isFile: true }];
    });
}

/** A file that only passes on what other files export. `public.ts` is the one door of a module and may. */
function isBarrel(file) {
  if (!/\.tsx?$/.test(file) || path.basename(file) === 'public.ts') return false;
  const { statements } = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  return (
    statements.length > 0 &&
    statements.every(
      (statement) => ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined,
    )
  );
}

function offencesOf({ whole, isFile }) {
  const name = path.basename(whole);
  const words = (isFile ? name.slice(0, name.indexOf('.')) : name).split('-');
  const offences = [];
  if ((!isFile || source.test(name)) && words.some((word) => drawers.test(word))) {
    offences.push(`${whole}: is named after a drawer; name it after what is in it`);
  }
  if (isFile && source.test(name) && !kebabCase.test(name)) offences.push(`${whole}: is not kebab-case`);
  if (isFile && isBarrel(whole)) offences.push(`${whole}: is a barrel; import from the files themselves`);
  return offences;
}

const root = process.argv[2] ?? path.resolve(import.meta.dirname, '../..');
process.chdir(root);
const offences = ['apps', 'packages', 'tests', 'bench']
  .filter((folder) => readdirSync('.').includes(folder))
  .flatMap(entriesBelow)
  .flatMap(offencesOf);
for (const offence of offences) console.error(offence);
process.exitCode = offences.length > 0 ? 1 : 0;
