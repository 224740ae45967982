import { ApiProblem } from '../../lib/api-problem.ts';

/** Whether an error says that an id leads nowhere: unknown, foreign (404), or no id at all (400). */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiProblem && (error.status === 404 || error.problem.code === 'malformed');
}
