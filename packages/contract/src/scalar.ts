import * as Type from '@sinclair/typebox/type';

/** One of the names of a list. */
export function oneOf<const Name extends string>(names: readonly Name[]) {
  return Type.Union(names.map((name) => Type.Literal(name)));
}

/** A UUID in its canonical lower or upper case form (RFC 9562). */
export const Uuid = Type.String({
  pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
  'x-problem': {
    code: 'not-a-value',
    message:
      'It is not a UUID: 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12, with hyphens between them.',
  },
});

/** ISO 8601 in UTC, such as `2026-11-21T09:00:00.000Z` (wire.md). */
export const Timestamp = Type.String({ format: 'date-time' });

/** A count, never negative. */
export const Count = Type.Integer({ minimum: 0 });

/** The name of the token by which a program made something; null where a person did. */
export const TokenName = Type.Union([Type.String(), Type.Null()]);
