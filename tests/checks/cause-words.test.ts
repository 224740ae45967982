import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import englishOfOperations from '../../apps/web/src/features/operations/en.json' with { type: 'json' };
import italianOfOperations from '../../apps/web/src/features/operations/it.json' with { type: 'json' };
import englishOfSpreadsheets from '../../apps/web/src/features/spreadsheets/en.json' with { type: 'json' };
import italianOfSpreadsheets from '../../apps/web/src/features/spreadsheets/it.json' with { type: 'json' };
import { rowCauses } from '../../apps/server/src/modules/batch/row-cause.ts';
import { fileCauses } from '../../apps/server/src/modules/spreadsheets/reading/file-refused.ts';
import italian from '../../apps/web/src/lib/problem/causes-in-italian.json' with { type: 'json' };
import { repository } from './scratch-tree.ts';

const media = `${repository}/apps/server/src/modules/media`;

/** The codes of every cause that the server can write: the keys of its tables of refusals, and single causes. */
function causeCodes(): string[] {
  const files = readdirSync(media, { recursive: true, encoding: 'utf8' });
  const tables = files
    .filter((file) => file.endsWith('-refused.ts'))
    .flatMap((file) =>
      // Each code with its words, and nothing else, stands two spaces in.
      [
        ...readFileSync(`${media}/${file}`, 'utf8').matchAll(
          /^ {2}'?([a-z][a-z-]*)'?: (?:\(|\{ title|\{$)/gm,
        ),
      ].map(([, code]) => code!),
    );
  const single = ['media-refused.ts', 'jobs/derive-media.job.ts', 'import-views.ts'].flatMap((name) =>
    [...readFileSync(`${media}/${name}`, 'utf8').matchAll(/code: '([a-z-]+)',\s+title:/g)].map(
      ([, code]) => code!,
    ),
  );
  const remote = readFileSync(`${repository}/apps/server/src/outbound/remote-file.ts`, 'utf8');
  const fetched = [...remote.matchAll(/refused\(\s*'(url-[a-z-]+)'/g)].map(([, code]) => code!);
  return [...new Set([...tables, ...single, ...fetched])].sort();
}

it('every cause for which the server refuses a file has words in Italian, and no other has', () => {
  const codes = causeCodes();
  expect(codes).toEqual(expect.arrayContaining(['took-too-long', 'pdf-password', 'no-sound', 'zip-bomb']));
  expect(Object.keys(italian).sort()).toEqual(codes);
});

it('the report of a spreadsheet says the same as the page of its dry run, in both languages', () => {
  const ofReport = (language: 'en' | 'it') =>
    Object.fromEntries(
      Object.entries(rowCauses).map(
        ([
          code,
          {
            [language]: [what, next],
          },
        ]) => [code, { what, next }],
      ),
    );
  expect(englishOfOperations.rowCause).toEqual(ofReport('en'));
  expect(italianOfOperations.rowCause).toEqual(ofReport('it'));
  expect(englishOfSpreadsheets.importing.fileCause).toEqual(fileCauses);
  expect(Object.keys(italianOfSpreadsheets.importing.fileCause)).toEqual(Object.keys(fileCauses));
});
