import { signOut } from '@armarium/contract/session';
import { call } from '../../../lib/api-client.ts';
import { isProblem } from '../../../lib/api-problem.ts';

/**
 * Closes the session, or gives up a pending sign-in, and tells a parent window of the same origin (LOGIN-10, A-57), so
 * that a page which frames this one can follow.
 */
export async function endSession(): Promise<void> {
  try {
    await call(signOut, { asksToSignIn: false });
  } catch (error) {
    // A session that has already ended is the wanted outcome.
    if (!isProblem(error, 'not-signed-in')) throw error;
  }
  if (window.parent !== window) window.parent.postMessage('armarium:logout', window.location.origin);
}
