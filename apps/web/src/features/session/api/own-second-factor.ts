import { getSecondFactor, removeTotp, renewRecoveryCodes } from '@armarium/contract/second-factor';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { unlessGone } from '../../../lib/api-problem.ts';
import { bodyWith } from './password-fault.ts';

/** The second factor of the signed-in account. */
export const secondFactorQuery = queryOptions({
  queryKey: ['session', 'second-factor'],
  queryFn: ({ signal }) => call(getSecondFactor, { signal }),
  meta: { inPlace: true },
  staleTime: 0,
});

/**
 * Removes the authenticator app and the recovery codes.
 * @param password undefined where the account has none
 * @throws ApiProblem as `passwordFault` tells
 */
export const removeApp = (password: string | undefined) =>
  call(removeTotp, { body: bodyWith(password) }).catch(unlessGone);

/** Replaces all recovery codes. @param password as for `removeApp`. @throws ApiProblem as `passwordFault` tells, `not-found` */
export async function renewCodes(password: string | undefined): Promise<readonly string[]> {
  return (await call(renewRecoveryCodes, { body: bodyWith(password) })).recoveryCodes;
}
