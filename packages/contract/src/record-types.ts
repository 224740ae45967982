import type { Static } from '@sinclair/typebox';
import { oneOf } from './scalar.ts';

/** The kinds of records. `records/kinds.ts` of the server describes them. */
export const recordTypes = ['ITEM', 'COLLECTION', 'MEDIA', 'STORY', 'SERIES'] as const;
export const RecordType = oneOf(recordTypes);
export type RecordType = Static<typeof RecordType>;

/** The kinds of records in the order in which their configuration names them. */
export const templateResourceTypes = ['COLLECTION', 'ITEM', 'MEDIA', 'STORY', 'SERIES'] as const;
export const TemplateResourceType = oneOf(templateResourceTypes);
export type TemplateResourceType = (typeof templateResourceTypes)[number];
