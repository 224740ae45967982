import { signIn, type CurrentUser } from '@armarium/contract/session';
import { call } from '../../../lib/api-client.ts';

/** The Basic credentials of a user, encoded as UTF-8 first (LOGIN-22): `btoa` alone refuses accents. */
export function basicAuthorization(username: string, password: string): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}

/** Opens a session. @throws ApiProblem `wrong-credentials`, `too-many-requests`, `offline` */
export function signInAs(username: string, password: string): Promise<CurrentUser> {
  return call(signIn, { headers: { Authorization: basicAuthorization(username, password) } });
}
