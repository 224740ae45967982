/**
 * By code: why a file can't be read as a spreadsheet, and what to do. The client has the same texts in each
 * language.
 */
export const fileCauses = {
  empty: 'The file is empty. Save the spreadsheet again, and upload that file.',
  'no-header': 'All rows are empty. Choose another sheet or file; its first row must name the columns.',
  'no-rows': 'There is nothing below the header row. Choose another sheet or file.',
  'not-a-spreadsheet':
    'This is not a spreadsheet. Save the table as CSV or as an Excel workbook (.xlsx), and upload that file.',
  'with-password':
    'The workbook is protected by a password. Open it, save it without the password, and upload that file.',
  'old-workbook':
    'This is a workbook of the old kind (.xls). Save it as .xlsx or as CSV, and upload that file.',
  'other-workbook': 'This is a workbook of another kind. Save it as .xlsx or as CSV, and upload that file.',
  'broken-workbook':
    'The workbook is damaged or incomplete: it can’t be read to its end. Save it again, and upload that file.',
  bomb: 'The workbook becomes too large when it is unpacked. Save only the table as CSV, and upload that file.',
  entities:
    'The workbook defines its own entities, which is not allowed. Save the table as CSV, and upload that file.',
  'quote-not-closed':
    'A quotation mark is opened in row {{row}} and not closed. Close it, or double it if it is part of the text.',
  'row-too-long':
    'Row {{row}} has more than four million characters. Check that its quotation marks are closed and the separator is right.',
  'not-csv': 'Row {{row}} can’t be read as CSV. Check that the separator is right.',
  'too-many-rows':
    'There are more than {{most}} rows. Split the file into several, and upload them one after the other.',
  'too-many-columns': 'There are more than {{most}} columns. Remove those that are not needed.',
  'too-many-merged': 'There are more than {{most}} merged cells. Unmerge them, and fill in each.',
  'too-large': 'The file is larger than {{most}} MB. Split it into several, or remove pictures.',
  'rights-lost': 'The person who started it no longer has the right to it.',
  'other-columns': 'The field for a column no longer exists. Check the columns, and repeat the dry run.',
  failed:
    'It failed several times. Run it again; if it still fails, ask your administrator to look for the reason in the log.',
} as const;

export type FileCause = keyof typeof fileCauses;

export class FileRefused extends Error {
  readonly code: FileCause;
  readonly params: Readonly<Record<string, string>>;

  constructor(code: FileCause, params: Readonly<Record<string, string>> = {}, options?: ErrorOptions) {
    super(
      fileCauses[code].replace(/\{\{(\w+)\}\}/g, (_, name: string) => params[name] ?? ''),
      options,
    );
    this.code = code;
    this.params = params;
  }
}
