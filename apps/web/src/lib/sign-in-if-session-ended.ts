import { isLogged } from '@armarium/contract/session';
import { call } from './api-client.ts';
import { signInAgain } from './signing-in-again.ts';

/**
 * Asks once whether the session has ended, and if so lets the user sign in again. For files that a page shows: to
 * whoever has no session they are answered 404, as what does not exist (decisions §5), so their failure alone does not
 * say it.
 * @returns whether the user signed in again. Never rejects: a server that does not answer is shown by the failure
 */
export async function signInIfSessionEnded(): Promise<boolean> {
  const session = await call(isLogged).catch(() => undefined);
  return session?.logged === false && signInAgain();
}
