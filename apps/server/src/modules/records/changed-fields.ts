import type { ChangedFields } from '@armarium/contract/record-changes';

/** Values of a representation, by property. */
export type Values = Readonly<Record<string, unknown>>;

/** Longer values are cut: the record's history has the whole value. */
const VALUE_CHARACTERS = 300;

/** The changed fields of a metadata list, in their order. */
export function changedMetadata(was: unknown, is: unknown): ChangedFields {
  const [before, after] = [valuesByName(was), valuesByName(is)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((name) => ({ name, before: before.get(name) ?? [], after: after.get(name) ?? [] }))
    .filter(isChanged)
    .map(({ name, ...sides }) => ({
      name,
      before: readableValues(sides.before),
      after: readableValues(sides.after),
    }));
}

/** The changed properties of these names, each with one value, such as `state`. */
export function changedProperties(was: Values, is: Values, names: readonly string[]): ChangedFields {
  return names
    .map((name) => ({ name, before: readableValues([was[name]]), after: readableValues([is[name]]) }))
    .filter(isChanged);
}

export const isChanged = ({ before, after }: { before: unknown; after: unknown }) =>
  JSON.stringify(before) !== JSON.stringify(after);

/** Values as text, without empty ones; long ones are cut. */
export function readableValues(values: readonly unknown[]): string[] {
  return values
    .filter((value) => value !== undefined && value !== null && value !== '')
    .map((value) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const characters = [...text.slice(0, 2 * VALUE_CHARACTERS)];
      return characters.length > VALUE_CHARACTERS
        ? `${characters.slice(0, VALUE_CHARACTERS).join('')}…`
        : text;
    });
}

function valuesByName(list: unknown): Map<string, unknown[]> {
  const byName = new Map<string, unknown[]>();
  for (const entry of Array.isArray(list) ? list : []) {
    const { name, value } = valuesOf(entry);
    if (typeof name === 'string') byName.set(name, [...(byName.get(name) ?? []), value]);
  }
  return byName;
}

/** An object of a history entry; empty for anything else. */
export const valuesOf = (part: unknown): Values =>
  typeof part === 'object' && part !== null ? (part as Values) : {};
