import type { IncomingMessage } from 'node:http';
import { VERSION } from '../version.ts';
import { filteringAgents, requestBy } from './filtering-agents.ts';

/** What a request of a library may say of itself. */
interface FetchOptions {
  readonly method: string;
  readonly headers: Record<string, string>;
  /** Text, or the parameters of a form; anything else is left out. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** An answer may be so long. The descriptions and keys of providers have a few kilobytes. */
const ANSWER_MAX_BYTES = 131_072;

/**
 * A `fetch` for libraries that ask servers which people name. The rules for addresses are those of fetching by URL
 * (decisions §6). Redirects are not followed, answers of more than 128 KiB are refused.
 * @param allowedAddresses internal addresses and networks (CIDR) that are allowed nevertheless
 */
export function filteredFetch(allowedAddresses: readonly string[]) {
  return async (url: string, { method, headers, body, signal }: FetchOptions): Promise<Response> => {
    const { agents, destroy } = filteringAgents(allowedAddresses);
    try {
      const own = { 'user-agent': `Armarium/${VERSION}`, 'accept-encoding': 'identity' };
      const sent = typeof body === 'string' || body instanceof URLSearchParams ? body.toString() : undefined;
      const options = { method, headers: { ...headers, ...own }, ...(signal && { signal }) };
      const answer = await requestBy(agents, new URL(url), options, sent);
      const status = answer.statusCode ?? 0;
      const told = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' ? [[name, value]] : [],
      );
      const content = await contentOf(answer, url);
      // These statuses have no body (Fetch §2.2.6).
      const isEmpty = status === 204 || status === 205 || status === 304;
      return new Response(isEmpty ? null : content, { status, headers: told });
    } finally {
      destroy();
    }
  };
}

async function contentOf(answer: IncomingMessage, url: string): Promise<string> {
  const parts: Buffer[] = [];
  let received_bytes = 0;
  // The connection is closed where the loop ends early.
  for await (const part of answer as AsyncIterable<Buffer>) {
    received_bytes += part.length;
    if (received_bytes > ANSWER_MAX_BYTES)
      throw new Error(`${url} answers with more than ${ANSWER_MAX_BYTES} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
