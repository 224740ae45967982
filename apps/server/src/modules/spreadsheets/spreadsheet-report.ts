import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { SpreadsheetMapping } from '@armarium/contract/spreadsheet-mappings';
import { exportSpreadsheetReport, type RowResult } from '@armarium/contract/spreadsheets';
import type { TenantData } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { pressmarkOf, rowCauseText, type CauseLanguage } from '../batch/public.ts';
import { judgedRowsAfter, spreadsheetOf, type JudgedRow } from './spreadsheet.queries.ts';
import { harmlessCell } from './spreadsheet-cell.ts';

const atOnce = { rows: 1_000, bytes: 8 * 1024 * 1024 };

const words: Readonly<
  Record<CauseLanguage, { header: readonly string[]; results: Readonly<Record<RowResult, string>> }>
> = {
  en: {
    header: ['row', 'pressmark', 'result', 'column', 'value', 'new value', 'cause', 'what to do'],
    results: {
      created: 'would be created',
      changed: 'would be changed',
      unchanged: 'unchanged',
      conflict: 'conflict',
      refused: 'refused',
    },
  },
  it: {
    header: ['riga', 'segnatura', 'esito', 'colonna', 'valore', 'nuovo valore', 'causa', 'che cosa fare'],
    results: {
      created: 'sarebbe creata',
      changed: 'sarebbe modificata',
      unchanged: 'invariata',
      conflict: 'conflitto',
      refused: 'rifiutata',
    },
  },
};

/** The heading of the column of a problem. */
function headingOf({ columns }: SpreadsheetMapping, target: string | null, place: number): string {
  const of = columns.filter((column) => column.target === target);
  return target === null ? '' : ((of[place] ?? of[0])?.heading ?? target.replace(/^field:/, ''));
}

/** A line for each problem, each changed value, and each new record. */
function linesOfRow(row: JudgedRow, mapping: SpreadsheetMapping, language: CauseLanguage): string[][] {
  const start = [
    String(row.row_number),
    row.pressmark ?? pressmarkOf(row.wanted),
    words[language].results[row.result],
  ];
  const problems = row.problems.map((one) => {
    const { what, next } = rowCauseText(one, language);
    return [...start, headingOf(mapping, one.target, one.place), one.value, '', what, next];
  });
  const changes = row.changes.map(({ name, before, after }) => {
    const target = name === 'paths' ? name : `field:${name}`;
    return [...start, headingOf(mapping, target, 0), before.join('\n'), after.join('\n'), '', ''];
  });
  const lines = [...problems, ...changes];
  return lines.length > 0 ? lines : [[...start, '', '', '', '', '']];
}

async function* report(
  data: TenantData,
  spreadsheet: string,
  mapping: SpreadsheetMapping,
  language: CauseLanguage,
): AsyncGenerator<string> {
  const csv = { record_delimiter: '\r\n', quoted_match: /[\r\n]/ } as const;
  yield `\u{FEFF}${stringify([[...words[language].header]], csv)}`;
  for (let after = 0; ;) {
    const rows = await data.read((db) =>
      judgedRowsAfter(db, spreadsheet, ['refused', 'conflict', 'changed', 'created'], after, atOnce),
    );
    const last = rows.at(-1);
    if (!last) return;
    after = last.row_number;
    yield stringify(
      rows.flatMap((row) => linesOfRow(row, mapping, language)).map((line) => line.map(harmlessCell)),
      csv,
    );
  }
}

/** `GET /meta/spreadsheets/{uuid}/report`, in the order of the file. */
export const spreadsheetReport: Implementation = implement(
  exportSpreadsheetReport,
  async ({ data, params, query: { language = 'en' }, reply, log }) => {
    const row = await data.read((db) => spreadsheetOf(db, params.uuid));
    const bytes = Readable.from(report(data, row.uuid, row.mapping, language));
    bytes.once('error', (error) => log.error({ err: error }, 'a report could not be written to its end'));
    void reply
      .header('content-disposition', `attachment; filename="report-${row.uuid}.csv"`)
      .type('text/csv; charset=utf-8; header=present');
    return bytes;
  },
);
