import { FileRefused } from './file-refused.ts';
import type { SheetLine } from './sheet-line.ts';
import type { KeptFile } from './kept-file.ts';

export interface MergedCells {
  readonly cells: string;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export async function sheetNames(_file: KeptFile): Promise<string[]> {
  throw new FileRefused('other-workbook');
}

// eslint-disable-next-line require-yield
export async function* workbookRows(
  _file: KeptFile,
  _sheet: number,
): AsyncGenerator<SheetLine, MergedCells[]> {
  throw new FileRefused('other-workbook');
}
