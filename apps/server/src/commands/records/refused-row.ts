/** Why a row can't go in, and what to do about it, in words for an archivist. */
export class RefusedRow extends Error {
  override name = 'RefusedRow';
  readonly nextStep: string;

  constructor(cause: string, nextStep: string) {
    super(cause);
    this.nextStep = nextStep;
  }
}

/** One row as the file has it: its number as a person counts it, and what it holds or why it can't be read. */
export interface ReadRow<Content> {
  /** Of JSONL the line; of CSV the row that a spreadsheet shows, the header being row 1. */
  readonly row: number;
  readonly size_bytes: number;
  readonly content: Content | RefusedRow;
}
