import type { Implementation } from '../../http/operation-route.ts';
import type { JobHandler, JobName } from '../../queue/jobs.ts';
import type { MediaParts } from '../media/public.ts';
import { assetExports } from './export-assets.ts';
import { itemExports } from './export-items.ts';
import { spreadsheetImport } from './import-spreadsheet.ts';
import { checkSpreadsheetJob } from './jobs/check-spreadsheet.job.ts';
import { savedMappings } from './saved-mappings.ts';
import { forThoseWhoSeeAll } from '../../http/for-those-who-see-all.ts';
import { spreadsheetOperations } from './spreadsheet-operations.ts';
import { spreadsheetReport } from './spreadsheet-report.ts';

export { EXTRA, IGNORED, PATH, PATH_SEPARATOR, START, VERSION } from './column-names.ts';
export { allRecords, countOf, recordsOf, survey } from './outgoing-records.ts';
export { pathText, pathTitles } from './path-text.ts';
export { csvHeader, csvLines, jsonLine } from './record-lines.ts';
export { harmlessCell, readCell } from './spreadsheet-cell.ts';

/** The operations and jobs that export and import records as tables. */
export function spreadsheetModule(parts: MediaParts): {
  operations: Implementation[];
  jobs: Record<Extract<JobName, 'check-spreadsheet'>, JobHandler>;
} {
  return {
    operations: [
      ...itemExports,
      ...assetExports,
      // What a dry run found is stored with values of the records, whoever started it.
      ...spreadsheetOperations(parts).map(forThoseWhoSeeAll),
      spreadsheetReport,
      spreadsheetImport,
      ...savedMappings,
    ],
    jobs: { 'check-spreadsheet': checkSpreadsheetJob(parts) },
  };
}
