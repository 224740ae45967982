import { getSelf } from '@armarium/contract/session';
import { call } from '../../../lib/api-client.ts';

/** As whom one is signed in here. @throws ApiProblem */
export async function ownUsername(): Promise<string> {
  return (await call(getSelf)).username;
}
