import type { AnswerOf, BodyOf, Operation, ParamsOf, QueryOf } from '@armarium/contract/operation';
import { signIn, usersInfo } from '@armarium/contract/session';
import { createReadStream } from 'node:fs';
import {
  Agent,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface Answer<Body> {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  /** The parsed JSON; `undefined` where the answer has no body, is packed, or isn't JSON. */
  readonly body: Body;
}

/** What the generated tests send too: any operation with anything, typed only where the operation is known. */
export interface Sending<O extends Operation> {
  readonly params?: ParamsOf<O>;
  readonly query?: QueryOf<O>;
  readonly body?: BodyOf<O>;
  readonly ifMatch?: string;
  readonly headers?: OutgoingHttpHeaders;
}

export interface FileToSend {
  /** A path, or the bytes themselves. */
  readonly source: string | Uint8Array;
  readonly name: string;
  /** The media type that the part declares. */
  readonly type: string;
}

/**
 * One person's client with cookies. It goes through `http.request`, since `fetch` drops a `Host` header and
 * a tenant is found by it. Failures are answers, not exceptions; only a lost connection throws.
 */
export class HttpClient {
  readonly #origin: URL;
  readonly #host: string | undefined;
  readonly #cookies = new Map<string, string>();
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });

  /** The same person, with the same cookies, at another address of the installation. Close it as well. */
  at(origin: string): HttpClient {
    const other = new HttpClient(origin);
    for (const [name, value] of this.#cookies) other.#cookies.set(name, value);
    return other;
  }

  /** @param options.host sent as `Host`, such as `museo.localhost:8080`; the origin's if absent */
  constructor(origin: string, options: { readonly host?: string } = {}) {
    this.#origin = new URL(origin);
    this.#host = options.host;
    // Browsers know that `x.localhost` is this machine; the resolver of this process need not.
    if (this.#origin.hostname.endsWith('.localhost')) {
      this.#host ??= this.#origin.host;
      this.#origin.hostname = '127.0.0.1';
    }
  }

  /** What it was given and has not lost, by their names. */
  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  /** Opens a session; the answer's status tells whether it did. */
  async signIn(
    username: string,
    password: string,
    headers: OutgoingHttpHeaders = {},
  ): Promise<Answer<AnswerOf<typeof signIn>>> {
    const basic = Buffer.from(`${username}:${password}`, 'utf8').toString('base64');
    return this.call(signIn, { headers: { authorization: `Basic ${basic}`, ...headers } });
  }

  /** Makes one call of the contract; modifying ones carry the CSRF token. */
  async call<O extends Operation>(operation: O, sending: Sending<O> = {}): Promise<Answer<AnswerOf<O>>> {
    const headers: OutgoingHttpHeaders = { ...sending.headers };
    if (operation.method !== 'GET') headers['x-xsrf-token'] ??= await this.csrfToken();
    if (sending.ifMatch !== undefined) headers['if-match'] = sending.ifMatch;
    let payload: Buffer | undefined;
    if (sending.body !== undefined) {
      headers['content-type'] ??= 'application/json';
      payload = Buffer.from(JSON.stringify(sending.body));
      headers['content-length'] = payload.length;
    }
    const path = addressOf(operation.path, sending.params ?? {}, sending.query ?? {});
    return this.send<AnswerOf<O>>(operation.method, path, headers, payload && Readable.from([payload]));
  }

  /** Streams a file as the multipart part `file`. */
  async upload<O extends Operation>(
    operation: O,
    file: FileToSend,
    sending: Pick<Sending<O>, 'params' | 'query' | 'ifMatch'> = {},
  ): Promise<Answer<AnswerOf<O>>> {
    const boundary = `armarium-${crypto.randomUUID()}`;
    const name = file.name.replace(/["\r\n]/g, (sign) => encodeURIComponent(sign));
    const head =
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n` +
      `Content-Type: ${file.type}\r\n\r\n`;
    const { source } = file;
    async function* multipart() {
      yield Buffer.from(head);
      if (typeof source === 'string') yield* createReadStream(source) as AsyncIterable<Buffer>;
      else yield source;
      yield Buffer.from(`\r\n--${boundary}--\r\n`);
    }
    const headers = {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'x-xsrf-token': await this.csrfToken(),
      ...(sending.ifMatch !== undefined && { 'if-match': sending.ifMatch }),
    };
    const path = addressOf(operation.path, sending.params ?? {}, sending.query ?? {});
    return this.send<AnswerOf<O>>(operation.method, path, headers, Readable.from(multipart()));
  }

  /** The token of this session, asked for where there is none yet. */
  async csrfToken(): Promise<string> {
    if (!this.#cookies.has('XSRF-TOKEN')) await this.call(usersInfo);
    return decodeURIComponent(this.#cookies.get('XSRF-TOKEN') ?? '');
  }

  /** Any request, with this person's cookies and nothing else added. */
  async send<Body = unknown>(
    method: string,
    path: string,
    headers: OutgoingHttpHeaders = {},
    body?: Readable,
  ): Promise<Answer<Body>> {
    const outgoing = this.#request(method, path, headers);
    const answer = new Promise<Answer<Body>>((resolve, reject) => {
      outgoing.once('error', reject);
      outgoing.once('close', () =>
        reject(new Error(`${method} ${path}: the connection closed without an answer`)),
      );
      outgoing.once('response', (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.once('error', reject);
        incoming.once('end', () => {
          this.#keepCookies(incoming.headers['set-cookie'] ?? []);
          const bytes = Buffer.concat(chunks);
          const isWhole = incoming.statusCode !== 206 && incoming.headers['content-encoding'] === undefined;
          const isJson = isWhole && /[/+]json\b/.test(incoming.headers['content-type'] ?? '');
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            bytes,
            body: (isJson && bytes.length > 0 ? JSON.parse(bytes.toString('utf8')) : undefined) as Body,
          });
        });
      });
    });
    if (body) {
      // A server that refuses early answers before it has read everything: its answer counts then.
      void pipeline(body, outgoing).catch(() => undefined);
    } else outgoing.end();
    return answer;
  }

  /** A GET whose answer goes on: the caller reads it, and destroys it. It has a connection of its own. */
  async listen(path: string, headers: OutgoingHttpHeaders = {}): Promise<IncomingMessage> {
    const outgoing = this.#request('GET', path, headers, false);
    outgoing.end();
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    return incoming;
  }

  #request(method: string, path: string, headers: OutgoingHttpHeaders, agent: Agent | false = this.#agent) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return request(new URL(path, this.#origin), {
      method,
      agent,
      headers: { ...(this.#host && { host: this.#host }), ...(cookie && { cookie }), ...headers },
    });
  }

  /** Closes the connections that are kept open. */
  close(): void {
    this.#agent.destroy();
  }

  #keepCookies(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split(';');
      const at = pair.indexOf('=');
      const name = pair.slice(0, at).trim();
      const value = pair.slice(at + 1).trim();
      const isGone = attributes.some((attribute) => {
        const [key = '', given = ''] = attribute.trim().split('=');
        if (key.toLowerCase() === 'max-age') return Number(given) <= 0;
        return key.toLowerCase() === 'expires' && Date.parse(given) <= Date.now();
      });
      if (isGone) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}

function addressOf(path: string, params: Record<string, unknown>, query: Record<string, unknown>): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const values = Array.isArray(value) ? value : [value];
    for (const one of values) if (one !== undefined) search.append(name, String(one));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}
