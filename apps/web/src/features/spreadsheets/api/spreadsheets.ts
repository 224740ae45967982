import {
  deleteSpreadsheetMapping,
  listSpreadsheetMappings,
  saveSpreadsheetMapping,
  type SpreadsheetMapping,
} from '@armarium/contract/spreadsheet-mappings';
import {
  checkSpreadsheet,
  deleteSpreadsheet,
  exportSpreadsheetReport,
  getSpreadsheet,
  importSpreadsheet,
  listSpreadsheetRows,
  listSpreadsheets,
  updateSpreadsheet,
  uploadSpreadsheet,
  type acceptable,
  type RowResult,
  type Spreadsheet,
  type SpreadsheetReading,
} from '@armarium/contract/spreadsheets';
import { queryOptions } from '@tanstack/react-query';
import { call, sendFile } from '../../../lib/api-client.ts';

const POLL_ms = 1000;
const PER_PAGE = 20;
const RECENT = 10;
const key = 'spreadsheets';

export const recentQuery = queryOptions({
  queryKey: [key, 'list'],
  queryFn: ({ signal }) => call(listSpreadsheets, { query: { size: RECENT }, signal }),
  staleTime: 0,
});

export const keyOfSpreadsheet = (uuid: string) => [key, 'one', uuid];

export function spreadsheetQuery(uuid: string) {
  return queryOptions({
    queryKey: keyOfSpreadsheet(uuid),
    queryFn: ({ signal }): Promise<Spreadsheet> => call(getSpreadsheet, { params: { uuid }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'CHECKING' ? POLL_ms : false),
    staleTime: 0,
    meta: { quiet: true },
  });
}

/** @param page 1-based */
export function rowsQuery(uuid: string, result: RowResult, page: number) {
  return queryOptions({
    queryKey: [key, 'rows', uuid, result, page],
    queryFn: ({ signal }) =>
      call(listSpreadsheetRows, {
        params: { uuid },
        query: { result, page: page - 1, size: PER_PAGE },
        signal,
      }),
    staleTime: 0,
    meta: { inPlace: true },
  });
}

export const mappingsQuery = queryOptions({
  queryKey: [key, 'mappings'],
  queryFn: ({ signal }) => call(listSpreadsheetMappings, { signal }),
  staleTime: 0,
});

/** @throws ApiProblem 422 `file-refused` with the cause in its field */
export const bring = (file: File) => sendFile(uploadSpreadsheet, file);

export const describe = (
  uuid: string,
  body: { reading?: SpreadsheetReading; mapping?: SpreadsheetMapping },
): Promise<Spreadsheet> => call(updateSpreadsheet, { params: { uuid }, body });

export const beginCheck = (uuid: string): Promise<Spreadsheet> =>
  call(checkSpreadsheet, { params: { uuid } });

export const beginImport = (uuid: string, accept: (typeof acceptable)[number][]) =>
  call(importSpreadsheet, { params: { uuid }, body: { accept, leaveOut: true } });

export const putAway = (uuid: string) => call(deleteSpreadsheet, { params: { uuid } });

export const saveMapping = (name: string, mapping: SpreadsheetMapping) =>
  call(saveSpreadsheetMapping, { body: { name, mapping } });

export const forgetMapping = (uuid: string) => call(deleteSpreadsheetMapping, { params: { uuid } });

export const reportAddress = (uuid: string, language: string) =>
  `${exportSpreadsheetReport.path.replace(':uuid', uuid)}?language=${language}`;
