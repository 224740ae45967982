import { fileCauseText } from '@armarium/contract/spreadsheet-causes';

/** A file that can't be read as a spreadsheet: why, and what to do (`fileCauses`). */
export class FileRefused extends Error {
  readonly code: string;
  readonly params: Readonly<Record<string, string>>;

  constructor(code: string, params: Readonly<Record<string, string>> = {}, options?: ErrorOptions) {
    super(fileCauseText({ code, params }, 'en'), options);
    this.code = code;
    this.params = params;
  }
}
