import { isLogged } from '@armarium/contract/session';
import { call } from '../../../lib/api-client.ts';

/** Whether a session is open. @throws ApiProblem when the server can't say */
export async function hasSession(): Promise<boolean> {
  return (await call(isLogged)).logged;
}
