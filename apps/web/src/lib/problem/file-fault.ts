import { ApiProblem } from '../api-problem.ts';
import { describeCause } from './cause-text.ts';
import type { ProblemText } from './problem-text.ts';

/** Why the server does not take a picture as a logo or a watermark; undefined for any other failure. */
export function fileFault(error: unknown): ProblemText | undefined {
  if (!(error instanceof ApiProblem) || error.problem.code !== 'file-refused') return undefined;
  const [fault] = error.problem.fields;
  // In English the server's words, which name what was found.
  return fault && describeCause({ code: fault.code, title: fault.message, nextStep: '' });
}
