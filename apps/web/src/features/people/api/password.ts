import { changeOwnPassword } from '@armarium/contract/accounts';
import { getSelf } from '@armarium/contract/session';
import { call } from '../../../lib/api-client.ts';
import { isProblem } from '../../../lib/api-problem.ts';

/** Changes the own password. @throws ApiProblem `wrong-old-password`, `too-many-requests` */
export async function changePassword(old: string, next: string): Promise<void> {
  // A wrong old password is a 401 as well, after which nobody has to sign in again (PROF-12).
  const send = () => call(changeOwnPassword, { body: { old, new: next }, asksToSignIn: false });
  try {
    await send();
  } catch (error) {
    if (!isProblem(error, 'not-signed-in')) throw error;
    // The session has ended: any other call asks.
    await call(getSelf);
    await send();
  }
}
