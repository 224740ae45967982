import type { SpreadsheetMapping } from '@armarium/contract/spreadsheet-mappings';
import type { SpreadsheetReading } from '@armarium/contract/spreadsheets';
import { ProblemError } from '../../problem-error.ts';
import type { FieldTemplate } from '../records/public.ts';
import { guessedColumns } from './mapping.rules.ts';
import { FileRefused } from './reading/file-refused.ts';
import type { KeptFile } from './reading/kept-file.ts';
import { guessedReading, outlineOf, type Outline } from './reading/sheet-file.ts';

/** Turns the refusal of a file into a problem of the API. */
export function refused(error: unknown): unknown {
  if (!(error instanceof FileRefused)) return error;
  return new ProblemError('file-refused', error.message, {
    fields: [{ name: 'file', code: error.code, message: error.message }],
    cause: error,
  });
}

/** The content of a file, and the probable meaning of its columns. @throws FileRefused */
export async function understood(
  templates: readonly FieldTemplate[],
  file: KeptFile,
  requested?: SpreadsheetReading,
): Promise<{ reading: SpreadsheetReading; outline: Outline; mapping: SpreadsheetMapping }> {
  const guessed = await guessedReading(file, requested);
  const outline = await outlineOf(file, guessed);
  const columns = guessedColumns(outline.headings, templates);
  const { reading } = guessed;
  // Where the comma separates no cells it is the decimal character.
  return { reading, outline, mapping: { columns, dayFirst: true, decimalComma: reading.delimiter === ';' } };
}
