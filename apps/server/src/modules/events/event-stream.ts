import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { reaches, system, type Actor, type Database, type TenantData } from '../../db/database.ts';
import type { EventNews } from '../../db/event-news.ts';
import { eventIdOf, positionNow, positionOf, type Position } from '../../db/event-position.ts';
import type { Logger } from '../../observe/log.ts';
import { ProblemError } from '../../problem-error.ts';
import { seesAllBatches } from '../batch/public.ts';
import { eventsSince, type ToldEvent } from './event.queries.ts';

/** Proxies cut silent connections after a minute or so. Each time it is looked up whether the session still stands. */
const PULSE_MS = 20_000;
/** Changes that come together are read together. */
const READ_EVERY_MS = 100;
const READ_AGAIN_MS = 1_000;
/** Of one account in one process: a browser opens one. More are programs gone wild. */
const STREAMS_MAX = 20;
/** Somebody who takes nothing any more is let go, and comes back to where they were. */
const UNSENT_MAX_BYTES = 1024 * 1024;
const RETRY_MS = 2_000;

interface Stream {
  readonly raw: ServerResponse;
  actor: Actor;
}

function isFor(actor: Actor, { kind, visibility, created_by: owner }: ToldEvent): boolean {
  if (kind === 'job.progress') return seesAllBatches(actor) || owner === actor.accountUuid;
  return visibility !== 'restricted' || reaches(actor, 'seeRestricted', owner);
}

function send({ raw, actor }: Stream, events: readonly ToldEvent[], position: Position): void {
  if (!raw.headersSent) return;
  const own = events.filter((event) => isFor(actor, event));
  if (own.length === 0) return;
  const id = eventIdOf(position);
  raw.write(
    own.map(({ kind, data }) => `id:${id}\nevent:${kind}\ndata:${JSON.stringify(data)}\n\n`).join(''),
  );
  if (raw.writableLength > UNSENT_MAX_BYTES) raw.destroy();
}

/** Whether the client has gone, or the server, that stops, has ended it. */
const isOver = (raw: ServerResponse): boolean => raw.destroyed || raw.writableEnded;

const resync: ToldEvent = {
  id: 0,
  kind: 'resync',
  data: {},
  visibility: null,
  created_by: null,
};

/** What came after a position; all that can be said of too much is: look again. */
async function readSince(data: TenantData, from: Position) {
  return data.read(async (db) => {
    const { events, position, isWhole } = await eventsSince(db, from);
    if (isWhole) return { events, position };
    return { events: [resync], position: await positionNow(db) };
  });
}

/** The streams of one tenant in this process: its events are read once for all of them. */
class TenantStreams {
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

  /** How far has been read for all: from here on whoever joins is told. Asked by several at once, it is one place. */
  async position(): Promise<Position> {
    if (this.#position) return this.#position;
    this.#beginning ??= this.#data.read(positionNow);
    try {
      const beginning = await this.#beginning;
      // Somebody who waited too may have read on since.
      this.#position ??= beginning;
      return this.#position;
    } finally {
      this.#beginning = undefined;
    }
  }

  /** Reads what is new and sends it; asked meanwhile, it looks once more. */
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

/** Tells a stream where it stands, and what it missed. An id without an event is kept for the next time all the same. */
async function greet(
  stream: Stream,
  data: TenantData,
  asked: string | undefined,
  begun: Position,
): Promise<void> {
  const from = asked === undefined ? undefined : positionOf(asked);
  // What is committed after the begin comes by the others' reading, what before it by one's own.
  const { events, position } = from
    ? await readSince(data, from)
    : { events: asked === undefined ? [] : [resync], position: begun };
  stream.raw.write(`id:${eventIdOf(position)}\n\n`);
  send(stream, events, position);
}

/**
 * `GET /events`: what changes in the tenant, as server-sent events, to whoever is signed in there and may see the
 * record (decisions §5, wire.md). `Last-Event-ID`, or `after` from a page that knows where it began,
 * replays ten minutes; what is older, or too much, is `resync`. A stream ends with its session, and with the server.
 */
export function eventStream(database: Database, news: EventNews, log: Logger) {
  const tenants = new Map<number, { of: TenantStreams; end: () => void }>();

  function streamsOf(tenantId: number): TenantStreams {
    const known = tenants.get(tenantId);
    if (known) return known.of;
    const of = new TenantStreams(database.tenant(tenantId, system), log);
    tenants.set(tenantId, { of, end: news.listen(tenantId, () => of.wake()) });
    return of;
  }

  function leave(tenantId: number, stream: Stream): void {
    const tenant = tenants.get(tenantId);
    tenant?.of.streams.delete(stream);
    if (tenant?.of.streams.size !== 0) return;
    tenant.end();
    tenants.delete(tenantId);
  }

  /** Ends a stream whose session ended, and gives it the roles that its account has now. */
  async function pulse(request: FastifyRequest, tenantId: number, stream: Stream): Promise<void> {
    if (stream.raw.destroyed) {
      leave(tenantId, stream);
      return;
    }
    stream.raw.write(':\n\n');
    const actor = await request.actorNow().catch(() => stream.actor);
    if (actor) stream.actor = actor;
    else stream.raw.end();
  }

  return (app: FastifyInstance): void => {
    app.addHook('preClose', () => {
      for (const { of } of tenants.values()) for (const { raw } of of.streams) raw.end();
    });

    const schema = {
      operationId: 'events',
      summary:
        'What changes in the organisation, as server-sent events: item.created, record.changed, record.state, ' +
        'import.progress, job.progress, resync',
      tags: ['Events'],
      produces: ['text/event-stream'],
      querystring: Type.Object(
        {
          after: Type.Optional(
            Type.String({
              description: 'The id from which on to tell, for those who can’t send it as Last-Event-ID',
            }),
          ),
        },
        { additionalProperties: false },
      ),
    };
    app.get<{ Querystring: { after?: string } }>(
      '/events',
      { schema, exposeHeadRoute: false },
      async (request, reply) => {
        const { tenant, actor } = await request.identify();
        if (isOver(reply.raw)) {
          // Gone already: nothing would tell us so any more.
          reply.hijack();
          return;
        }
        if (!actor) throw new ProblemError('not-signed-in', 'Sign in and try again.');
        const own = [...(tenants.get(tenant.id)?.of.streams ?? [])].filter(
          (stream) => stream.actor.accountUuid === actor.accountUuid,
        );
        if (own.length >= STREAMS_MAX) {
          throw new ProblemError(
            'too-many-requests',
            'This account has too many event streams open. Close some.',
          );
        }
        const stream: Stream = { raw: reply.raw, actor };
        const of = streamsOf(tenant.id);
        of.streams.add(stream);
        reply.raw.once('close', () => leave(tenant.id, stream));
        // Clients take the headers for the begin: what they ask for after them is at least as new as what is told.
        const begun = await of.position();
        reply.hijack();
        if (isOver(reply.raw)) return;
        reply.raw.writeHead(200, {
          ...(reply.getHeaders() as OutgoingHttpHeaders),
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'private, no-store, no-transform',
          // Told to proxies that would hold events back until there are enough of them.
          'x-accel-buffering': 'no',
          'x-request-id': request.id,
        });
        reply.raw.write(`retry:${RETRY_MS}\n`);
        const timer = setInterval(() => void pulse(request, tenant.id, stream), PULSE_MS);
        reply.raw.once('close', () => clearInterval(timer));
        // A browser that comes back by itself sends both: the header is the later one.
        const header = request.headers['last-event-id'];
        const asked = typeof header === 'string' ? header : request.query.after;
        await greet(stream, database.tenant(tenant.id, system), asked, begun).catch((error: unknown) => {
          log.warn({ err: error }, 'a stream of events could not begin');
          reply.raw.end();
        });
      },
    );
  };
}
