import type { FieldProblem } from '@armarium/contract/problem';
import type { RowProblem } from '@armarium/contract/batch-records';
import type { SpreadsheetColumn, SpreadsheetMapping } from '@armarium/contract/spreadsheet-mappings';
import { isUuid } from '../../is-uuid.ts';
import { problem, type SheetCell, type SheetWanted } from '../batch/public.ts';
import { cleanText, type FieldTemplate } from '../records/public.ts';
import { EXTRA, IGNORED, PATH, VERSION } from './column-names.ts';
import { pathTitles } from './path-text.ts';
import { readCell } from './spreadsheet-cell.ts';
import { textOfCell, type LineCell, type SheetLine } from './reading/sheet-line.ts';

/** The form in which headings are compared: without case, accents, blanks and punctuation. */
const bare = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** The names that people use for the columns of the export, in both languages. */
const words: Readonly<Record<string, readonly string[]>> = {
  uuid: [IGNORED, 'id'],
  version: [VERSION, 'record version', 'versione', 'versione del record'],
  paths: [
    PATH,
    'collection',
    'collections',
    'collection path',
    'parent',
    'parents',
    'collezione',
    'collezioni',
    'percorso',
    'percorso della collezione',
    'raccolta',
    'raccolte',
    'percorso della raccolta',
    'genitore',
  ],
  'field:pressmark': ['pressmark', 'shelfmark', 'segnatura', 'collocazione'],
  'field:sgtt': ['sgtt', 'title', 'titolo'],
  'field:autn': ['autn', 'author', 'autore'],
  'field:sgti': ['sgti', 'description', 'descrizione'],
};
const targets = new Map(
  Object.entries(words).flatMap(([target, all]) => all.map((word) => [bare(word), target] as const)),
);

/**
 * Guesses the meanings of columns from their headings. In an exported file (it has the version of each
 * record) an empty cell removes a value; in any other file it means no change.
 */
export function guessedColumns(
  headings: readonly string[],
  templates: readonly Pick<FieldTemplate, 'name' | 'label' | 'labels' | 'repeatable'>[],
): SpreadsheetColumn[] {
  const clears = headings.includes(VERSION) && headings.includes(IGNORED);
  const byName = new Map(templates.map((template) => [template.name, template]));
  const byBareName = new Map([
    ...templates.flatMap((template) =>
      Object.values(template.labels ?? {}).map((label) => [bare(label), template] as const),
    ),
    ...templates.map((template) => [bare(template.label ?? ''), template] as const),
    ...templates.map((template) => [bare(template.name), template] as const),
  ]);
  const taken = new Set<string>();
  return headings.map((heading) => {
    const field = heading.startsWith(`${EXTRA}.`) ? heading.slice(EXTRA.length + 1) : heading;
    const template = byName.get(field);
    const exact = template && `field:${template.name}`;
    const loose = byBareName.get(bare(heading))?.name;
    const own = heading === PATH || heading === IGNORED || heading === VERSION;
    const target =
      (own ? undefined : exact) ??
      targets.get(bare(heading)) ??
      (loose === undefined ? null : `field:${loose}`);
    const isRepeatable =
      target === 'paths' || (target?.startsWith('field:') && byName.get(target.slice(6))?.repeatable);
    // A record from before a field became single may have several values: the export has a column for each.
    const isAgain = target !== null && taken.has(target) && !isRepeatable && !clears;
    if (target !== null) taken.add(target);
    return { heading, target: isAgain ? null : target, clears: clears && target !== 'paths' };
  });
}

/** The problems of a mapping that do not depend on the rows. */
export function mappingProblems(
  { columns }: SpreadsheetMapping,
  headings: readonly string[],
  templates: readonly Pick<FieldTemplate, 'name'>[],
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (columns.length !== headings.length) {
    const message = `The file has ${headings.length} columns, and ${columns.length} are described.`;
    return [{ name: 'mapping.columns', code: 'other-columns', message }];
  }
  const names = new Set(templates.map(({ name }) => name));
  const single = new Set<string>();
  for (const [index, { target }] of columns.entries()) {
    if (target === null || target === 'paths') continue;
    const name = `mapping.columns[${index}].target`;
    const isField = target.startsWith('field:');
    if (isField ? !names.has(target.slice(6)) : target !== 'uuid' && target !== 'version') {
      problems.push({ name, code: 'unknown-field', message: 'There is no such field here. Choose another.' });
    } else if (!isField || target === 'field:pressmark') {
      if (single.has(target)) {
        const message = 'Another column is this already. Choose one of them.';
        problems.push({ name, code: 'twice', message });
      }
      single.add(target);
    }
  }
  if (!single.has('uuid') && !single.has('field:pressmark')) {
    const message = 'Say which column holds the pressmark or the uuid: by it records are known.';
    problems.push({ name: 'mapping.columns', code: 'no-key', message });
  }
  return problems;
}

/** The limit of a cell in a workbook: a text of this length was probably cut. */
const CELL_MAX_CHARACTERS = 32_767;
const PATH_MAX_TITLES = 64;
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/**
 * The cell of a field, with and without the apostrophe by which spreadsheets mark text that looks like a
 * formula.
 */
function sheetCell(text: string, clears: boolean): SheetCell {
  if (cleanText(text) === '') return clears ? '' : null;
  const read = readCell(text);
  return read === text ? text : [read, text];
}

/**
 * The changes that a row wants.
 * @param isLossy whether U+FFFD in it stands for bytes that could not be decoded
 * @param isCsv where each row has all its cells; a workbook omits empty ones
 */
export function wantedOf(
  { cells }: SheetLine,
  { columns }: SpreadsheetMapping,
  { isLossy, isCsv }: { isLossy: boolean; isCsv: boolean },
): SheetWanted {
  const problems: RowProblem[] = [];
  if (isCsv && isRagged(cells, columns)) {
    const params = { cells: String(cells.length), columns: String(columns.length) };
    problems.push(problem('other-width', { params }));
  }
  const fields = new Map<string, SheetCell[]>();
  const paths: string[][] = [];
  let uuid: string | undefined;
  let version: number | undefined;
  for (const [index, { target, clears }] of columns.entries()) {
    if (target === null) continue;
    const raw: LineCell | undefined = cells[index];
    const place =
      target === 'paths' ? paths.length : (fields.get(target.replace(/^field:/, ''))?.length ?? 0);
    const wrong = (code: string) => problems.push(problem(code, { target, place, value: shown(raw) }));
    let text = textOfCell(raw);
    if (raw !== undefined && typeof raw !== 'string') wrong('formula-error');
    else if (!isStorable(text)) wrong('control-character');
    else if (isLossy && text.includes('\uFFFD')) wrong('wrong-encoding');
    else if (text.length === CELL_MAX_CHARACTERS) wrong('cut-off');
    text = isStorable(text) ? text : '';
    const clean = cleanText(text);
    if (target === 'uuid') {
      if (isUuid(clean)) uuid = clean.toLowerCase();
      else if (clean !== '') wrong('no-uuid');
    } else if (target === 'version') {
      if (/^\d{1,9}$/.test(clean)) version = Number(clean);
      else if (clean !== '') wrong('no-version');
    } else if (target === 'paths') {
      if (clean === '') continue;
      const path = pathTitles(clean).map(cleanText);
      if (path.includes('') || path.length > PATH_MAX_TITLES) wrong('bad-path');
      else paths.push(path);
    } else {
      const name = target.slice('field:'.length);
      fields.set(name, [...(fields.get(name) ?? []), sheetCell(text, clears)]);
    }
  }
  return {
    ...(uuid !== undefined && { uuid }),
    ...(version !== undefined && { version }),
    fields: [...fields],
    ...(paths.length > 0 && { paths }),
    ...(problems.length > 0 && { problems }),
  };
}

/**
 * Whether a row of a CSV has too many cells, as from an unquoted separator, or lacks cells at its end whose
 * absence would remove values.
 */
function isRagged(cells: readonly LineCell[], columns: SpreadsheetMapping['columns']): boolean {
  const hasMore = cells.slice(columns.length).some((cell) => textOfCell(cell).trim() !== '');
  return hasMore || columns.slice(cells.length).some(({ target, clears }) => target !== null && clears);
}

const VALUE_SHOWN = 200;
function shown(cell: LineCell | undefined): string {
  const text = textOfCell(cell);
  return isStorable(text) ? text.slice(0, VALUE_SHOWN).toWellFormed() : '';
}
