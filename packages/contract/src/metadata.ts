import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { closed } from './operation.ts';

/** One entry of a record's metadata. A repeatable name may have several entries, in order (decisions §4). */
export const MetadataEntry = Type.Object(
  { name: Type.String(), value: Type.Union([Type.String(), Type.Number(), Type.Boolean()]) },
  closed,
);
export type MetadataEntry = Static<typeof MetadataEntry>;

/** More entries than any record has; a longer list is a mistake that would only cost time. */
export const MetadataList = Type.Array(MetadataEntry, { maxItems: 1_000 });
