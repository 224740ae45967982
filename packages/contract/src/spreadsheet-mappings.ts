import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { byUuid, closed, defineOperation } from './operation.ts';
import { Timestamp, Uuid } from './scalar.ts';

export const COLUMNS_MAX = 2_000;

export const SpreadsheetColumn = Type.Object(
  {
    heading: Type.String({ maxLength: 1_000 }),
    /**
     * The meaning of the column: `uuid`, `version` (of the exported record), `paths` (a path of collections),
     * `field:` with the name of a field; null: ignored. Several columns of one field hold its values in
     * order.
     */
    target: Type.Union([Type.String({ maxLength: 1_010 }), Type.Null()]),
    /** Whether an empty cell removes the value; otherwise it means no change. */
    clears: Type.Boolean(),
  },
  closed,
);
export type SpreadsheetColumn = Static<typeof SpreadsheetColumn>;

/** The meaning of a spreadsheet's columns, and the format of its dates and numbers. */
export const SpreadsheetMapping = Type.Object(
  {
    columns: Type.Array(SpreadsheetColumn, { maxItems: COLUMNS_MAX }),
    /** True: 3/4/1900 is the third of April; false: the fourth of March. */
    dayFirst: Type.Boolean(),
    decimalComma: Type.Boolean(),
  },
  closed,
);
export type SpreadsheetMapping = Static<typeof SpreadsheetMapping>;

export const SavedMapping = Type.Object({
  uuid: Uuid,
  name: Type.String(),
  mapping: SpreadsheetMapping,
  user: Type.String(),
  savedDate: Timestamp,
});
export type SavedMapping = Static<typeof SavedMapping>;

const mappings = { tag: 'Spreadsheets', access: 'bulkEdit' } as const;

export const listSpreadsheetMappings = defineOperation({
  ...mappings,
  id: 'listSpreadsheetMappings',
  method: 'GET',
  path: '/meta/spreadsheetMappings',
  summary: 'What columns mean, as it was saved by name; all of the organisation',
  responses: { 200: Type.Object({ mappings: Type.Array(SavedMapping) }) },
});

export const saveSpreadsheetMapping = defineOperation({
  ...mappings,
  id: 'saveSpreadsheetMapping',
  method: 'POST',
  path: '/meta/spreadsheetMappings',
  summary: 'Save what columns mean by a name; one of the same name is replaced',
  body: Type.Object(
    { name: Type.String({ minLength: 1, maxLength: 255 }), mapping: SpreadsheetMapping },
    closed,
  ),
  responses: { 201: SavedMapping },
});

export const deleteSpreadsheetMapping = defineOperation({
  ...mappings,
  id: 'deleteSpreadsheetMapping',
  method: 'DELETE',
  path: '/meta/spreadsheetMappings/:uuid',
  summary: 'Forget a saved mapping',
  params: byUuid,
  responses: { 204: null },
});
