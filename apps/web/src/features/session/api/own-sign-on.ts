import { getOwnSignOn, linkSignOn, unlinkSignOn } from '@armarium/contract/sign-on';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { unlessGone } from '../../../lib/api-problem.ts';
import { bodyWith } from './password-fault.ts';

/** The providers of the organisation, and by which of them the signed-in account can sign in. */
export const ownSignOnQuery = queryOptions({
  queryKey: ['session', 'sign-on'],
  queryFn: ({ signal }) => call(getOwnSignOn, { signal }),
  meta: { inPlace: true },
  staleTime: 0,
});

/** The address of a provider at which the account is linked. @throws ApiProblem as `passwordFault` tells, and `not-found` */
export async function linkAddress(provider: string, password: string | undefined): Promise<string> {
  return (await call(linkSignOn, { params: { provider }, body: bodyWith(password) })).url;
}

/** @throws ApiProblem as `passwordFault` tells, and `only-way-in` */
export const unlink = (provider: string, password: string | undefined) =>
  call(unlinkSignOn, { params: { provider }, body: bodyWith(password) }).catch(unlessGone);
