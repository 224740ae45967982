import type { AnswerOf } from '@armarium/contract/operation';
import { isLogged } from '@armarium/contract/session';
import { callForHeader } from '../../../lib/api-client.ts';
import { knowUntil } from '../../../lib/event-position.ts';

type SessionState = AnswerOf<typeof isLogged>;

/** What a pending sign-in waits for: a code of the app (a passkey will do too), a passkey, or that an app is set up. */
export type SecondFactorLack = NonNullable<SessionState['secondFactor']>;

/**
 * Whether a session is open, or a sign-in pending. All that is shown is fetched after this call.
 * @throws ApiProblem when the server can't say
 */
export async function sessionState(): Promise<SessionState> {
  const { answer, header } = await callForHeader(isLogged, 'Last-Event-ID');
  if (header !== undefined) knowUntil(header);
  return answer;
}

/** Whether a session is open. @throws ApiProblem as `sessionState` does */
export const hasSession = async (): Promise<boolean> => (await sessionState()).logged;
