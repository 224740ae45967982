import { isProblem } from '../../../lib/api-problem.ts';

/** What the server says of the password: it wants one, since the sign-in was a while ago, or this one is wrong. */
export function passwordFault(error: unknown): 'needed' | 'wrong' | undefined {
  if (!isProblem(error, 'invalid')) return undefined;
  const field = error.problem.fields.find(({ name }) => name === 'password');
  return field && (field.code === 'password-needed' ? 'needed' : 'wrong');
}
