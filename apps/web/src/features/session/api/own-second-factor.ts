import { getSecondFactor, removeTotp, renewRecoveryCodes } from '@armarium/contract/second-factor';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { unlessGone } from '../../../lib/api-problem.ts';

/** The second factor of the signed-in account. */
export const secondFactorQuery = queryOptions({
  queryKey: ['session', 'second-factor'],
  queryFn: ({ signal }) => call(getSecondFactor, { signal }),
  meta: { inPlace: true },
  staleTime: 0,
});

/** Removes the authenticator app and the recovery codes. @throws ApiProblem `invalid` with the field `password` */
export const removeApp = (password: string) => call(removeTotp, { body: { password } }).catch(unlessGone);

/** Replaces all recovery codes. @throws ApiProblem `invalid` with the field `password`, `not-found` */
export async function renewCodes(password: string): Promise<readonly string[]> {
  return (await call(renewRecoveryCodes, { body: { password } })).recoveryCodes;
}
