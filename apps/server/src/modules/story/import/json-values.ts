/** The properties of a JSON object; none where the value is something else. */
export const propertiesOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

/** IIIF writes a list of one as the one in many places. */
export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : value === undefined || value === null ? [] : [value];

/** A text, such as an id; empty where the value is something else. */
export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');
