import type { ProblemCode } from '@armarium/contract/problem';

/** What a named constraint means to the user: a race that two requests run becomes an ordinary answer. */
const meanings: Readonly<Record<string, { code: ProblemCode; field: string; detail: string }>> = {
  item_pressmark_key: {
    code: 'pressmark-taken',
    field: 'pressmark',
    detail: 'Another item took this pressmark. Give this one another pressmark.',
  },
};

interface DatabaseError {
  code: string;
  constraint?: string;
}

function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

/** The meaning of a violated constraint, undefined where the error is something else. */
export function constraintProblem(error: unknown) {
  if (!isDatabaseError(error) || error.constraint === undefined) return undefined;
  return meanings[error.constraint];
}

// Classes of SQLSTATE and of socket errors that mean: not reachable now, try again.
const away = /^(08...|57P0[1-3]|53300|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT)$/;

/** Whether the database could not be reached or is going down, as against having refused a statement. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isDatabaseError(error) && away.test(error.code)) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    error.message,
  );
}

/** Whether the database refused name, password or the database asked for (SQLSTATE class 28, and 3D000). */
export function isAccessRefused(error: unknown): boolean {
  return isDatabaseError(error) && /^(28...|3D000)$/.test(error.code);
}

/** Whether the database's disk is full (SQLSTATE 53100). */
export function isDatabaseFull(error: unknown): boolean {
  return isDatabaseError(error) && error.code === '53100';
}
