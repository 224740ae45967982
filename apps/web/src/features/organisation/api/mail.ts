import { listMailMessages, sendTestMail, type MailMessage } from '@armarium/contract/mail';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { askedAgain_ms } from '../../../records/deliveries/delivery-progress.ts';

/** Of the latest messages. */
const SHOWN = 5;

/** The latest messages of the organisation, the newest first. They are asked for again while one may still arrive. */
export const mailMessagesQuery = queryOptions({
  queryKey: ['organisation', 'mail', 'messages'],
  queryFn: ({ signal }) => call(listMailMessages, { query: { size: SHOWN }, signal }),
  refetchInterval: ({ state }) =>
    state.data ? askedAgain_ms(state.data._embedded.mailMessages, Date.now()) : false,
  meta: { inPlace: true },
  staleTime: 0,
});

/** Sends a test message. @returns it as it waits for its first attempt. @throws ApiProblem `invalid` with the field `to` */
export async function sendTest(to: string): Promise<MailMessage> {
  const message = await call(sendTestMail, { body: { to } });
  void queryClient.invalidateQueries({ queryKey: mailMessagesQuery.queryKey });
  return message;
}
