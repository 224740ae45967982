import type { Static } from '@sinclair/typebox';
import { oneOf } from './scalar.ts';

/** The kinds of records. `records/kinds.ts` of the server describes them. */
export const recordTypes = ['ITEM', 'COLLECTION', 'MEDIA'] as const;
export const RecordType = oneOf(recordTypes);
export type RecordType = Static<typeof RecordType>;

/** The kinds of records whose fields can be configured; stories and series have no records yet. */
export const templateResourceTypes = ['COLLECTION', 'ITEM', 'MEDIA', 'STORY', 'SERIES'] as const;
export const TemplateResourceType = oneOf(templateResourceTypes);
export type TemplateResourceType = (typeof templateResourceTypes)[number];
