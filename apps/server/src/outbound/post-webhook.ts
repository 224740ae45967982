import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { VERSION } from '../version.ts';
import { shortened, type Attempt } from './attempt.ts';
import { filteringAgents, isRefusedAddress, requestBy } from './filtering-agents.ts';

/** A call to another server. */
export interface WebhookCall {
  readonly url: string;
  /** The same in all attempts, so that the other server can tell a second copy. */
  readonly id: string;
  readonly event: string;
  /** JSON. */
  readonly body: string;
  readonly secret: string | undefined;
}

/** From the connection to the answer. */
const WEBHOOK_MAX_MS = 10_000;
/** So much of the answer is read; then the connection is closed. */
const ANSWER_MAX_BYTES = 65_536;
/** These may pass (RFC 9110 §15.5.9, RFC 8470 §5.2, RFC 6585 §4); other statuses from 400 to 499 do not. */
const passingStatuses = new Set([408, 425, 429]);

/**
 * The signature of a body, as the header `X-Armarium-Signature` carries it.
 * @param time_s seconds since 1970; the receiver refuses an old one
 */
function signatureOf(secret: string, time_s: number, body: string): string {
  const digest = createHmac('sha256', secret).update(`${time_s}.${body}`).digest('hex');
  return `t=${time_s},v1=${digest}`;
}

/**
 * Posts JSON to another server once. The rules for addresses are those of fetching by URL (decisions §6): the host is
 * resolved first, and refused if any of its addresses is internal. Redirects are not followed.
 * @param allowedAddresses internal addresses and networks (CIDR) that are allowed nevertheless
 * @param signal aborts it
 * @throws the reason of the signal; every other failure is an outcome
 */
export async function postWebhook(
  { url: address, id, event, body, secret }: WebhookCall,
  allowedAddresses: readonly string[],
  signal: AbortSignal,
  max_ms = WEBHOOK_MAX_MS,
): Promise<Attempt> {
  const deadline = AbortSignal.timeout(max_ms);
  const url = new URL(address);
  const { agents, destroy } = filteringAgents(allowedAddresses);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': `Armarium/${VERSION}`,
    'accept-encoding': 'identity',
    'x-armarium-event': event,
    'x-armarium-delivery': id,
    ...(secret !== undefined && {
      'x-armarium-signature': signatureOf(secret, Math.floor(Date.now() / 1000), body),
    }),
  };
  try {
    const options = { method: 'POST', headers, signal: AbortSignal.any([signal, deadline]) };
    const answer = await requestBy(agents, url, options, body);
    return outcomeOf(answer.statusCode ?? 0, await beginningOf(answer));
  } catch (error) {
    signal.throwIfAborted();
    return failureOf(error as Error, deadline.aborted);
  } finally {
    destroy();
  }
}

/** Reads an answer up to its limit. What breaks off after the status changes nothing. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let left_bytes = ANSWER_MAX_BYTES;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part.subarray(0, left_bytes));
      left_bytes -= part.length;
      if (left_bytes <= 0) break;
    }
  } catch {
    // The status says how it ended.
  } finally {
    answer.destroy();
  }
  return Buffer.concat(parts).toString('utf8');
}

function outcomeOf(status: number, answer: string): Attempt {
  const detail = shortened(answer);
  if (status >= 200 && status <= 299) return { end: 'arrived', code: 'webhook-taken', detail, status };
  if (status >= 300 && status <= 399) return { end: 'given-up', code: 'url-redirect', detail, status };
  const isFinal = status >= 400 && status <= 499 && !passingStatuses.has(status);
  return { end: isFinal ? 'given-up' : 'try-again', code: 'http-status', detail, status };
}

function failureOf(error: Error, isLate: boolean): Attempt {
  if (isLate) return { end: 'try-again', code: 'url-timeout', detail: '', status: null };
  if (isRefusedAddress(error)) return { end: 'given-up', code: 'url-not-allowed', detail: '', status: null };
  return { end: 'try-again', code: 'url-unreachable', detail: shortened(error.message), status: null };
}
