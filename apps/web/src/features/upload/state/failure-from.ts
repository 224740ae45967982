import { ApiProblem } from '../../../lib/api-problem.ts';
import { FileGone } from './upload-api.ts';
import type { Failure } from './upload-record.ts';

/** What no second attempt with the same file changes. */
const finalCodes: ReadonlySet<string> = new Set(['file-refused', 'too-large', 'unsupported-media-type']);

/** What is kept of an error, so that it can be shown later and in either language. */
export function failureFrom(stage: Failure['stage'], error: unknown): Failure {
  if (error instanceof FileGone) return { stage, code: 'file-gone', retryable: false };
  if (!(error instanceof ApiProblem)) return { stage, code: 'internal' };
  const { code, fields, figures } = error.problem;
  const [refusal] = fields;
  return {
    stage,
    code,
    ...(finalCodes.has(code) && { retryable: false }),
    ...(figures && { figures }),
    // The server looked at the file and says what is wrong with it.
    ...(code === 'file-refused' && refusal && { cause: refusal.code, nextStep: refusal.message }),
  };
}
