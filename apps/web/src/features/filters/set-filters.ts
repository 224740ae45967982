/** The filters of the address that hold any number of values, and those that hold a day. */
export const listFilters = ['state', 'field', 'date', 'media', 'changedBy'] as const;
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
  const others = next.getAll(name).filter((other) => other !== value);
  const isSet = next.getAll(name).includes(value);
  next.delete(name);
  for (const other of others) next.append(name, other);
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

/** Years of a DATE field, both inclusive; either may be absent. */
export interface Years {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

const edtfYear = (year: number | undefined) =>
  year === undefined ? '..' : `${year < 0 ? '-' : ''}${String(Math.abs(year)).padStart(4, '0')}`;

/** Narrows to what may have been in these years by the field, in place of what was set for it; without any, to nothing. */
export function withYears(search: URLSearchParams, field: string, { from, to }: Years): URLSearchParams {
  const next = firstPage(search);
  const others = next.getAll('date').filter((value) => !value.startsWith(`${field}=`));
  next.delete('date');
  for (const other of others) next.append('date', other);
  if (from !== undefined || to !== undefined)
    next.append('date', `${field}=${edtfYear(from)}/${edtfYear(to)}`);
  return next;
}

/** The years that a filter of dates names; undefined where it is another date than `withYears` writes. */
export function yearsOf(date: string): Years | undefined {
  const found = /^(-?\d{4}|\.\.)\/(-?\d{4}|\.\.)$/.exec(date);
  if (!found) return undefined;
  const year = (text = '..') => (text === '..' ? undefined : Number(text));
  return { from: year(found[1]), to: year(found[2]) };
}

/** Changes the text that is searched for. */
export function withText(search: URLSearchParams, text: string): URLSearchParams {
  const next = firstPage(search);
  next.delete('collectionPage');
  next.set('searchTerm', text);
  return next;
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
