import type { DeliveryOutcome } from '@armarium/contract/deliveries';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The pauses after each attempt that failed; after the last one the delivery is given up (decisions §13). */
const pauses_ms = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
] as const;

/**
 * When a delivery that failed is tried again.
 * @param attempts made so far, from 1
 * @returns undefined where it is given up
 */
export function nextAttempt(attempts: number, now: Date): Date | undefined {
  const pause_ms = pauses_ms[attempts - 1];
  return pause_ms === undefined ? undefined : new Date(now.getTime() + pause_ms);
}

/** What each outcome means, for those who read the API. */
export const outcomeTitles: Readonly<Record<DeliveryOutcome, string>> = {
  'mail-sent': 'The mail server accepted the message.',
  'smtp-not-set': 'Mail is not set up: the installation has no SMTP_URL.',
  'mail-from-not-set': 'Mail is not set up: the installation has no MAIL_FROM.',
  'link-address-not-set':
    'Mail is not set up: there is no address for links. Set the address of the organisation, or PUBLIC_URL.',
  'mail-server-unreachable': 'The mail server could not be reached, or it closed the connection.',
  'mail-server-sign-in':
    'The mail server refused the name and password in SMTP_URL, or SMTP_URL has none and the server requires them.',
  'mail-deferred': 'The mail server does not accept the message at the moment.',
  'mail-refused': 'The mail server refused the message.',
  'webhook-taken': 'The other server accepted the call.',
  'http-status': 'The other server answered with an error status.',
  'url-redirect':
    'The other server redirects to another address. Redirects are not followed: enter that address instead.',
  'url-not-allowed': 'The address is in a private network. Armarium sends nothing there.',
  'url-unreachable': 'The other server could not be reached, or it closed the connection.',
  'url-timeout': 'The other server did not answer in time.',
  'secret-missing': 'The task came from a workflow file, which contains no secrets. Enter its secret.',
  failed: 'An internal error occurred.',
};
