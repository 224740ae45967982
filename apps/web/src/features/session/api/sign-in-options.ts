import { getSignInOptions, type OfferedSignOn } from '@armarium/contract/session';
import { call } from '../../../lib/api-client.ts';

export interface SignInOptions {
  /** Whether a link to a new password can be sent by mail. */
  readonly sendsLinks: boolean;
  /** Whether one can sign in with a passkey: at this address, and in this browser. */
  readonly passkeys: boolean;
  /** The providers with which one can sign in. */
  readonly signOn: readonly OfferedSignOn[];
}

/** What is offered beside username and password. @throws ApiProblem */
export async function signInOptions(): Promise<SignInOptions> {
  const { forgottenPassword, passkeys, signOn } = await call(getSignInOptions);
  return { sendsLinks: forgottenPassword, passkeys: passkeys && knowsPasskeys(), signOn };
}

/** Whether the browser knows passkeys. None does over http, but at localhost. */
export const knowsPasskeys = () => typeof window.PublicKeyCredential === 'function';
