import * as Type from '@sinclair/typebox/type';
import { sortable } from './hal.ts';
import { itemFilters, ItemSelection } from './item-query.ts';
import { ItemColumns } from './item-table.ts';
import { closed, defineOperation } from './operation.ts';
import { oneOf, Uuid } from './scalar.ts';

export const exportFormats = ['csv', 'xlsx'] as const;

const asTable = {
  /** Default: everything in the records. */
  column: Type.Optional(ItemColumns),
  /** The headings of the columns, in the same order; default their names. */
  heading: Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { minItems: 1, maxItems: 60 })),
  ...sortable,
};

const whichItems = {
  format: oneOf(exportFormats),
  text: Type.Optional(Type.String({ maxLength: 10_000 })),
  findBy: Type.Optional(Type.String()),
  collectionUuid: Type.Optional(Uuid),
  belowUuid: Type.Optional(Uuid),
  ...itemFilters,
};

/**
 * A table: `uuid`, the fields of all ITEM templates and any other fields of the records, `collectionPath`. A
 * name is repeated for each value that one record has. The command `import records` reads it. With `column`
 * it is the table of a list instead: these columns, each once, with several values of a cell separated by
 * semicolons.
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
    ...whichItems,
    ...asTable,
  }),
  responses: { 200: Type.Unknown() },
});

const chosenItems = { format: oneOf(exportFormats), selection: ItemSelection };

/** The same table with the items of a selection. Relevance is no order of items that were ticked one by one. */
export const exportSelectedItems = defineOperation({
  id: 'exportSelectedItems',
  tag: 'Items',
  access: 'exportMetadata',
  method: 'POST',
  path: '/meta/culturalItems/export',
  summary:
    'The items of a selection, as a table (CSV or XLSX), in the order of their pressmarks or in another',
  body: Type.Object({ ...chosenItems, ...asTable }, closed),
  responses: { 200: Type.Unknown() },
});

/**
 * A table with a row for each file: `pressmark` and `item` (its uuid), `uuid`, `kind`, `position`, `title`,
 * `originalFilename`, `size_bytes`, `sha256`, `width_px`, `height_px`, `duration_s`, then the members of
 * `Technical`, those of `embedded` among them. Several keywords are separated by semicolons, and the parts of `location` have columns of their own. A name that
 * stands in both is written with `embedded.` before it.
 */
export const exportAssets = defineOperation({
  id: 'exportAssets',
  tag: 'Assets',
  access: 'exportMetadata',
  method: 'GET',
  path: '/meta/assets/export',
  summary:
    'The files of the items that a query finds with their technical metadata, as a table (CSV or XLSX), in the order of the pressmarks; where it asks for files, only these',
  query: Type.Object(whichItems),
  responses: { 200: Type.Unknown() },
});

/** The same table with the files of a selection. */
export const exportSelectedAssets = defineOperation({
  id: 'exportSelectedAssets',
  tag: 'Assets',
  access: 'exportMetadata',
  method: 'POST',
  path: '/meta/assets/export',
  summary:
    'The files of the items of a selection with their technical metadata, as a table (CSV or XLSX), in the order of the pressmarks',
  body: Type.Object(
    {
      ...chosenItems,
      /** Only files with these properties, as in a list. Default: those of the query of the selection, or all. */
      file: itemFilters.file,
    },
    closed,
  ),
  responses: { 200: Type.Unknown() },
});
