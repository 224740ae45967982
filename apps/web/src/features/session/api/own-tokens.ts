import type { BodyOf } from '@armarium/contract/operation';
import {
  addToken,
  listTokens,
  removeToken,
  TOKENS_MAX,
  type NewToken,
  type Token,
} from '@armarium/contract/tokens';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { unlessGone } from '../../../lib/api-problem.ts';
import { bodyWith } from './password-fault.ts';

/** The tokens of the own account in this organisation, the newest first. */
export const tokensQuery = queryOptions({
  queryKey: ['session', 'tokens'],
  queryFn: async ({ signal }) =>
    (await call(listTokens, { query: { size: TOKENS_MAX }, signal }))._embedded.tokens,
  meta: { inPlace: true },
  staleTime: 0,
});

/**
 * Makes a token. Nothing but the answer ever tells what it is.
 * @param password where the server asked for it
 * @throws ApiProblem as `passwordFault` and `faultsFrom` tell, and `tokens-full`, `too-many-requests`
 */
export const makeToken = (token: BodyOf<typeof addToken>, password: string | undefined): Promise<NewToken> =>
  call(addToken, { body: { ...token, ...bodyWith(password) } });

/** @throws ApiProblem */
export const deleteToken = ({ id }: Token) => call(removeToken, { params: { id } }).catch(unlessGone);
