import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { RowProblem } from './batch-records.ts';
import { Batch } from './batches.ts';
import { links, pageOf, pageQuery } from './hal.ts';
import { byUuid, closed, defineOperation } from './operation.ts';
import { Count, oneOf, Timestamp, Uuid } from './scalar.ts';
import { SpreadsheetMapping } from './spreadsheet-mappings.ts';

/** The supported encodings of a CSV. */
export const encodings = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const;

export const delimiters = [',', ';', '\t', '|'] as const;

/** `encoding` and `delimiter` of a CSV, `sheet` (its index, from 0) of a workbook. */
export const SpreadsheetReading = Type.Object(
  {
    encoding: Type.Optional(oneOf(encodings)),
    delimiter: Type.Optional(oneOf(delimiters)),
    sheet: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000 })),
  },
  closed,
);
export type SpreadsheetReading = Static<typeof SpreadsheetReading>;

export const spreadsheetStates = ['UPLOADED', 'CHECKING', 'CHECKED', 'ERROR', 'IMPORTED'] as const;

export const rowResults = ['created', 'changed', 'unchanged', 'conflict', 'refused'] as const;
export type RowResult = (typeof rowResults)[number];

const RowChange = Type.Object({
  name: Type.String(),
  before: Type.Array(Type.String()),
  after: Type.Array(Type.String()),
});

/** An uploaded file of records, from its upload to its batch. */
export const Spreadsheet = Type.Object({
  uuid: Uuid,
  filename: Type.String(),
  format: oneOf(['csv', 'xlsx']),
  size_bytes: Count,
  user: Type.String(),
  uploadedDate: Timestamp,
  reading: SpreadsheetReading,
  /** The sheets of a workbook by name; empty for a CSV. */
  sheets: Type.Array(Type.String()),
  /** The first rows below the header. */
  samples: Type.Array(Type.Array(Type.String())),
  mapping: SpreadsheetMapping,
  /** `ERROR`: the dry run failed, `cause` says why. `IMPORTED`: there is a batch. */
  state: oneOf(spreadsheetStates),
  cause: Type.Union([
    Type.Object({ code: Type.String(), params: Type.Record(Type.String(), Type.String()) }),
    Type.Null(),
  ]),
  /** Whether the file was read to its end; before that `rows` is the number read so far. */
  isRead: Type.Boolean(),
  rows: Count,
  /** Rows by the outcome of the dry run; their sum is the number of judged rows. */
  counts: Type.Object({
    created: Count,
    changed: Count,
    unchanged: Count,
    conflict: Count,
    refused: Count,
  }),
  /** The number of conflicts of each kind (`edited-since`, `zeros-lost`). */
  conflicts: Type.Record(Type.String(), Count),
  /** Distinct changes of values, the most frequent first, at most 200. */
  changes: Type.Array(Type.Composite([RowChange, Type.Object({ rows: Count })])),
  batchUuid: Type.Union([Uuid, Type.Null()]),
  _links: links(['self', 'rows'], ['report', 'batch']),
});
export type Spreadsheet = Static<typeof Spreadsheet>;

export const SpreadsheetRow = Type.Object({
  /** The number in the spreadsheet: the header is row 1 unless there are rows above it. */
  row: Count,
  result: oneOf(rowResults),
  recordUuid: Type.Union([Uuid, Type.Null()]),
  pressmark: Type.String(),
  title: Type.String(),
  problems: Type.Array(RowProblem),
  changes: Type.Array(RowChange),
});
export type SpreadsheetRow = Static<typeof SpreadsheetRow>;

const spreadsheets = { tag: 'Spreadsheets', access: 'bulkEdit' } as const;

export const uploadSpreadsheet = defineOperation({
  ...spreadsheets,
  id: 'uploadSpreadsheet',
  method: 'POST',
  path: '/meta/spreadsheets',
  summary: 'Bring a CSV or a workbook of records; changes no record',
  body: { multipart: 'file' },
  responses: { 201: Spreadsheet },
});

export const listSpreadsheets = defineOperation({
  ...spreadsheets,
  id: 'listSpreadsheets',
  method: 'GET',
  path: '/meta/spreadsheets',
  summary: 'The spreadsheets of the last days, the newest first',
  query: pageQuery({}),
  responses: { 200: pageOf('spreadsheets', Spreadsheet) },
});

export const getSpreadsheet = defineOperation({
  ...spreadsheets,
  id: 'getSpreadsheet',
  method: 'GET',
  path: '/meta/spreadsheets/:uuid',
  summary: 'One spreadsheet and how far it is',
  params: byUuid,
  responses: { 200: Spreadsheet },
});

export const updateSpreadsheet = defineOperation({
  ...spreadsheets,
  id: 'updateSpreadsheet',
  method: 'PATCH',
  path: '/meta/spreadsheets/:uuid',
  summary: 'Read it another way, which guesses its columns anew, or say what they mean; ends a dry run',
  params: byUuid,
  body: Type.Object(
    { reading: Type.Optional(SpreadsheetReading), mapping: Type.Optional(SpreadsheetMapping) },
    closed,
  ),
  responses: { 200: Spreadsheet },
});

export const checkSpreadsheet = defineOperation({
  ...spreadsheets,
  id: 'checkSpreadsheet',
  method: 'POST',
  path: '/meta/spreadsheets/:uuid/check',
  summary: 'The dry run, by a job: every row is written and taken back',
  params: byUuid,
  responses: { 202: Spreadsheet },
});

export const listSpreadsheetRows = defineOperation({
  ...spreadsheets,
  id: 'listSpreadsheetRows',
  method: 'GET',
  path: '/meta/spreadsheets/:uuid/rows',
  summary: 'What would become of each row',
  params: byUuid,
  query: pageQuery({
    result: Type.Optional(oneOf(rowResults)),
  }),
  responses: { 200: pageOf('rows', SpreadsheetRow) },
});

export const exportSpreadsheetReport = defineOperation({
  ...spreadsheets,
  id: 'exportSpreadsheetReport',
  method: 'GET',
  path: '/meta/spreadsheets/:uuid/report',
  summary: 'The report of the dry run as CSV: what is wrong, and what would change',
  params: byUuid,
  query: Type.Object({ language: Type.Optional(oneOf(['en', 'it'])) }),
  responses: { 200: Type.Unknown() },
});

/** Conflicts that may be accepted for a row. */
export const acceptable = ['edited-since', 'zeros-lost'] as const;

export const importSpreadsheet = defineOperation({
  ...spreadsheets,
  id: 'importSpreadsheet',
  method: 'POST',
  path: '/meta/spreadsheets/:uuid/import',
  summary: 'Write the good rows, as one batch that can be undone',
  params: byUuid,
  body: Type.Object(
    {
      /** Conflicts that are written nevertheless. */
      accept: Type.Array(oneOf(acceptable), { maxItems: 2 }),
      /** Has to be true where rows are left out. */
      leaveOut: Type.Boolean(),
    },
    closed,
  ),
  responses: { 202: Batch },
});

export const deleteSpreadsheet = defineOperation({
  ...spreadsheets,
  id: 'deleteSpreadsheet',
  method: 'DELETE',
  path: '/meta/spreadsheets/:uuid',
  summary: 'Put a spreadsheet away; what was imported from it stays',
  params: byUuid,
  responses: { 204: null },
});
