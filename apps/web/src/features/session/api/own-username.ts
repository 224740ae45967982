import { getSelf } from '@armarium/contract/session';
import { call } from '../../../lib/api-client.ts';

/** As whom one is signed in here. It asks nobody to sign in. @throws ApiProblem */
export async function ownUsername(): Promise<string> {
  return (await call(getSelf, { asksToSignIn: false })).username;
}
