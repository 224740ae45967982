import type { Problem, ProblemCode } from '@armarium/contract/problem';

/** `offline` is the client's own code: the request never got an answer. */
export type ApiProblemCode = ProblemCode | 'offline';

/** A failed call. `status` is 0 when there was no answer; `problem.code` is what messages are chosen by. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly problem: Problem;
  /** The server's `Retry-After` (429, 503), in seconds. */
  readonly retryAfter_s: number | undefined;

  constructor(status: number, problem: Problem, retryAfter_s?: number) {
    super(`${status} ${problem.code}`);
    this.name = 'ApiProblem';
    this.status = status;
    this.problem = problem;
    this.retryAfter_s = retryAfter_s;
  }
}

/** Whether an error is the given problem, so that callers need not know how problems are packed. */
export function isProblem(error: unknown, code: ApiProblemCode): error is ApiProblem {
  return error instanceof ApiProblem && error.problem.code === code;
}

/** Lets a failure pass that says that there is no such thing any more: then it need not be deleted. */
export function unlessGone(error: unknown): void {
  if (!isProblem(error, 'not-found')) throw error;
}

/** The problem of a request that got no answer. */
export function withoutAnswer(): ApiProblem {
  return new ApiProblem(0, problemNamed('offline', 0));
}

/** Reads the problem of a failed answer; one that is no problem document (a proxy's page) is named by its status. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const retryAfter_s = Number.isFinite(seconds) ? seconds : undefined;
  const body: unknown = await response.json().catch(() => undefined);
  // A browser hides the status of an answer that leads elsewhere.
  const status = response.type === 'opaqueredirect' ? 302 : response.status;
  const problem = isProblemBody(body) ? body : problemNamed(codeOfStatus(status), status);
  return new ApiProblem(status, problem, retryAfter_s);
}

function isProblemBody(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string';
}

function codeOfStatus(status: number): ApiProblemCode {
  const codes: Record<number, ApiProblemCode> = {
    // A duplicate too (back office §8, A-48).
    302: 'duplicate',
    401: 'not-signed-in',
    403: 'forbidden',
    404: 'not-found',
    413: 'too-large',
    429: 'too-many-requests',
    502: 'unavailable',
    503: 'unavailable',
    504: 'unavailable',
    507: 'storage-full',
  };
  return codes[status] ?? (status >= 500 ? 'internal' : 'malformed');
}

export function problemNamed(code: ApiProblemCode, status: number): Problem {
  return { type: 'about:blank', title: code, status, detail: '', code, fields: [], requestId: '' };
}
