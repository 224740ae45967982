/** Why a row can't be imported, and what to do about it, for an archivist. */
export class RefusedRow extends Error {
  override name = 'RefusedRow';
  readonly nextStep: string;

  constructor(cause: string, nextStep: string) {
    super(cause);
    this.nextStep = nextStep;
  }
}

/** One row of the file: its number, and its content or why it can't be read. */
export interface ReadRow<Content> {
  /** For JSONL the line; for CSV the row that a spreadsheet shows, with the header as row 1. */
  readonly row: number;
  readonly size_bytes: number;
  readonly content: Content | RefusedRow;
}
