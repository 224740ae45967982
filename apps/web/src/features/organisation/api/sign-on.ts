import type { AnswerOf } from '@armarium/contract/operation';
import { checkSignOn, type SignOnProvider, type SignOnProviderChange } from '@armarium/contract/sign-on';
import { call } from '../../../lib/api-client.ts';
import { ApiProblem, isProblem, problemNamed } from '../../../lib/api-problem.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { changeSettings, organisationQuery, type ReadOrganisation } from './organisation.ts';

export type IssuerCheck = AnswerOf<typeof checkSignOn>;

/** Asks an issuer whether sign-on can work with it. @throws ApiProblem `invalid` with the field `issuer` */
export const checkIssuer = (issuer: string): Promise<IssuerCheck> => call(checkSignOn, { body: { issuer } });

/** What a change throws where the providers are no longer what it began from. */
export const providersChanged = () => new ApiProblem(412, problemNamed('stale', 412));

/**
 * Changes the list of providers. A change by others of anything else is no reason to refuse: then it is made on the list
 * as it is now.
 * @param change makes the new list; it throws `providersChanged()` where it can't be made on this one
 * @throws ApiProblem `stale`, `invalid`
 */
export async function changeProviders(
  { answer, tag }: ReadOrganisation,
  change: (providers: readonly SignOnProvider[]) => readonly SignOnProviderChange[],
): Promise<void> {
  try {
    await changeSettings({ signOn: [...change(answer.signOn)] }, tag);
  } catch (error) {
    if (!isProblem(error, 'stale')) throw error;
    const fresh = await queryClient.fetchQuery(organisationQuery);
    await changeSettings({ signOn: [...change(fresh.answer.signOn)] }, fresh.tag);
  }
}
