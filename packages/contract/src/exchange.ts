import * as Type from '@sinclair/typebox/type';
import { sortable } from './hal.ts';
import { itemFilters } from './item-query.ts';
import { ItemColumns } from './item-table.ts';
import { defineOperation } from './operation.ts';
import { Uuid } from './scalar.ts';

export const exportFormats = ['csv', 'xlsx'] as const;

/**
 * A table: `uuid`, the fields of all ITEM templates and of what else the records hold, `collectionPath`; a name stands
 * once for each value that one record has of it. The command `import records` reads it. With `column` a table as it
 * stands instead: these columns, each once, several values of a cell between semicolons.
 */
export const exportItems = defineOperation({
  id: 'exportItems',
  tag: 'Items',
  access: 'exportMetadata',
  method: 'GET',
  path: '/meta/culturalItems/export',
  summary:
    'The items that a query finds, as a table (CSV or XLSX), in the order of their pressmarks or in another',
  query: Type.Object({
    format: Type.Union(exportFormats.map((format) => Type.Literal(format))),
    text: Type.Optional(Type.String({ maxLength: 10_000 })),
    findBy: Type.Optional(Type.String()),
    collectionUuid: Type.Optional(Uuid),
    belowUuid: Type.Optional(Uuid),
    ...itemFilters,
    /** Absent: all that the records hold. */
    column: Type.Optional(ItemColumns),
    /** What stands above the columns, one for each, in the same order; absent: their names. */
    heading: Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { minItems: 1, maxItems: 60 })),
    ...sortable,
  }),
  responses: { 200: Type.Unknown() },
});
