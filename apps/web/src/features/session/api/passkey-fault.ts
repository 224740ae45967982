/**
 * Why the browser's prompt came to nothing: it was closed or took too long (`none`), the device has a passkey of the account
 * already, or the browser could not do it. `otherAccount`: it gave a passkey of another account than was asked for.
 */
export type PasskeyFaultKind = 'none' | 'exists' | 'failed' | 'otherAccount';

/** A passkey that was not used or made, for a reason that no server knows. */
export class PasskeyFault extends Error {
  readonly kind: PasskeyFaultKind;

  constructor(kind: PasskeyFaultKind, cause?: unknown) {
    super(`passkey: ${kind}`, { cause });
    this.kind = kind;
  }
}
