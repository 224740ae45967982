import type { OutgoingHttpHeaders } from 'node:http';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { system, type Actor, type Database } from '../../db/database.ts';
import type { EventNews, RightNews } from '../../db/event-news.ts';
import type { Logger } from '../../observe/log.ts';
import { ProblemError } from '../../problem-error.ts';
import { isOver, sendMissed, TenantStreams, type Stream } from './tenant-streams.ts';

/** Proxies cut silent connections after about a minute. Each pulse checks whether the session is still valid. */
const PULSE_MS = 20_000;
/** Of one account in one process. A browser opens one; more come from a faulty program. */
const STREAMS_MAX = 20;
const RETRY_MS = 2_000;

/** The open streams of this process, by tenant. */
class OpenStreams {
  readonly #tenants = new Map<number, { streams: TenantStreams; stopListening: () => void }>();

  readonly #database: Database;
  readonly #news: EventNews;
  readonly #log: Logger;

  constructor(database: Database, news: EventNews, log: Logger) {
    this.#database = database;
    this.#news = news;
    this.#log = log;
  }

  /** @throws ProblemError 429 where the account has too many */
  join(tenantId: number, stream: Stream): TenantStreams {
    const own = [...(this.#tenants.get(tenantId)?.streams.streams ?? [])].filter(
      ({ actor }) => actor.accountUuid === stream.actor.accountUuid,
    );
    if (own.length >= STREAMS_MAX) {
      throw new ProblemError(
        'too-many-requests',
        'This account has too many event streams open. Close some.',
      );
    }
    const streams = this.#of(tenantId);
    streams.streams.add(stream);
    stream.raw.once('close', () => this.leave(tenantId, stream));
    return streams;
  }

  leave(tenantId: number, stream: Stream): void {
    const tenant = this.#tenants.get(tenantId);
    tenant?.streams.streams.delete(stream);
    if (tenant?.streams.streams.size !== 0) return;
    tenant.stopListening();
    this.#tenants.delete(tenantId);
  }

  endAll(): void {
    for (const { streams } of this.#tenants.values()) for (const { raw } of streams.streams) raw.end();
  }

  #of(tenantId: number): TenantStreams {
    const known = this.#tenants.get(tenantId);
    if (known) return known.streams;
    const streams = new TenantStreams(this.#database.tenant(tenantId, system), this.#log);
    this.#tenants.set(tenantId, {
      streams,
      stopListening: this.#news.listen(tenantId, () => streams.wake()),
    });
    return streams;
  }
}

/**
 * `GET /events`: what changes in the tenant, as server-sent events, for accounts that are signed in there and may see
 * the record (decisions §5, wire.md). `Last-Event-ID`, or `after` from a page that knows where it began, replays ten
 * minutes; what is older, or too much, is `resync`. A stream ends with its session, and with the server.
 */
export function eventStream(
  database: Database,
  news: EventNews & Pick<RightNews, 'onAccounts'>,
  log: Logger,
) {
  const open = new OpenStreams(database, news, log);
  const looks = new Map<Stream, () => void>();
  // The stream of an account that lost its session or a right ends or changes at once. After others that listen have
  // forgotten what they remember of the account.
  news.onAccounts((accountUuid) =>
    setImmediate(() => {
      for (const [{ actor }, look] of looks) if (actor.accountUuid === accountUuid) look();
    }),
  );

  /** Ends a stream whose session ended, and gives it the roles that its account has now. */
  async function pulse(request: FastifyRequest, tenantId: number, stream: Stream): Promise<void> {
    if (stream.raw.destroyed) {
      open.leave(tenantId, stream);
      return;
    }
    stream.raw.write(':\n\n');
    const actor = await request.actorNow().catch(() => stream.actor);
    if (actor) stream.actor = actor;
    else stream.raw.end();
  }

  async function serve(
    request: FastifyRequest<{ Querystring: { after?: string } }>,
    reply: FastifyReply,
    tenantId: number,
    actor: Actor,
  ): Promise<void> {
    const stream: Stream = { raw: reply.raw, actor };
    const streams = open.join(tenantId, stream);
    // A client takes the headers as the beginning, so the position is read before they are sent.
    const begun = await streams.position();
    reply.hijack();
    if (isOver(reply.raw)) return;
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store, no-transform',
      // Keeps proxies from collecting events before they pass them on.
      'x-accel-buffering': 'no',
      'x-request-id': request.id,
    });
    reply.raw.write(`retry:${RETRY_MS}\n`);
    const look = () => void pulse(request, tenantId, stream);
    const timer = setInterval(look, PULSE_MS);
    looks.set(stream, look);
    reply.raw.once('close', () => {
      clearInterval(timer);
      looks.delete(stream);
    });
    // A browser that reconnects by itself sends both: the header is the later one.
    const header = request.headers['last-event-id'];
    const after = typeof header === 'string' ? header : request.query.after;
    await sendMissed(stream, database.tenant(tenantId, system), after, begun).catch((error: unknown) => {
      log.warn({ err: error }, 'a stream of events could not begin');
      reply.raw.end();
    });
  }

  return (app: FastifyInstance): void => {
    app.addHook('preClose', () => open.endAll());
    app.get<{ Querystring: { after?: string } }>(
      '/events',
      { schema, exposeHeadRoute: false },
      async (request, reply) => {
        const { tenant, actor } = await request.identify();
        if (isOver(reply.raw)) {
          // The client has gone already, so there will be no `close` any more.
          reply.hijack();
          return;
        }
        if (!actor) throw new ProblemError('not-signed-in', 'Sign in and try again.');
        await serve(request, reply, tenant.id, actor);
      },
    );
  };
}

const schema = {
  operationId: 'events',
  summary:
    'What changes in the organisation, as server-sent events: item.created, record.changed, record.state, ' +
    'import.progress, job.progress, organisation.changed, configuration.changed, resync',
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
