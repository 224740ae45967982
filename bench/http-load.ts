import { createConnection, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuTimeOf } from './processors.ts';
import { quantile, type Sample } from './rounds.ts';

export interface Load {
  readonly port: number;
  /** Paths asked for in turn, by all connections together. */
  readonly paths: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly duration_ms: number;
  /** Whose processor time counts. */
  readonly pid?: number;
}

export interface LoadSample extends Sample {
  readonly p50_ms: number;
  readonly p95_ms: number;
  /** Bytes of bodies a second. */
  readonly bytes_per_s: number;
  /** The share of one processor that the generator itself used: near 1 it is what was measured. */
  readonly generatorShare: number;
}

/** Answers before this are not counted: connections open and the first code is compiled. */
const RAMP_ms = 120;

/**
 * Asks over kept-alive connections, on each one request after the other, and counts the answers.
 *
 * It speaks HTTP/1.1 on bare sockets: Node's own client needs more time for an answer than the fastest of the
 * measured servers, and would be what is measured.
 *
 * @throws Error for any answer but 200, and for a connection that breaks
 */
export async function httpLoad(load: Load): Promise<LoadSample> {
  const head = Object.entries({ host: `127.0.0.1:${load.port}`, ...load.headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const requests = load.paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\n${head}\r\n`));
  const tally: Tally = { isOn: false, isOver: false, next: 0, took_ms: [], bytes: 0 };
  const connections = Array.from({ length: load.connections }, () => ask(load.port, requests, tally));
  const all = Promise.all(connections);
  await Promise.race([all, sleep(RAMP_ms)]);
  tally.isOn = true;
  const cpu = process.cpuUsage();
  const serverCpu_s = load.pid === undefined ? undefined : cpuTimeOf(load.pid);
  const began_ms = performance.now();
  await Promise.race([all, sleep(load.duration_ms)]);
  // On a machine that others use fully, not even one answer may have come.
  for (let waits = 0; waits < 100 && tally.took_ms.length === 0; waits += 1) {
    await Promise.race([all, sleep(100)]);
  }
  tally.isOn = false;
  const took_ms = performance.now() - began_ms;
  const used = process.cpuUsage(cpu);
  const serverUsed_s =
    load.pid === undefined || serverCpu_s === undefined
      ? undefined
      : (cpuTimeOf(load.pid) ?? NaN) - serverCpu_s;
  tally.isOver = true;
  await all;
  return {
    rate: (tally.took_ms.length / took_ms) * 1000,
    ratePerCpu: serverUsed_s && tally.took_ms.length / serverUsed_s,
    p50_ms: quantile(tally.took_ms, 0.5),
    p95_ms: quantile(tally.took_ms, 0.95),
    bytes_per_s: (tally.bytes / took_ms) * 1000,
    generatorShare: (used.user + used.system) / 1000 / took_ms,
  };
}

interface Tally {
  isOn: boolean;
  isOver: boolean;
  next: number;
  readonly took_ms: number[];
  bytes: number;
}

/** One connection's requests until the tally is over. */
async function ask(port: number, requests: readonly Buffer[], tally: Tally): Promise<void> {
  const socket = createConnection({ port, host: '127.0.0.1', noDelay: true });
  const answers = new AnswerReader();
  await new Promise<void>((resolve, reject) => {
    let sent_ms = 0;
    const send = () => {
      const request = requests[tally.next++ % requests.length];
      if (tally.isOver || !request) {
        resolve();
        return;
      }
      sent_ms = performance.now();
      socket.write(request);
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server closed a connection under load.')));
    socket.on('data', (chunk) => {
      try {
        const body_bytes = answers.take(chunk);
        if (body_bytes === undefined) return;
        if (tally.isOn) {
          tally.took_ms.push(performance.now() - sent_ms);
          tally.bytes += body_bytes;
        }
        send();
      } catch (error) {
        reject(error);
      }
    });
  }).finally(() => close(socket));
}

function close(socket: Socket): void {
  socket.removeAllListeners();
  // A reset that comes now concerns nobody.
  socket.on('error', () => undefined);
  socket.destroy();
}

/** Finds the end of each answer, by its length or its last chunk; the body itself is not kept. */
class AnswerReader {
  #head: Buffer = Buffer.alloc(0);
  /** Bytes of the body still to come; `undefined` before the end of the headers and in chunked bodies. */
  #missing_bytes: number | undefined;
  #body_bytes = 0;
  #isChunked = false;
  #tail = '';

  /** @returns the size of the body once the answer is whole */
  take(chunk: Buffer): number | undefined {
    let rest: Buffer = chunk;
    if (this.#missing_bytes === undefined && !this.#isChunked) {
      this.#head = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
      const end = this.#head.indexOf('\r\n\r\n');
      if (end < 0) return undefined;
      this.#readHead(this.#head.toString('latin1', 0, end));
      rest = this.#head.subarray(end + 4);
      this.#head = Buffer.alloc(0);
    }
    this.#body_bytes += rest.length;
    if (this.#isChunked) {
      this.#tail = (this.#tail + rest.toString('latin1', Math.max(0, rest.length - 7))).slice(-7);
      return this.#tail.endsWith('\r\n0\r\n\r\n') || this.#tail === '0\r\n\r\n' ? this.#whole() : undefined;
    }
    this.#missing_bytes = (this.#missing_bytes ?? 0) - rest.length;
    return this.#missing_bytes === 0 ? this.#whole() : undefined;
  }

  #readHead(head: string): void {
    if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(`Not the answer expected: ${head.slice(0, 120)}`);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length !== undefined) this.#missing_bytes = Number(length);
    else if (/\r\ntransfer-encoding: *chunked/i.test(head)) this.#isChunked = true;
    else throw new Error('An answer without a length can’t be measured on a kept connection.');
  }

  #whole(): number {
    const bytes = this.#body_bytes;
    this.#missing_bytes = undefined;
    this.#body_bytes = 0;
    this.#isChunked = false;
    this.#tail = '';
    return bytes;
  }
}
