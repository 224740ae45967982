import {
  addPasskey,
  getPasskeyCreationOptions,
  removePasskey,
  type Passkey,
} from '@armarium/contract/passkeys';
import { startRegistration } from '@simplewebauthn/browser';
import { call } from '../../../lib/api-client.ts';
import { isProblem, unlessGone } from '../../../lib/api-problem.ts';
import { prompted } from './passkey-prompt.ts';
import { bodyWith } from './password-fault.ts';

interface NewPasskey {
  readonly name: string;
  /** Where the server asked for it. */
  readonly password: string | undefined;
  /** Closes the browser's prompt. */
  readonly stop: AbortSignal;
}

/**
 * Lets the browser make a passkey, and adds it to the signed-in account.
 * @throws PasskeyFault; ApiProblem as `passwordFault` and `isNotVerified` tell, and `passkey-exists`, `passkeys-full`,
 *   `second-factor-needed`, `sign-in-needed`, `passkeys-not-here`, `too-many-requests`
 */
export async function makePasskey({ name, password, stop }: NewPasskey): Promise<void> {
  const optionsJSON = await call(getPasskeyCreationOptions, { body: bodyWith(password), signal: stop });
  const credential = await prompted(stop, () => startRegistration({ optionsJSON }));
  const clientExtensionResults = { ...credential.clientExtensionResults };
  await call(addPasskey, { body: { name, credential: { ...credential, clientExtensionResults } } });
}

/** @throws ApiProblem as `passwordFault` tells, and `second-factor-needed`, `too-many-requests` */
export const deletePasskey = ({ id }: Passkey, password: string | undefined) =>
  call(removePasskey, { params: { id }, body: bodyWith(password) }).catch(unlessGone);

/** Whether the server could not verify what the browser answered. */
export const isNotVerified = (error: unknown) =>
  isProblem(error, 'invalid') && error.problem.fields.some(({ name }) => name === 'credential');
