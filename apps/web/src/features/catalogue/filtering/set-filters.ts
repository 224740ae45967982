/** The filters of the address that hold any number of values, and those that hold a day. */
export const listFilters = ['state', 'field', 'media', 'changedBy'] as const;
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
