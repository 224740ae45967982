import { stringify } from 'csv-stringify/sync';
import type { MetadataEntry } from '@armarium/contract/metadata';
import type { TitlePath } from '../catalogue/public.ts';
import { columnOf, IGNORED, PATH, VERSION } from './column-names.ts';
import { pathText } from './path-text.ts';
import { harmlessCell } from './spreadsheet-cell.ts';

/** A record to export. */
export interface OutgoingRecord {
  readonly uuid: string;
  readonly version: number;
  readonly metadata: readonly MetadataEntry[];
  readonly paths: readonly TitlePath[];
}

/** Fields with a column of their own name, in this order; all others are below `extra`. */
const fields = ['pressmark', 'sgtt', 'autn', 'sgti'] as const;
const isField = (name: string) => fields.some((field) => field === name);

function valuesOf(metadata: readonly MetadataEntry[]): Map<string, MetadataEntry['value'][]> {
  const values = new Map<string, MetadataEntry['value'][]>();
  for (const { name, value } of metadata) {
    const before = values.get(name);
    if (before) before.push(value);
    else values.set(name, [value]);
  }
  return values;
}

/** A record as a line of JSON that the import reads; a single value as such, several as a list. */
export function jsonLine({ uuid, metadata, paths }: OutgoingRecord): string {
  const values = [...valuesOf(metadata)].map(
    ([name, all]) => [name, all.length === 1 ? all[0] : all] as const,
  );
  const extra = values.filter(([name]) => !isField(name));
  return `${JSON.stringify({
    uuid,
    ...Object.fromEntries(fields.flatMap((field) => values.filter(([name]) => name === field))),
    ...(paths.length > 0 && { collectionPath: paths.length === 1 ? paths[0] : paths }),
    ...(extra.length > 0 && { extra: Object.fromEntries(extra) }),
  })}\n`;
}

/** The columns of a table of records: each name as often as the record with the most values of it needs. */
export interface TableColumns {
  readonly names: readonly { readonly name: string; readonly most: number }[];
  readonly paths: number;
}

/** Any line end has to be in quotation marks, not only the one between rows. */
export const csv = { record_delimiter: '\r\n', quoted_match: /[\r\n]/ } as const;
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** The standard fields first, then the others in their order. */
export function tableColumns(names: readonly { name: string; most: number }[], paths: number): TableColumns {
  const known = new Map(names.map((one) => [one.name, one]));
  return {
    names: [
      ...fields.map((name) => known.get(name) ?? { name, most: 1 }),
      ...names.filter(({ name }) => !isField(name)),
    ],
    paths,
  };
}

/** The cells of the header row. */
export function headerCells({ names, paths }: TableColumns): string[] {
  return [
    IGNORED,
    VERSION,
    ...names.flatMap(({ name, most }) => times(most, () => columnOf(name))),
    ...times(paths, () => PATH),
  ];
}

/**
 * The cells of a record, as many as the header has.
 * @throws Error where it has more values than columns: nothing is left out silently
 */
export function recordCells({ names, paths }: TableColumns, record: OutgoingRecord): string[] {
  const values = valuesOf(record.metadata);
  const most = new Map(names.map((one) => [one.name, one.most]));
  const isTooWide = [...values].some(([name, all]) => all.length > (most.get(name) ?? 0));
  if (isTooWide || record.paths.length > paths) {
    throw new Error(`The record ${record.uuid} grew while the table was written. Write it again.`);
  }
  return [
    record.uuid,
    String(record.version),
    ...names.flatMap((one) => times(one.most, (index) => String(values.get(one.name)?.[index] ?? ''))),
    ...times(paths, (index) => (record.paths[index] ? pathText(record.paths[index]) : '')),
  ];
}

/**
 * The header row, with the byte order mark by which spreadsheets recognise UTF-8. It is quoted, so that
 * nothing in it looks like a delimiter.
 */
export function csvHeader(columns: TableColumns): string {
  return `\u{FEFF}${stringify([headerCells(columns).map(harmlessCell)], { ...csv, quoted: true })}`;
}

export function csvLines(columns: TableColumns, records: readonly OutgoingRecord[]): string {
  return stringify(
    records.map((record) => recordCells(columns, record).map(harmlessCell)),
    csv,
  );
}
