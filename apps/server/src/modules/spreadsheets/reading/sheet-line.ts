/** A cell of a workbook with an error, such as `#REF!`. */
export interface FailedCell {
  readonly error: string;
}

export type LineCell = string | FailedCell;

/** A row with content. */
export interface SheetLine {
  /** The number in the spreadsheet, from 1. */
  readonly row: number;
  readonly cells: readonly LineCell[];
}

export const LINE_MAX_CHARACTERS = 4 * 1024 * 1024;

export const textOfCell = (cell: LineCell | undefined): string =>
  cell === undefined ? '' : typeof cell === 'string' ? cell : cell.error;
