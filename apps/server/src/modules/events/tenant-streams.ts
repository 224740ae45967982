import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { reaches, type Actor, type TenantData } from '../../db/database.ts';
import { eventIdOf, positionNow, positionOf, type Position } from '../../db/event-position.ts';
import type { Logger } from '../../observe/log.ts';
import { seesAllBatches } from '../batch/public.ts';
import { eventsSince, type StreamEvent } from './event.queries.ts';

/** Changes within this time are read together. */
const READ_EVERY_MS = 100;
const READ_AGAIN_MS = 1_000;
/** A client that stops reading is disconnected. It comes back with its last id. */
const UNSENT_MAX_BYTES = 1024 * 1024;

/** One client that listens. */
export interface Stream {
  readonly raw: ServerResponse;
  actor: Actor;
}

function isFor(actor: Actor, { kind, visibility, created_by: owner }: StreamEvent): boolean {
  if (kind === 'job.progress') return seesAllBatches(actor) || owner === actor.accountUuid;
  return visibility !== 'restricted' || reaches(actor, 'seeRestricted', owner);
}

/** What an event tells this actor: a new item stands in the collections that they see. */
function dataFor(actor: Actor, { data, restrictedParents }: StreamEvent): StreamEvent['data'] {
  const hidden = (restrictedParents ?? []).flatMap(({ uuid, madeBy }) =>
    reaches(actor, 'seeRestricted', madeBy) ? [] : [uuid],
  );
  if (hidden.length === 0) return data;
  const parents = data['parentCollectionsUuids'] as readonly string[];
  return { ...data, parentCollectionsUuids: parents.filter((uuid) => !hidden.includes(uuid)) };
}

function send({ raw, actor }: Stream, events: readonly StreamEvent[], position: Position): void {
  if (!raw.headersSent) return;
  const own = events.filter((event) => isFor(actor, event));
  if (own.length === 0) return;
  const id = eventIdOf(position);
  raw.write(
    own
      .map((event) => {
        const data = JSON.stringify(dataFor(actor, event));
        return `id:${id}\nevent:${event.kind}\ndata:${data}\n\n`;
      })
      .join(''),
  );
  if (raw.writableLength > UNSENT_MAX_BYTES) raw.destroy();
}

/** Whether the client has gone, or the server has ended the stream because it stops. */
export const isOver = (raw: ServerResponse): boolean => raw.destroyed || raw.writableEnded;

const resync: StreamEvent = {
  id: 0,
  kind: 'resync',
  data: {},
  visibility: null,
  created_by: null,
  restrictedParents: null,
};

/** The events after a position; `resync` alone where there are too many to send. */
async function readSince(data: TenantData, from: Position) {
  return data.read(async (db) => {
    const { events, position, isWhole } = await eventsSince(db, from);
    if (isWhole) return { events, position };
    return { events: [resync], position: await positionNow(db) };
  });
}

/** The streams of one tenant in this process: its events are read once for all of them. */
export class TenantStreams {
  readonly streams = new Set<Stream>();
  readonly #data: TenantData;
  readonly #log: Logger;
  #position: Position | undefined;
  #beginning: Promise<Position> | undefined;
  #isAsked = false;
  #isReading = false;

  constructor(data: TenantData, log: Logger) {
    this.#data = data;
    this.#log = log;
  }

  /** The position up to which events were read: who joins gets those after it. Calls at the same time get one position. */
  async position(): Promise<Position> {
    if (this.#position) return this.#position;
    this.#beginning ??= this.#data.read(positionNow);
    try {
      const beginning = await this.#beginning;
      // Another caller may have read further meanwhile.
      this.#position ??= beginning;
      return this.#position;
    } finally {
      this.#beginning = undefined;
    }
  }

  /** Reads new events and sends them. A call while it reads makes it read once more. */
  wake(): void {
    this.#isAsked = true;
    if (this.#isReading) return;
    this.#isReading = true;
    void this.#readWhileAsked().finally(() => {
      this.#isReading = false;
    });
  }

  async #readWhileAsked(): Promise<void> {
    while (this.#isAsked && this.streams.size > 0) {
      this.#isAsked = false;
      try {
        await this.#readOn();
        await sleep(READ_EVERY_MS);
      } catch (error) {
        this.#log.warn({ err: error }, 'events could not be read; trying again');
        this.#isAsked = true;
        await sleep(READ_AGAIN_MS, undefined, { ref: false });
      }
    }
  }

  async #readOn(): Promise<void> {
    const { events, position } = await readSince(this.#data, await this.position());
    this.#position = position;
    for (const stream of this.streams) send(stream, events, position);
  }
}

/** Sends a stream its position and the events that it missed. A client keeps an id without an event as well. */
export async function sendMissed(
  stream: Stream,
  data: TenantData,
  after: string | undefined,
  begun: Position,
): Promise<void> {
  const from = after === undefined ? undefined : positionOf(after);
  // The common reading sends what is committed after `begun`; this one reads what was committed before it.
  const { events, position } = from
    ? await readSince(data, from)
    : { events: after === undefined ? [] : [resync], position: begun };
  stream.raw.write(`id:${eventIdOf(position)}\n\n`);
  send(stream, events, position);
}
