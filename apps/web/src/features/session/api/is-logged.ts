import { isLogged } from '@armarium/contract/session';
import { callForHeader } from '../../../lib/api-client.ts';
import { knowUntil } from '../../../lib/event-position.ts';

/** Whether a session is open. All that is shown is fetched after this call. @throws ApiProblem when the server can't say */
export async function hasSession(): Promise<boolean> {
  const { answer, header } = await callForHeader(isLogged, 'Last-Event-ID');
  if (header !== undefined) knowUntil(header);
  return answer.logged;
}
