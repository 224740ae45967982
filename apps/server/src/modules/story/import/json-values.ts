/** The properties of a JSON object; none where the value is something else. */
export const propertiesOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

/** A value as a list: IIIF allows a single value in place of a list in many properties. */
export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : value === undefined || value === null ? [] : [value];

/** A text, such as an id; empty where the value is something else. */
export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');
