import { Type } from '@sinclair/typebox';
import { itemFilters } from './item-query.ts';
import { defineOperation } from './operation.ts';
import { Uuid } from './scalar.ts';

export const exportFormats = ['csv', 'xlsx'] as const;

/**
 * A table: `uuid`, the fields of all ITEM templates and of what else the records hold, `collectionPath`; a name stands
 * once for each value that one record has of it. The command `import records` reads it.
 */
export const exportItems = defineOperation({
  id: 'exportItems',
  tag: 'Items',
  access: 'exportMetadata',
  method: 'GET',
  path: '/meta/culturalItems/export',
  summary: 'The items that a query finds, as a table (CSV or XLSX), in the order of their pressmarks',
  query: Type.Object({
    format: Type.Union(exportFormats.map((format) => Type.Literal(format))),
    text: Type.Optional(Type.String({ maxLength: 10_000 })),
    findBy: Type.Optional(Type.String()),
    collectionUuid: Type.Optional(Uuid),
    belowUuid: Type.Optional(Uuid),
    ...itemFilters,
  }),
  responses: { 200: Type.Unknown() },
});
