import { isProblem } from '../../../lib/api-problem.ts';
import { translate } from '../../../lib/i18n.ts';
import { describeProblem, type ProblemText } from '../../../lib/problem/problem-text.ts';

/** The code that the server gives the field for the password, where it gives one. */
function codeOfPassword(error: unknown): string | undefined {
  if (!isProblem(error, 'invalid')) return undefined;
  return error.problem.fields.find(({ name }) => name === 'password')?.code;
}

/** An account without a password signed in too long ago: there is no field in which that could be mended. */
const TOO_LONG_AGO = 'sign-in-again';

/** What the server says of the password: it wants one, since the sign-in was a while ago, or this one is wrong. */
export function passwordFault(error: unknown): 'needed' | 'wrong' | undefined {
  const code = codeOfPassword(error);
  if (code === undefined || code === TOO_LONG_AGO) return undefined;
  return code === 'password-needed' ? 'needed' : 'wrong';
}

/** The text of a failure of what takes the own password, or a recent sign-in. */
export const describeProof = (error: unknown): ProblemText =>
  codeOfPassword(error) === TOO_LONG_AGO
    ? { title: translate('secondFactor:again.title'), next: translate('secondFactor:again.next') }
    : describeProblem(error);

/** The body of such a call. */
export const bodyWith = (password: string | undefined) => (password === undefined ? {} : { password });
