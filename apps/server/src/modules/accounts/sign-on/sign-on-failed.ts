import type { SignOnFailure } from '@armarium/contract/sign-on';

/** A sign-on that leads back to the page where it was begun, which says why. */
export class SignOnFailed extends Error {
  readonly why: SignOnFailure;

  constructor(why: SignOnFailure, cause?: unknown) {
    super(`The sign-on failed: ${why}`, { cause });
    this.name = 'SignOnFailed';
    this.why = why;
  }
}
