import type { IncomingMessage } from 'node:http';
import { Transform, type Readable, type TransformCallback } from 'node:stream';
import { ProblemError } from '../problem-error.ts';
import { filteringAgents, isRefusedAddress, requestBy, type FilteringAgents } from './filtering-agents.ts';

/** The limits of fetching a file from another server. */
export interface RemoteLimits {
  readonly max_bytes: number;
  /** From the first request to the last byte, with all redirects. */
  readonly max_ms: number;
  /** Internal addresses and networks (CIDR) that are allowed nevertheless. */
  readonly allowedAddresses: readonly string[];
}

export interface RemoteFile {
  /** The name in the address; empty where it has none. */
  readonly filename: string;
  /** `truncated` after it was cut at the size limit. */
  readonly file: Readable & { readonly truncated: boolean };
}

const REDIRECTS_MAX = 5;
const MINUTE_MS = 60_000;

type Refusal = 'url-not-allowed' | 'url-unreachable' | 'url-answer' | 'url-timeout' | 'url-type';

function refused(code: Refusal, message: string, cause?: unknown): ProblemError {
  return new ProblemError('file-refused', message, { fields: [{ name: 'url', code, message }], cause });
}

const notAllowed = (cause?: unknown) =>
  refused(
    'url-not-allowed',
    'This address leads into a private network, which is not asked from here. Download the file and upload it instead.',
    cause,
  );

function parsed(address: string, base?: URL): URL {
  const url = URL.canParse(address, base?.href) ? new URL(address, base?.href) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw refused('url-type', 'Give a whole address that begins with http:// or https://.');
  }
  if (url.username !== '' || url.password !== '') {
    throw refused('url-type', 'Give the address without a name and password.');
  }
  return url;
}

function nameIn({ pathname }: URL): string {
  const last = pathname.split('/').pop() ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Passes a file through up to its size limit, then ends it, marked as cut. */
class Cut extends Transform {
  truncated = false;
  #left_bytes: number;
  readonly #source: IncomingMessage;

  constructor(source: IncomingMessage, max_bytes: number) {
    super();
    this.#left_bytes = max_bytes;
    this.#source = source;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.truncated) return done();
    this.truncated = chunk.length > this.#left_bytes;
    this.push(chunk.subarray(0, this.#left_bytes));
    this.#left_bytes -= chunk.length;
    if (this.truncated) {
      this.#source.destroy();
      this.end();
    }
    done();
  }
}

/**
 * Fetches a file from another server as a stream (decisions §6). The host is resolved first, and refused if
 * any of its addresses is loopback, private, link-local or reserved; the same for each redirect. The
 * connection uses the checked address.
 *
 * @param signal aborts it, for example when the caller has gone
 * @throws ProblemError 422 `file-refused`, its field `url` with one of: `url-type`, `url-not-allowed`,
 * `url-unreachable`, `url-answer`, `url-timeout`; 413 `too-large`; errors of the consumer
 */
export async function fetchRemoteFile<T>(
  address: string,
  limits: RemoteLimits,
  take: (remote: RemoteFile) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const deadline = AbortSignal.timeout(limits.max_ms);
  const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
  const { agents, destroy } = filteringAgents(limits.allowedAddresses);
  const describedError = (error: unknown): unknown => {
    if (deadline.aborted) {
      const minutes = Math.max(1, Math.round(limits.max_ms / MINUTE_MS));
      return refused(
        'url-timeout',
        `The other server did not send the whole file within ${minutes} min. Try again later, or download it and upload it.`,
        error,
      );
    }
    return error;
  };
  try {
    const { url, answer } = await follow(parsed(address), agents, either);
    const size_bytes = Number(answer.headers['content-length'] ?? 0);
    if (size_bytes > limits.max_bytes) throw tooLarge(limits.max_bytes);
    const file = new Cut(answer, limits.max_bytes);
    answer.once('error', (error) => file.destroy(error));
    answer.once('close', () => {
      if (!answer.complete && !file.truncated) file.destroy(new Error('The other server broke off.'));
    });
    answer.pipe(file);
    try {
      return await take({ filename: nameIn(url), file });
    } catch (error) {
      if (error === file.errored && !deadline.aborted) throw unreachable(url, error);
      throw error;
    } finally {
      answer.destroy();
    }
  } catch (error) {
    throw error instanceof ProblemError ? error : describedError(error);
  } finally {
    destroy();
  }
}

export function tooLarge(max_bytes: number): ProblemError {
  return new ProblemError(
    'too-large',
    `A file may have at most ${max_bytes} bytes here (UPLOAD_MAX_BYTES).`,
    {
      figures: { limit_bytes: max_bytes },
    },
  );
}

const unreachable = ({ host }: URL, cause: unknown) =>
  refused(
    'url-unreachable',
    `${host} could not be reached, or broke off. Check the address, or try again later.`,
    cause,
  );

async function follow(
  first: URL,
  agents: FilteringAgents,
  signal: AbortSignal,
): Promise<{ url: URL; answer: IncomingMessage }> {
  let url = first;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const answer = await ask(url, agents, signal);
    const status = answer.statusCode ?? 0;
    const { location } = answer.headers;
    if (status === 200) {
      const coding = answer.headers['content-encoding'] ?? 'identity';
      if (coding === 'identity') return { url, answer };
      answer.destroy();
      throw refused('url-answer', `${url.host} sends the file packed (${coding}), which was not asked for.`);
    }
    answer.destroy();
    if (status < 300 || status > 399 || location === undefined) {
      throw refused('url-answer', `${url.host} answered ${status} instead of a file. Check the address.`);
    }
    url = parsed(location, url);
  }
  throw refused('url-answer', `${first.host} leads on more than ${REDIRECTS_MAX} times. Check the address.`);
}

async function ask(url: URL, agents: FilteringAgents, signal: AbortSignal): Promise<IncomingMessage> {
  const headers = { 'user-agent': 'Armarium', accept: '*/*', 'accept-encoding': 'identity' };
  try {
    return await requestBy(agents, url, { signal, headers });
  } catch (error) {
    signal.throwIfAborted();
    throw isRefusedAddress(error as Error) ? notAllowed(error) : unreachable(url, error);
  }
}
