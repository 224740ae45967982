import type { IncomingMessage } from 'node:http';
import { expect } from 'vitest';
import type { HttpClient } from '../harness/http-client.ts';
import { until } from '../harness/waiting.ts';

export interface Heard {
  readonly id: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What a listener of `/events` has heard, as a browser reads it: blocks between empty lines, the id kept from the last one. */
export class Listener {
  readonly events: Heard[] = [];
  lastId = '';
  hasEnded = false;
  readonly #answer: IncomingMessage;
  #rest = '';

  constructor(answer: IncomingMessage) {
    this.#answer = answer;
    answer.setEncoding('utf8');
    answer.on('data', (text: string) => this.#take(text));
    answer.on('error', () => undefined);
    answer.once('close', () => {
      this.hasEnded = true;
    });
  }

  #take(text: string): void {
    const blocks = (this.#rest + text).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = Object.fromEntries(
        block
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
      );
      if (fields['id'] !== undefined) this.lastId = fields['id'];
      if (fields['event'] === undefined) continue;
      this.events.push({
        id: this.lastId,
        event: fields['event'],
        data: JSON.parse(fields['data'] ?? '') as Heard['data'],
      });
    }
  }

  /** The first event that is meant, waited for. */
  async hears(event: string, data: Readonly<Record<string, unknown>> = {}): Promise<Heard> {
    const isIt = (heard: Heard) =>
      heard.event === event && Object.entries(data).every(([name, value]) => heard.data[name] === value);
    return until(`${event} ${JSON.stringify(data)} is heard`, () => this.events.find(isIt)).catch(
      (error: unknown) => {
        throw new Error(`There was ${JSON.stringify(this.events)}`, { cause: error });
      },
    );
  }

  close(): void {
    this.#answer.destroy();
  }
}

/** A listener who hears everything from now on. The caller closes it. */
export async function listening(
  client: HttpClient,
  lastEventId?: string,
  path: `/${string}` = '/events',
): Promise<Listener> {
  const answer = await client.listen(path, lastEventId === undefined ? {} : { 'last-event-id': lastEventId });
  expect(answer.statusCode).toBe(200);
  const listener = new Listener(answer);
  await until('it is told where it stands', () => listener.lastId || undefined);
  return listener;
}
