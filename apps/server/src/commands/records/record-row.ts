import type { MetadataEntry } from '@armarium/contract/metadata';
import { type TitlePath } from '../../modules/catalogue/public.ts';
import { cleanText } from '../../modules/records/public.ts';
import { EXTRA, IGNORED, PATH, VERSION } from '../../modules/spreadsheets/public.ts';
import type { CsvRow } from './csv-rows.ts';
import { fieldName } from './field-name.ts';
import { cleanPath, pathOf } from './path-text.ts';
import { RefusedRow } from './refused-row.ts';

/** A record from a row: cleaned text, without blank values. */
export interface RecordRow {
  readonly pressmark: string;
  /** All metadata, with `sgtt` and `pressmark`, in the order of the file. */
  readonly entries: readonly MetadataEntry[];
  /** The paths of its collections; empty where the row has none. */
  readonly paths: readonly TitlePath[];
}

/**
 * The placeholder where an object of a list lacks a value that a later one has, so that values keep their
 * positions.
 */
const NO_VALUE = '–';
const DEEPEST = 16;
const isPassedOver = (column: string): boolean => column === IGNORED || column === VERSION;
/** The limit of the API. */
const MOST_ENTRIES = 1000;

function cleanValue(value: unknown, name: string): MetadataEntry['value'] | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
      throw new RefusedRow(
        `${name}: the number is too large to be kept exactly.`,
        'Write it in quotation marks, as text.',
      );
    }
    return value;
  }
  if (typeof value !== 'string') throw new TypeError('A scalar was expected.');
  const text = cleanText(value);
  if (/\p{Cs}/u.test(text)) {
    throw new RefusedRow(`${name}: it holds half of a character.`, 'Type the value again.');
  }
  // Checked before any look-up, since PostgreSQL accepts no NUL. The rules report all other faults.
  if (text.includes('\u0000')) {
    throw new RefusedRow(`${name}: it holds an invisible control character (NUL).`, 'Type the value again.');
  }
  return text === '' ? undefined : text;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Collects the values of a row by name; nested ones are flattened. */
class Flattening {
  readonly entries: MetadataEntry[] = [];
  readonly #names: Set<string>;

  constructor(names: Set<string>) {
    this.#names = names;
  }

  add(name: string, value: unknown, depth = 0): void {
    if (depth > DEEPEST) {
      throw new RefusedRow(`${name}: it is nested more than ${DEEPEST} deep.`, 'Flatten it.');
    }
    if (Array.isArray(value)) this.#addList(name, value, depth);
    else if (isObject(value)) {
      for (const [key, inner] of Object.entries(value)) this.add(below(name, key), inner, depth + 1);
    } else {
      this.#names.add(name);
      const clean = cleanValue(value, name);
      if (clean !== undefined) this.#push({ name, value: clean });
    }
  }

  #push(entry: MetadataEntry): void {
    if (this.entries.length === MOST_ENTRIES) refuseTooMany();
    this.entries.push(entry);
  }

  #addList(name: string, list: readonly unknown[], depth: number): void {
    const objects: MetadataEntry[][] = [];
    let count = 0;
    for (const value of list) {
      if (!isObject(value)) {
        this.add(name, value, depth + 1);
        continue;
      }
      const one = new Flattening(this.#names);
      one.add(name, value, depth + 1);
      objects.push(one.entries);
      // Each object takes a position, even an empty one. Checked before the alignment, which may multiply
      // them.
      count += Math.max(one.entries.length, 1);
      if (count > MOST_ENTRIES) refuseTooMany();
    }
    for (const entry of aligned(objects)) this.#push(entry);
  }
}

function refuseTooMany(): never {
  throw new RefusedRow(`The row has more than ${MOST_ENTRIES} values.`, 'Divide the record.');
}

/**
 * The values of a list of objects, object by object. Where one lacks a value that a later one has, a dash
 * takes its position: the n-th value of each name belongs to the n-th object. A name with several values in
 * one object can't be aligned like this, and gets no dashes.
 */
function* aligned(objects: readonly MetadataEntry[][]): Generator<MetadataEntry> {
  const lastWith = new Map<string, number>();
  const several = new Set<string>();
  for (const [index, entries] of objects.entries()) {
    for (const { name } of entries) {
      if (lastWith.get(name) === index) several.add(name);
      lastWith.set(name, index);
    }
  }
  for (const [index, entries] of objects.entries()) {
    yield* entries;
    const held = new Set(entries.map(({ name }) => name));
    for (const [name, last] of lastWith) {
      if (index < last && !held.has(name) && !several.has(name)) yield { name, value: NO_VALUE };
    }
  }
}

/** The name of a key below another name; an empty one adds nothing. */
function below(name: string, key: string): string {
  const part = fieldName(key);
  if (name === '') return part;
  return part === '' ? name : `${name}.${part}`;
}

function withPressmark(entries: readonly MetadataEntry[], paths: readonly TitlePath[]): RecordRow {
  const pressmark = entries.find(({ name }) => name === 'pressmark')?.value;
  return { pressmark: pressmark === undefined ? '' : String(pressmark), entries, paths };
}

function pathsOfJson(value: unknown): TitlePath[] {
  if (value === null || value === undefined || value === '') return [];
  if (typeof value === 'string') return [pathOf(value)];
  const isText = (one: unknown): one is string => typeof one === 'string';
  if (Array.isArray(value)) {
    if (value.every(isText)) return [cleanPath(value)];
    if (value.every((path): path is string[] => Array.isArray(path) && path.every(isText))) {
      return value.map(cleanPath);
    }
  }
  throw new RefusedRow(
    `${PATH} is neither a list of titles nor a list of such lists.`,
    `Write it as ["Maps", "Italy"].`,
  );
}

/**
 * A record from an object of JSON Lines. `collectionPath` has its collections, `uuid` is ignored, all else is
 * metadata: nested values are flattened with dots, and values below `extra` lose that prefix.
 * @param names collects all names of metadata in the object, with those of blank values
 */
export function recordOfJson(object: Record<string, unknown>, names: Set<string>): RecordRow {
  const metadata = new Flattening(names);
  for (const [key, value] of Object.entries(object)) {
    if (key === PATH || isPassedOver(key)) continue;
    const name = fieldName(key);
    if (name === '') continue;
    metadata.add(name === EXTRA && isObject(value) ? '' : name, value);
  }
  return withPressmark(metadata.entries, pathsOfJson(object[PATH]));
}

/** The name of the metadata of a CSV column. */
function columnName(column: string): string {
  return column.startsWith(`${EXTRA}.`) ? column.slice(EXTRA.length + 1) : column;
}

/** A record from a row of CSV; its columns have the names of `recordOfJson`. */
export function recordOfCsv({ cells }: CsvRow, separator: string): RecordRow {
  const paths: TitlePath[] = [];
  const entries: MetadataEntry[] = [];
  for (const { column, text } of cells) {
    if (isPassedOver(column) || text.trim() === '') continue;
    if (column === PATH) paths.push(pathOf(text, separator));
    else {
      const name = columnName(column);
      const value = cleanValue(text, name);
      if (value !== undefined) entries.push({ name, value });
    }
  }
  return withPressmark(entries, paths);
}

/** The names of metadata in a header row. */
export function namesOfHeader(columns: readonly string[]): string[] {
  return columns
    .filter((column) => column !== '' && column !== PATH && !isPassedOver(column))
    .map(columnName);
}
