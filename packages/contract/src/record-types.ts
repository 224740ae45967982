import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';

/** The kinds of records. `records/kinds.ts` of the server describes them. */
export const recordTypes = ['ITEM', 'COLLECTION', 'MEDIA'] as const;
export const RecordType = Type.Union(recordTypes.map((name) => Type.Literal(name)));
export type RecordType = Static<typeof RecordType>;
