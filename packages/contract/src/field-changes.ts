import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { closed } from './operation.ts';

const Name = Type.String({ minLength: 1, maxLength: 1_000 });

export const FieldValue = Type.Union([Type.String({ maxLength: 100_000 }), Type.Number(), Type.Boolean()]);

/**
 * A change of one field of every record; other fields are unchanged. `append` adds a value to a repeatable
 * field, and appends text to a single value; `clear` removes all values; `find` replaces each exact
 * occurrence of a text within the values.
 */
export const FieldChange = Type.Union([
  Type.Object(
    {
      name: Name,
      change: Type.Literal('replace'),
      values: Type.Array(FieldValue, { minItems: 1, maxItems: 1_000 }),
    },
    closed,
  ),
  Type.Object(
    {
      name: Name,
      change: Type.Literal('append'),
      value: FieldValue,
      separator: Type.Optional(Type.String({ maxLength: 100 })),
    },
    closed,
  ),
  Type.Object({ name: Name, change: Type.Literal('clear') }, closed),
  Type.Object(
    {
      name: Name,
      change: Type.Literal('find'),
      find: Type.String({ minLength: 1, maxLength: 10_000 }),
      replacement: Type.String({ maxLength: 10_000 }),
      /** Whether case matters; default true. */
      matchCase: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
]);
export type FieldChange = Static<typeof FieldChange>;

export const FieldChanges = Type.Array(FieldChange, { minItems: 1, maxItems: 200 });
