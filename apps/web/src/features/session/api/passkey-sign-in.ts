import { getPasskeyRequestOptions, signInByPasskey } from '@armarium/contract/passkeys';
import { startAuthentication } from '@simplewebauthn/browser';
import { call } from '../../../lib/api-client.ts';
import { PasskeyFault } from './passkey-fault.ts';
import { prompted } from './passkey-prompt.ts';
import { endSession } from './sign-out.ts';

/**
 * Opens a session by a passkey, which the browser asks for.
 * @param stop closes the browser's prompt
 * @param username whose passkey it has to be; the session of another account is ended again
 * @throws PasskeyFault; ApiProblem `wrong-passkey`, `passkeys-not-here`, `too-many-requests`, `offline`
 */
export async function signInWithPasskey(stop: AbortSignal, username: string | undefined): Promise<void> {
  const optionsJSON = await call(getPasskeyRequestOptions, { signal: stop });
  const credential = await prompted(stop, () => startAuthentication({ optionsJSON }));
  const clientExtensionResults = { ...credential.clientExtensionResults };
  const self = await call(signInByPasskey, {
    body: { credential: { ...credential, clientExtensionResults } },
  });
  if (username === undefined || self.username === username) return;
  await endSession();
  throw new PasskeyFault('otherAccount');
}
