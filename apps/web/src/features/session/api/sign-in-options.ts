import { getSignInOptions } from '@armarium/contract/session';
import { call } from '../../../lib/api-client.ts';

/** Whether a link to a new password can be sent by mail. @throws ApiProblem */
export async function sendsPasswordLinks(): Promise<boolean> {
  return (await call(getSignInOptions)).forgottenPassword;
}
