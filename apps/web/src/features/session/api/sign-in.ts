import { signIn } from '@armarium/contract/session';
import { call } from '../../../lib/api-client.ts';
import { isProblem } from '../../../lib/api-problem.ts';
import type { SecondFactorLack } from './is-logged.ts';

/** The Basic credentials of a user, encoded as UTF-8 first (LOGIN-22): `btoa` alone refuses accents. */
export function basicAuthorization(username: string, password: string): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}

/**
 * Opens a session, or begins a sign-in that waits for a second factor.
 * @returns what it waits for; undefined where the session is open
 * @throws ApiProblem `wrong-credentials`, `too-many-requests`, `offline`
 */
export async function signInAs(username: string, password: string): Promise<SecondFactorLack | undefined> {
  try {
    await call(signIn, { headers: { Authorization: basicAuthorization(username, password) } });
    return undefined;
  } catch (error) {
    if (isProblem(error, 'second-factor')) return 'due';
    if (isProblem(error, 'passkey-needed')) return 'passkey';
    if (isProblem(error, 'second-factor-missing')) return 'missing';
    throw error;
  }
}
