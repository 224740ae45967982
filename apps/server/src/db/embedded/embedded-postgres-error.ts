/**
 * Why the embedded server could not start.
 *
 * - `unsupported-platform`: no binaries are published (or installed) for this system; only `DATABASE_URL`
 * helps.
 * - `already-running`: a living process serves this data folder.
 * - `wrong-version`: the cluster was made by another major version of PostgreSQL.
 * - `not-startable`: everything else (permissions, a full disk, a damaged cluster); the message says which.
 */
export type EmbeddedPostgresErrorCode =
  'unsupported-platform' | 'already-running' | 'wrong-version' | 'not-startable';

/** The only error of the launcher. Its message can be shown to the person who started the program. */
export class EmbeddedPostgresError extends Error {
  readonly code: EmbeddedPostgresErrorCode;

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
    this.code = code;
  }
}

/** The errno code of a failed system call (`ENOENT`, …), or undefined for any other failure. */
export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
