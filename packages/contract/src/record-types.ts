import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';

/** The kinds of records that there are. `records/kinds.ts` of the server says what each of them is. */
export const recordTypes = ['ITEM', 'COLLECTION', 'MEDIA'] as const;
export const RecordType = Type.Union(recordTypes.map((name) => Type.Literal(name)));
export type RecordType = Static<typeof RecordType>;
