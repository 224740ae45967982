import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { links, pageOf, pageQuery } from './hal.ts';
import { defineOperation } from './operation.ts';
import { Count, Uuid } from './scalar.ts';

/** What is wrong with a row of a spreadsheet. */
export const RowProblem = Type.Object({
  /** What its column means (`SpreadsheetColumn.target`); null where the row as a whole is meant. */
  target: Type.Union([Type.String(), Type.Null()]),
  /** Which of the columns of that meaning, from 0. */
  place: Count,
  value: Type.String(),
  code: Type.String(),
  /** What fills the places in the words for the code, such as `{{row}}`. */
  params: Type.Record(Type.String(), Type.String()),
});
export type RowProblem = Static<typeof RowProblem>;

/** What became of one record in a batch. */
export const BatchRecord = Type.Object({
  recordUuid: Uuid,
  title: Type.String(),
  pressmark: Type.Union([Type.String(), Type.Null()]),
  result: Type.Union(['pending', 'changed', 'unchanged', 'failed'].map((result) => Type.Literal(result))),
  /** The `code` of a problem and its words, where it failed. */
  code: Type.Union([Type.String(), Type.Null()]),
  detail: Type.Union([Type.String(), Type.Null()]),
  /** Of a spreadsheet's row that was refused: its number, and all that was wrong with it. */
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
  params: Type.Object({ uuid: Uuid }),
  query: pageQuery({
    /** `changed`, `unchanged`, `failed`, `pending`; absent for all. */
    result: Type.Optional(Type.String()),
  }),
  responses: { 200: pageOf('records', BatchRecord) },
});
