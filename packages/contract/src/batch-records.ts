import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { links, pageOf, pageQuery } from './hal.ts';
import { byUuid, defineOperation } from './operation.ts';
import { Count, oneOf, Uuid } from './scalar.ts';

/** A problem of a row of a spreadsheet. */
export const RowProblem = Type.Object({
  /** The meaning of its column (`SpreadsheetColumn.target`); null for the row as a whole. */
  target: Type.Union([Type.String(), Type.Null()]),
  /** The index of its column among those with the same meaning, from 0. */
  place: Count,
  value: Type.String(),
  code: Type.String(),
  /** The values of the placeholders in the text for the code, such as `{{row}}`. */
  params: Type.Record(Type.String(), Type.String()),
});
export type RowProblem = Static<typeof RowProblem>;

/** The result for one record of a batch. */
export const BatchRecord = Type.Object({
  recordUuid: Uuid,
  title: Type.String(),
  pressmark: Type.Union([Type.String(), Type.Null()]),
  result: oneOf(['pending', 'changed', 'unchanged', 'failed']),
  /** The `code` of the problem and its text, where it failed. */
  code: Type.Union([Type.String(), Type.Null()]),
  detail: Type.Union([Type.String(), Type.Null()]),
  /** For a refused row of a spreadsheet: its number, and all its problems. */
  row: Type.Union([Count, Type.Null()]),
  problems: Type.Array(RowProblem),
  _links: links([], ['record']),
});

export const listBatchRecords = defineOperation({
  tag: 'Batches',
  access: 'browse',
  id: 'listBatchRecords',
  method: 'GET',
  path: '/meta/batches/:uuid/records',
  summary: 'What became of each record of a batch',
  params: byUuid,
  query: pageQuery({
    /** `changed`, `unchanged`, `failed`, `pending`; absent: all. */
    result: Type.Optional(Type.String()),
  }),
  responses: { 200: pageOf('records', BatchRecord) },
});
