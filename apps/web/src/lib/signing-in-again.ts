type SignedOutHandler = () => Promise<boolean>;

let signedOutHandler: SignedOutHandler = () => Promise.resolve(false);
let signingInAgain: Promise<boolean> | undefined;

/**
 * Sets what happens when a call that needs a session is answered 401. The handler resolves true after the user signed
 * in again: then the call is made once more. False passes the 401 on to the caller.
 * Calls that fail together share one run of the handler.
 */
export function onSignedOut(handler: SignedOutHandler): void {
  signedOutHandler = handler;
}

/** Whether the session has ended, and the user is asked to sign in again. */
export const isSigningInAgain = () => signingInAgain !== undefined;

/** @returns whether the user signed in again */
export function signInAgain(): Promise<boolean> {
  signingInAgain ??= signedOutHandler().finally(() => {
    signingInAgain = undefined;
  });
  return signingInAgain;
}
