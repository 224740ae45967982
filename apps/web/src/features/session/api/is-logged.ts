import { isLogged } from '@armarium/contract/session';
import { call } from '../../../lib/api-client.ts';

/** Whether a session is open; a server that can't say counts as no. */
export async function hasSession(): Promise<boolean> {
  return call(isLogged).then(
    (answer) => answer.logged,
    () => false,
  );
}
