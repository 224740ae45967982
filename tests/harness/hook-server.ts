import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { INTERVAL_MS, PATIENCE_MS } from './patience.ts';

/** A call as it arrived. */
export interface HookCall {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as it was sent, which a signature is made of. */
  readonly raw: string;
}

/** How the server answers: with a status, not at all, or with a body that never ends. */
export type HookAnswer =
  { readonly status: number; readonly location?: string; readonly body?: string } | 'hang' | 'endless';

/**
 * A server on this machine that webhooks call. It keeps what arrives, and answers 204 unless a test tells it otherwise. It
 * is used outside of Vitest too.
 */
export class HookServer {
  readonly #answers = new Map<string, HookAnswer>();
  readonly #calls = new Map<string, HookCall[]>();
  readonly #server: Server;
  /** The number of bytes of endless bodies that it has written. */
  written_bytes = 0;

  private constructor() {
    this.#server = createServer((request, response) => {
      const path = request.url ?? '';
      void buffer(request).then(
        (body) => {
          const { method = '', headers } = request;
          this.#calls.set(path, [...this.calls(path), { method, headers, raw: body.toString('utf8') }]);
          this.#answer(response, this.#answers.get(path) ?? { status: 204 });
        },
        // The caller went away before it had said everything.
        () => undefined,
      );
    });
  }

  static async start(): Promise<HookServer> {
    const hooks = new HookServer();
    hooks.#server.listen(0, '127.0.0.1');
    await once(hooks.#server, 'listening');
    return hooks;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  /** What arrived at a path so far, the oldest first. */
  calls(path: string): readonly HookCall[] {
    return this.#calls.get(path) ?? [];
  }

  /** How a path is answered from now on. */
  answer(path: string, answer: HookAnswer): void {
    this.#answers.set(path, answer);
  }

  /** Waits until so many calls have arrived at a path. @returns the last of them */
  async next(path: string, count = 1): Promise<HookCall> {
    for (const deadline_ms = performance.now() + PATIENCE_MS; performance.now() < deadline_ms;) {
      const call = this.calls(path)[count - 1];
      if (call) return call;
      await sleep(INTERVAL_MS);
    }
    throw new Error(`Waited in vain for call ${count} at ${path}: ${this.calls(path).length} arrived.`);
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  #answer(response: ServerResponse, answer: HookAnswer): void {
    if (answer === 'hang') return;
    if (answer === 'endless') {
      response.writeHead(200);
      const chunk = Buffer.alloc(16_384, 'a');
      const more = () => {
        while (!response.destroyed) {
          this.written_bytes += chunk.length;
          if (!response.write(chunk)) break;
        }
      };
      response.on('drain', more);
      more();
      return;
    }
    const { status, location, body } = answer;
    response.writeHead(status, location === undefined ? {} : { location }).end(body);
  }
}
