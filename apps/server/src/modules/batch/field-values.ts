import type { MetadataEntry } from '@armarium/contract/metadata';

type Value = MetadataEntry['value'];

/** The values of a field, in order. */
export function valuesOf(list: readonly MetadataEntry[], name: string): Value[] {
  return list.flatMap((entry) => (entry.name === name ? [entry.value] : []));
}

export function isSameValues(one: readonly Value[], other: readonly Value[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

/**
 * A list with new values of a field. Where their number is the same, each replaces its former one; else all
 * are put where the first one was, or at the end. Other fields are unchanged.
 */
export function withValues(
  list: readonly MetadataEntry[],
  name: string,
  values: readonly Value[],
): MetadataEntry[] {
  if (valuesOf(list, name).length === values.length) {
    const left = [...values];
    return list.map((entry) => (entry.name === name ? { name, value: left.shift() ?? entry.value } : entry));
  }
  const place = list.findIndex((entry) => entry.name === name);
  const others = list.filter((entry) => entry.name !== name);
  others.splice(place < 0 ? others.length : place, 0, ...values.map((value) => ({ name, value })));
  return others;
}

/** The names of the fields with different values, in order. */
export function changedNames(before: readonly MetadataEntry[], after: readonly MetadataEntry[]): string[] {
  const names = new Set([...before, ...after].map(({ name }) => name));
  return [...names].filter((name) => !isSameValues(valuesOf(before, name), valuesOf(after, name)));
}
