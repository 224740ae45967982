import {
  acceptInvitation,
  forgotPassword,
  getInvitation,
  getNewPasswordLink,
  setNewPassword,
  type LinkAccount,
} from '@armarium/contract/password-links';
import { call } from '../../../lib/api-client.ts';
import { isProblem } from '../../../lib/api-problem.ts';

export type { LinkAccount };
export type LinkKind = 'invitation' | 'new-password';

/** Asks for a link to a new password. The answer is the same for every name. @throws ApiProblem `too-many-requests`, `offline` */
export const askForPasswordLink = (username: string) => call(forgotPassword, { body: { username } });

/** Whose password a link sets, by what the link is for. @throws ApiProblem as `linkFault` tells */
export const readLink = (kind: LinkKind, token: string): Promise<LinkAccount> =>
  call(kind === 'invitation' ? getInvitation : getNewPasswordLink, { params: { token } });

/** Sets the first password. @throws ApiProblem as `linkFault` tells, and `other-account` */
export const setFirstPassword = (token: string, password: string) =>
  call(acceptInvitation, { params: { token }, body: { password } });

/** Replaces a forgotten password. @throws ApiProblem as `linkFault` tells */
export const replacePassword = (token: string, password: string) =>
  call(setNewPassword, { body: { token, password } });

/** What is wrong with a link, where a call failed for it: it was used or has expired, or there is none such. */
export function linkFault(error: unknown): 'over' | 'unknown' | undefined {
  if (isProblem(error, 'link-over')) return 'over';
  return isProblem(error, 'not-found') || (isProblem(error, 'invalid') && !isPasswordRefused(error))
    ? 'unknown'
    : undefined;
}

/** Whether the password is what the server refuses. */
export const isPasswordRefused = (error: unknown) =>
  isProblem(error, 'invalid') && error.problem.fields.some(({ name }) => name === 'password');
