import type { BodyOf } from '@armarium/contract/operation';
import { confirmTotp, passSecondFactor, startTotp, type NewTotp } from '@armarium/contract/second-factor';
import { call } from '../../../lib/api-client.ts';
import { isProblem } from '../../../lib/api-problem.ts';
import { bodyWith } from './password-fault.ts';

/** Completes a pending sign-in. @throws ApiProblem `wrong-code`, `too-many-requests`, `not-signed-in` where it is over */
export async function completeSignIn(proof: BodyOf<typeof passSecondFactor>): Promise<void> {
  await call(passSecondFactor, { body: proof });
}

/**
 * A new secret for an authenticator app; the one before it no longer works.
 * @param asksToSignIn whether the user signs in again where the session has ended: not while signing in
 * @param password where the server asked for it
 * @throws ApiProblem as `passwordFault` tells, `second-factor-exists`, `second-factor-needed`, `not-signed-in`
 */
export const newSecret = (asksToSignIn: boolean, password: string | undefined): Promise<NewTotp> =>
  call(startTotp, { body: bodyWith(password), asksToSignIn });

/**
 * Puts the new secret to use by a code of the app.
 * @param asksToSignIn as for `newSecret`
 * @returns the recovery codes. @throws ApiProblem as `isWrongCode` tells, `not-signed-in`
 */
export async function confirmSecret(code: string, asksToSignIn: boolean): Promise<readonly string[]> {
  return (await call(confirmTotp, { body: { code }, asksToSignIn })).recoveryCodes;
}

/** Whether a call failed for the code that it was given. */
export const isWrongCode = (error: unknown) =>
  isProblem(error, 'wrong-code') ||
  (isProblem(error, 'invalid') && error.problem.fields.some(({ name }) => name === 'code'));
