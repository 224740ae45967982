import type { MetadataEntry } from '@armarium/contract/records';

type Value = MetadataEntry['value'];

/** The values of a field in their order. */
export function valuesOf(list: readonly MetadataEntry[], name: string): Value[] {
  return list.flatMap((entry) => (entry.name === name ? [entry.value] : []));
}

export function isSameValues(one: readonly Value[], other: readonly Value[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

/** A list with other values of a field, where its first one stands, at the end if it has none; other fields stay. */
export function withValues(
  list: readonly MetadataEntry[],
  name: string,
  values: readonly Value[],
): MetadataEntry[] {
  const place = list.findIndex((entry) => entry.name === name);
  const others = list.filter((entry) => entry.name !== name);
  others.splice(place < 0 ? others.length : place, 0, ...values.map((value) => ({ name, value })));
  return others;
}

/** The names of the fields whose values are others, in the order in which they stand. */
export function changedNames(before: readonly MetadataEntry[], after: readonly MetadataEntry[]): string[] {
  const names = new Set([...before, ...after].map(({ name }) => name));
  return [...names].filter((name) => !isSameValues(valuesOf(before, name), valuesOf(after, name)));
}
