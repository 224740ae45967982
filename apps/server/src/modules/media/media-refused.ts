import type { ImportCause } from '@armarium/contract/import-state';

/** The cause for a file that no library can read to its end. */
export const damagedFile: ImportCause = {
  code: 'unreadable',
  title: 'The file is damaged and can’t be read.',
  nextStep: 'Open it in another program, save it anew and upload that.',
};

/** The cause for a file whose preparation exceeded the time limit of its kind. */
export const tookTooLong: ImportCause = {
  code: 'took-too-long',
  title: 'Preparing the file took too long, and was ended.',
  nextStep: 'Save a smaller or simpler copy and upload that, or tell your administrator.',
};

/** The cause for a file whose preparation exceeded the memory limit of its kind. */
export const tookTooMuchMemory: ImportCause = {
  code: 'took-too-much-memory',
  title: 'Preparing the file took too much memory, and was ended.',
  nextStep: 'Save a smaller or simpler copy and upload that, or tell your administrator.',
};

/** A refusal as plain data. */
export interface RefusalReport {
  cause_: ImportCause;
  details: Readonly<Record<string, string | number>>;
  message: string;
}

/**
 * The file itself is the reason why nothing can be made of it: a retry with the same file fails the same way.
 *
 * `cause_` is for cataloguers (English; the client translates by its code, with `details` for the figures);
 * `message` is the decoder's message, for the log. Any other failure (no room on the disk, no memory) is an
 * ordinary error and worth a retry.
 */
export class MediaRefused extends Error {
  readonly cause_: ImportCause;
  readonly details: Readonly<Record<string, string | number>>;

  constructor(cause_: ImportCause, details: object = {}, technical: string = cause_.title) {
    super(`${cause_.code}: ${technical}`);
    this.name = 'MediaRefused';
    this.cause_ = cause_;
    this.details = { ...details };
  }

  /** As plain data for another process. `fromReport` turns it back into a refusal. */
  get report(): RefusalReport {
    return { cause_: this.cause_, details: this.details, message: this.message };
  }

  static fromReport({ cause_, details, message }: RefusalReport): MediaRefused {
    return new MediaRefused(cause_, details, message.slice(`${cause_.code}: `.length));
  }
}
