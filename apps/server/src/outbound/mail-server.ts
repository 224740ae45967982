import { createTransport } from 'nodemailer';
import type { MailAddress } from '../settings/text-settings.ts';
import { shortened, type Attempt } from './attempt.ts';

/** A message to one recipient. */
export interface OutgoingMail {
  /** The same in all attempts, so that the recipient's program can tell a second copy. */
  readonly messageId: string;
  readonly from: MailAddress;
  readonly replyTo: string | undefined;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Of one attempt, from the connection to the last answer. */
const MAIL_MAX_MS = 60_000;
const CONNECTION_MAX_MS = 10_000;
/** RFC 4954 §6. */
const SIGN_IN_NEEDED = 530;

/**
 * Sends one message by the installation's mail server, over a connection of its own.
 * @param smtpUrl `SMTP_URL`. With a name and a password, an unencrypted connection is refused, except on this machine.
 * @param signal aborts it
 * @throws the reason of the signal; every other failure is an outcome
 */
export async function sendMail(smtpUrl: string, mail: OutgoingMail, signal: AbortSignal): Promise<Attempt> {
  const transport = createTransport(transportOptions(smtpUrl));
  try {
    const { response } = await transport.sendMail({
      ...mail,
      to: { name: '', address: mail.to },
      // No out-of-office note answers a program (RFC 3834 §5).
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(MAIL_MAX_MS)]),
    });
    return { end: 'arrived', code: 'mail-sent', detail: shortened(response), status: 250 };
  } catch (error) {
    signal.throwIfAborted();
    return outcomeOf(error as SmtpError);
  } finally {
    transport.close();
  }
}

/** The options of nodemailer. What `SMTP_URL` says goes before all others, but for the encryption that it can't switch off. */
export function transportOptions(smtpUrl: string) {
  const url = new URL(smtpUrl);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const isSecret = url.username !== '' || url.password !== '';
  if (isSecret && !isHere) url.searchParams.set('requireTLS', 'true');
  return {
    url: url.href,
    connectionTimeout: CONNECTION_MAX_MS,
    greetingTimeout: CONNECTION_MAX_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

interface SmtpError extends Error {
  readonly code?: string;
  /** The status of the answer, and the answer itself. */
  readonly responseCode?: number;
  readonly response?: string;
}

/**
 * A status from 500 on is final for a message (RFC 5321 §4.2.1). Whatever else the installation's own server objects to,
 * as to the greeting, the encryption or the name and password, may be mended meanwhile.
 */
function outcomeOf({ code, responseCode, response, message }: SmtpError): Attempt {
  const status = responseCode ?? null;
  const detail = shortened(response ?? message);
  if (code === 'EAUTH' || code === 'ENOAUTH' || status === SIGN_IN_NEEDED)
    return { end: 'try-again', code: 'mail-server-sign-in', detail, status };
  const isOfMessage = code === 'EENVELOPE' || code === 'EMESSAGE';
  const isFinal = status === null || status >= 500;
  if (isOfMessage && isFinal) return { end: 'given-up', code: 'mail-refused', detail, status };
  return { end: 'try-again', code: isFinal ? 'mail-server-unreachable' : 'mail-deferred', detail, status };
}
