import type { ProblemCode } from '@armarium/contract/problem';

const UNIQUE_VIOLATION = '23505';

/** The problem for each named constraint, so that a race between two requests gets an ordinary answer. */
const meanings: Readonly<Record<string, { code: ProblemCode; field: string; detail: string }>> = {
  item_pressmark_key: {
    code: 'pressmark-taken',
    field: 'pressmark',
    detail: 'Another item took this pressmark. Give this one another pressmark.',
  },
  transition_template_combination_key: {
    code: 'duplicate',
    field: 'name',
    detail: 'A transition of this name leads from this state to that one already. Change one of them.',
  },
  transition_task_combination_key: {
    code: 'duplicate',
    field: 'parameters',
    detail: 'The transition has this task with the same parameters already. Change one of them.',
  },
  item_state_name_key: {
    code: 'duplicate',
    field: 'name',
    detail: 'There is a state of this name already. Choose another name.',
  },
  metadata_template_name_key: {
    code: 'duplicate',
    field: 'name',
    detail: 'A field of these records has this ID already. Choose another.',
  },
  saved_search_name_key: {
    code: 'duplicate',
    field: 'name',
    detail: 'A saved search has this name already. Choose another name.',
  },
  story_step_id: {
    code: 'invalid',
    field: 'annotations',
    detail: 'The id of a step belongs to another story. Leave it out: the step gets one of its own.',
  },
  account_username_key: {
    code: 'username-taken',
    field: 'username',
    detail: 'An account has this username already. Choose another.',
  },
};

interface DatabaseError {
  code: string;
  constraint?: string;
}

function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

/** The problem of a violated constraint; undefined for any other error. */
export function constraintProblem(error: unknown) {
  // Other errors name the constraint too, for example a value that is too long for its index.
  if (!isDatabaseError(error) || error.code !== UNIQUE_VIOLATION || error.constraint === undefined) {
    return undefined;
  }
  return meanings[error.constraint];
}

// Connection exceptions except our own protocol errors, shutdown and crash, too many connections, lock timeouts
// (lock_not_available, query_canceled), and a disk of the database that fails (io_error).
const away = /^(08(?!P01)...|57P0[1-3]|57014|53300|55P03|58030)$/;

/** Whether the database can't answer at present, for one of the reasons above; false where it refuses a statement for good. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isDatabaseError(error) && away.test(error.code)) return true;
  // A broken socket. ENOENT counts only for a connection, since missing files have the same code.
  if (isDatabaseError(error) && 'syscall' in error) {
    if (/^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT)$/.test(error.code)) return true;
    return error.code === 'ENOENT' && error.syscall === 'connect';
  }
  return /Connection terminated|Client was closed and is not queryable|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    error.message,
  );
}

/**
 * Whether the database refused the user name, the password or the database name (SQLSTATE class 28, and
 * 3D000).
 */
export function isAccessRefused(error: unknown): boolean {
  return isDatabaseError(error) && /^(28...|3D000)$/.test(error.code);
}

/** Whether the database refused values of a write (SQLSTATE classes 22, 23, and limits, 54). */
export function isRowRefused(error: unknown): boolean {
  return isDatabaseError(error) && /^(22|23|54)...$/.test(error.code);
}

/** Whether a statement exceeded its time limit (SQLSTATE 57014). */
export function isStatementTimeout(error: unknown): boolean {
  return isDatabaseError(error) && error.code === '57014';
}

/** Whether a statement waited too long for a lock (SQLSTATE 55P03). */
export function isLockTimeout(error: unknown): boolean {
  return isDatabaseError(error) && error.code === '55P03';
}

/** Whether the database's disk is full (SQLSTATE 53100). */
export function isDatabaseFull(error: unknown): boolean {
  return isDatabaseError(error) && error.code === '53100';
}

/** Whether this transaction was aborted because of a deadlock or a serialisation failure. */
export function isClash(error: unknown): boolean {
  return isDatabaseError(error) && (error.code === '40P01' || error.code === '40001');
}
