import { expect, test } from 'vitest';
import { guessedColumns, mappingProblems, wantedOf } from './mapping.rules.ts';

const templates = [
  { name: 'sgtt', label: 'Title', repeatable: false },
  { name: 'pressmark', label: 'Pressmark', repeatable: false },
  { name: 'year', label: 'Anno di stampa', repeatable: false },
  { name: 'subject', label: 'Subject', labels: { it: 'Soggetto' }, repeatable: true },
  { name: 'uuid', label: 'Foreign id', labels: { it: 'Anno di stampa' }, repeatable: false },
];
const targets = (...headings: string[]) => guessedColumns(headings, templates).map(({ target }) => target);

test('columns are guessed by the export’s names, by labels, and by words of both languages', () => {
  expect(
    targets('Segnatura', 'TITOLO', 'anno di  stampa', 'Subject', 'subject', 'Collezione', 'Notes'),
  ).toEqual(['field:pressmark', 'field:sgtt', 'field:year', 'field:subject', 'field:subject', 'paths', null]);
  expect(targets('Soggetto')).toEqual(['field:subject']);
  // A single field is taken by its first column; a field that is called as a column of ours stands below extra.
  expect(targets('title', 'titolo', 'uuid', 'extra.uuid')).toEqual([
    'field:sgtt',
    null,
    'uuid',
    'field:uuid',
  ]);
});

test('an empty cell takes away only in a file that was exported', () => {
  const clears = (...headings: string[]) =>
    guessedColumns(headings, templates).map((column) => column.clears);
  expect(clears('uuid', 'recordVersion', 'sgtt', 'collectionPath')).toEqual([true, true, true, false]);
  expect(clears('uuid', 'sgtt')).toEqual([false, false]);
});

test('a mapping needs a key, and says nothing twice', () => {
  const column = (target: string | null) => ({ heading: 'x', target, clears: false });
  const problems = (...given: (string | null)[]) =>
    mappingProblems(
      { columns: given.map(column), dayFirst: true, decimalComma: false },
      given.map(() => 'x'),
      templates,
    ).map(({ code }) => code);
  expect(problems('field:pressmark', 'field:sgtt', null)).toEqual([]);
  expect(problems('field:sgtt')).toEqual(['no-key']);
  expect(problems('uuid', 'uuid')).toEqual(['twice']);
  expect(problems('uuid', 'field:gone', 'nonsense')).toEqual(['unknown-field', 'unknown-field']);
});

test('a row asks for what its cells say', () => {
  const columns = [
    { heading: 'uuid', target: 'uuid', clears: true },
    { heading: 'sgtt', target: 'field:sgtt', clears: true },
    { heading: 'subject', target: 'field:subject', clears: false },
    { heading: 'subject', target: 'field:subject', clears: true },
    { heading: 'path', target: 'paths', clears: false },
    { heading: 'x', target: null, clears: false },
  ];
  const mapping = { columns, dayFirst: true, decimalComma: false };
  const line = { row: 7, cells: ['', "'=1+1", '', '', 'Maps / A \\/ B', 'ignored'] };
  expect(wantedOf(line, mapping, { isLossy: false, isCsv: true })).toEqual({
    fields: [
      ['sgtt', [['=1+1', "'=1+1"]]],
      ['subject', [null, '']],
    ],
    paths: [['Maps', 'A / B']],
  });
  const wrong = { row: 8, cells: ['x', 'a\uFFFD', { error: '#N/A' }, 'y'.repeat(32_767), 'Maps /  / A'] };
  expect(wantedOf(wrong, mapping, { isLossy: true, isCsv: true }).problems?.map(({ code }) => code)).toEqual([
    'no-uuid',
    'wrong-encoding',
    'formula-error',
    'cut-off',
    'bad-path',
  ]);
});

test('a row of a CSV whose cells are not those of the header is told', () => {
  const mapping = (clears: boolean) => ({
    columns: ['uuid', 'field:sgtt', 'field:subject'].map((target) => ({ heading: target, target, clears })),
    dayFirst: true,
    decimalComma: false,
  });
  const codes = (cells: string[], clears: boolean, isCsv = true) =>
    wantedOf({ row: 2, cells }, mapping(clears), { isLossy: false, isCsv }).problems?.map(
      ({ code }) => code,
    ) ?? [];
  expect(codes(['', 'Title', 'a', 'b'], false)).toEqual(['other-width']);
  expect(codes(['', 'Title', 'a', ' '], false)).toEqual([]);
  expect(codes(['', 'Title'], true)).toEqual(['other-width']);
  expect(codes(['', 'Title'], false)).toEqual([]);
  // A workbook leaves out what is empty.
  expect(codes(['', 'Title'], true, false)).toEqual([]);
});
