import { resultsPath } from '../../records/search-address.ts';

/** The filters of the address that hold any number of values, and those that hold a day. */
export const listFilters = [
  'state',
  'field',
  'date',
  'number',
  'filled',
  'empty',
  'media',
  'file',
  'changedBy',
] as const;
export const dayFilters = ['createdFrom', 'createdTo', 'modifiedFrom', 'modifiedTo'] as const;
export type FilterName = (typeof listFilters)[number] | (typeof dayFilters)[number];

export interface SetFilter {
  readonly name: FilterName;
  readonly value: string;
}

/** What an address narrows its list by, in the order of the panel. */
export function setFilters(search: URLSearchParams): SetFilter[] {
  return [...listFilters, ...dayFilters].flatMap((name) =>
    [...new Set(search.getAll(name))].filter((value) => value !== '').map((value) => ({ name, value })),
  );
}

/** Sets a value, or takes it away where it is set; another list begins at its first page. */
export function toggled(search: URLSearchParams, { name, value }: SetFilter): URLSearchParams {
  const next = firstPage(search);
  const isSet = next.getAll(name).includes(value);
  keep(next, name, (other) => other !== value);
  if (!isSet) next.append(name, value);
  return next;
}

/** @param value a day as YYYY-MM-DD; empty for none */
export function withDay(search: URLSearchParams, name: FilterName, value: string): URLSearchParams {
  const next = firstPage(search);
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next;
}

/** The ends of a range, both inclusive, as they are typed; empty where it has none. */
export interface RangeEnds {
  readonly from: string;
  readonly to: string;
}

const edtfYear = (year: string) =>
  year === '' ? '..' : `${year.startsWith('-') ? '-' : ''}${year.replace('-', '').padStart(4, '0')}`;
const yearOf = (edtf: string) => (edtf === '..' ? '' : String(Number(edtf)));

/** How a range of a field stands in the address. */
export interface RangeForm {
  readonly filter: 'date' | 'number' | 'file';
  write(ends: RangeEnds): string;
  /** @returns undefined for another value than `write` writes */
  read(value: string): RangeEnds | undefined;
  isEnd(text: string): boolean;
}

/** Years of a DATE field, negative before Christ. */
export const yearsForm: RangeForm = {
  filter: 'date',
  write: ({ from, to }) => `${edtfYear(from)}/${edtfYear(to)}`,
  read: (date) => {
    const found = /^(-?\d{4}|\.\.)\/(-?\d{4}|\.\.)$/.exec(date);
    return found ? { from: yearOf(found[1] ?? '..'), to: yearOf(found[2] ?? '..') } : undefined;
  },
  isEnd: (text) => /^-?\d{1,4}$/.test(text),
};

/** Numbers of an INTEGER or NUMBER field. */
export const numbersForm: RangeForm = {
  filter: 'number',
  write: ({ from, to }) => (from === to ? from : `${from}..${to}`),
  read: (value) => {
    const found = /^([-+]?[\d,]*(?:\.\d+)?)(?:(\.\.)(.*))?$/.exec(value);
    if (!found) return undefined;
    const [, from = '', range, to = ''] = found;
    return { from, to: range === undefined ? from : to };
  },
  isEnd: (text) => /^[-+]?\d+(?:[.,]\d+)?$/.test(text),
};

/** Numbers of a property of files. */
export const fileNumbersForm: RangeForm = {
  ...numbersForm,
  filter: 'file',
  // What is typed with a comma is kept with a point.
  write: ({ from, to }) => numbersForm.write({ from: from.replace(',', '.'), to: to.replace(',', '.') }),
  isEnd: (text) => /^\d{1,15}(?:[.,]\d{1,10})?$/.test(text),
};

/** Narrows to a range of a field, in place of what was set for it; without any end, to nothing. */
export function withRange(
  search: URLSearchParams,
  field: string,
  { filter, write }: RangeForm,
  ends: RangeEnds,
): URLSearchParams {
  const next = firstPage(search);
  keep(next, filter, (value) => !value.startsWith(`${field}=`));
  if (ends.from !== '' || ends.to !== '') next.append(filter, `${field}=${write(ends)}`);
  return next;
}

/** Narrows to items with a value in a field, or to those without one, or to neither. */
export function withFilled(
  search: URLSearchParams,
  field: string,
  wanted: 'filled' | 'empty' | undefined,
): URLSearchParams {
  const next = firstPage(search);
  for (const name of ['filled', 'empty']) {
    keep(next, name, (value) => value !== field);
  }
  if (wanted) next.append(wanted, field);
  return next;
}

/** Changes the text that is searched for. */
export function withText(search: URLSearchParams, text: string): URLSearchParams {
  const next = firstPage(search);
  next.delete('collectionPage');
  next.set('searchTerm', text);
  return next;
}

/** The address of the results of a search in a collection and below it; without one, everywhere. */
export function resultsIn(search: URLSearchParams, belowUuid: string | undefined): string {
  const next = firstPage(search);
  next.delete('collectionPage');
  return `${resultsPath(belowUuid)}?${next}`;
}

export function cleared(search: URLSearchParams): URLSearchParams {
  const next = firstPage(search);
  for (const name of [...listFilters, ...dayFilters]) next.delete(name);
  return next;
}

function firstPage(search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete('page');
  return next;
}

/** Takes away the values of a filter that are not wanted. */
function keep(search: URLSearchParams, name: string, isWanted: (value: string) => boolean): void {
  const wanted = search.getAll(name).filter(isWanted);
  search.delete(name);
  for (const value of wanted) search.append(name, value);
}
