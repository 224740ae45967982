/**
 * By code: why a file can't be read as a spreadsheet, and what to do. The client has the same texts in each
 * language.
 */
export const fileCauses = {
  empty: 'The file is empty. Save the spreadsheet again, and bring that file.',
  'no-header':
    'There is no row with something in it. Choose another sheet or file; its first row has to name the columns.',
  'no-rows': 'There is nothing below the header row. Choose another sheet or file.',
  'not-a-spreadsheet':
    'This is no spreadsheet. Save the table as CSV or as an Excel workbook (.xlsx), and bring that file.',
  'with-password':
    'The workbook is protected by a password. Open it, save it without the password, and bring that file.',
  'old-workbook':
    'This is a workbook of the old kind (.xls). Save it as .xlsx or as CSV, and bring that file.',
  'other-workbook': 'This is a workbook of another kind. Save it as .xlsx or as CSV, and bring that file.',
  'broken-workbook':
    'The workbook is damaged or cut off: it can’t be read to its end. Save it again, and bring that file.',
  bomb: 'The workbook is small and swells to more than we open. Save only the table as CSV, and bring that file.',
  entities:
    'The workbook defines entities of its own, which no spreadsheet does. Save the table as CSV, and bring that file.',
  'quote-not-closed':
    'A quotation mark is opened in row {{row}} and not closed. Close it, or double it where it belongs to the text.',
  'row-too-long':
    'Row {{row}} has more than four million characters. See that its quotation marks are closed and the separator is right.',
  'not-csv': 'Row {{row}} can’t be read as CSV. See that the separator is right.',
  'too-many-rows':
    'There are more than {{most}} rows. Divide the file into several, and bring one after the other.',
  'too-many-columns': 'There are more than {{most}} columns. Take out those that are not needed.',
  'too-many-merged': 'There are more than {{most}} merged cells. Unmerge them, and fill in each.',
  'too-large': 'The file is larger than {{most}} MB. Divide it into several, or take out pictures.',
  'rights-lost': 'Whoever started it no longer has the right to it.',
  'other-columns':
    'A field that a column was to go to is gone. Look through the columns, and run the dry run again.',
  failed:
    'It failed several times over. Run it again; if it goes on failing, ask your administrator, who finds the reason in the log.',
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
