import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import { Problem } from '@armarium/contract/problem';
import { JSON_BODY_MAX_BYTES } from '@armarium/contract/json-body';
import { operations } from '@armarium/contract/operations';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../observe/log.ts';
import type { Metrics } from '../observe/metrics.ts';
import { VERSION } from '../version.ts';
import { addApiPage } from './api-page.ts';
import { ofInstallation } from './installation-call.ts';
import { addIdentity, type Identity, type Tenancy } from './identify.ts';
import { addMetricsRoute } from './metrics-route.ts';
import {
  JSON_BODY_MAX_MS,
  limitTime,
  readUriList,
  registerOperation,
  URI_LIST,
  type Implementation,
} from './operation-route.ts';
import { answerProblem, answerUnreadable, sendProblem } from './problem-answer.ts';
import { ProblemError } from '../problem-error.ts';
import { securityHeaders } from './security-headers.ts';
import { watchAnswer } from './watch-answer.ts';

export interface AppParts {
  readonly config: Config;
  readonly log: Logger;
  readonly database: Database;
  readonly tenancy: Tenancy;
  readonly secret: Buffer;
  readonly metrics: Metrics;
  readonly implementations: readonly Implementation[];
  /** Resolves when what the server leans on answers; rejects with the reason (readyz). */
  readonly ready: () => Promise<void>;
  /** Routes that are no operations: image bytes, the web client. */
  readonly routes: readonly ((app: FastifyInstance) => Promise<void> | void)[];
}

/** A client that sends its headers slower than this, or goes silent while sending, is cut off. */
const HEADERS_MAX_MS = 30_000;
/** A search of ten thousand characters, each of them nine bytes of an address where it is Japanese. */
const HEADERS_MAX_BYTES = 128 * 1024;

/** A client whose body is refused may go on sending it for so long; one that never said who it is, for less. */
const DROPPING_MAX_MS = 30 * 60_000;
const STRANGERS_DROPPING_MAX_MS = 30_000;

/** Those who ask at once share one look: /readyz costs a query and a file, and is open to anyone. */
function sharedLook(look: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined;
  return () => {
    current ??= look().finally(() => {
      current = undefined;
    });
    return current;
  };
}

/** A method and path have one implementation each, and every operation of the contract has one. */
function checkComplete(implementations: readonly Implementation[]): void {
  const made = new Set(implementations.map(({ operation }) => operation.id));
  const missing = operations.filter(({ id }) => !made.has(id)).map(({ id }) => id);
  if (missing.length > 0) throw new Error(`Operations without an implementation: ${missing.join(', ')}`);
}

/** The HTTP side of the program, not yet listening. */
export async function makeApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, log, metrics, implementations } = parts;
  checkComplete(implementations);
  const loggerInstance: FastifyBaseLogger = log;
  const app = fastify({
    loggerInstance,
    genReqId: () => randomUUID(),
    // One hop: what the proxy in front says of the request, not what a client says of itself.
    trustProxy: config.trustProxy ? (_address, hop) => hop < 1 : false,
    // One line a request, when it is answered, and without the query: what people search for is theirs.
    logController: new fastify.LogController({ disableRequestLogging: true }),
    bodyLimit: JSON_BODY_MAX_BYTES,
    // A body may take hours (gigabytes over a slow line); the socket may be silent only this long.
    requestTimeout: 0,
    connectionTimeout: 120_000,
    http: { headersTimeout: HEADERS_MAX_MS, maxHeaderSize: HEADERS_MAX_BYTES },
    clientErrorHandler: answerUnreadable,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    // What is no address at all never reaches a route, and is answered like every other error.
    frameworkErrors: (error, request, reply) => {
      // No hook is called for it.
      watchAnswer(request, reply, metrics);
      answerProblem(error, request, reply.headers({ ...securityHeaders(), 'x-request-id': request.id }));
    },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 2_000 },
    // Our operations read their input themselves. To judge the few schemas of plugins by JSON Schema's own takes a tenth of a start.
    ajv: { customOptions: { validateSchema: false } },
  });

  addParsers(app);
  app.setErrorHandler(answerProblem);
  app.setNotFoundHandler((request, reply) => {
    sendProblem(
      'not-found',
      `There is no ${request.method} ${request.url.split('?')[0] ?? ''}.`,
      [],
      request,
      reply,
    );
  });
  addHooks(app, metrics);
  await addPlugins(app);
  await addApiPage(app);
  addIdentity(app, parts.tenancy, parts.database, parts.secret);

  addHealth(app, parts.ready);
  addMetricsRoute(app, metrics, config);
  await addOperations(app, implementations, config);
  for (const route of parts.routes)
    await app.register(async (scope) => {
      await route(scope);
    });
  app.get(
    '/openapi.json',
    { schema: ofInstallation('describeApi', 'This description, in OpenAPI 3.1') },
    (_request, reply) => reply.header('cache-control', 'public, max-age=60').send(app.swagger()),
  );
  return app;
}

/** Bodies that are not JSON. */
function addParsers(app: FastifyInstance): void {
  // The framework would read plain text too, which no operation takes.
  app.removeContentTypeParser('text/plain');
  // PATCH takes it too (decisions §5); it is JSON like the other.
  app.addContentTypeParser(
    'application/merge-patch+json',
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  );
  app.addContentTypeParser(URI_LIST, { parseAs: 'string' }, async (_request: FastifyRequest, text: string) =>
    readUriList(text),
  );
}

/**
 * Counts, headers of every answer, and what becomes of a body that nobody read. Hooks that call back: promises for each
 * tile of an image would cost as much as the rest of the hooks.
 */
function addHooks(app: FastifyInstance, metrics: Metrics): void {
  const security = securityHeaders();
  app.addHook('onRequest', (request, reply, done) => {
    watchAnswer(request, reply, metrics);
    reply.headers(security);
    // Its body is read before it is answered, and no route limits the time of that.
    if (request.is404) limitTime(request.raw, JSON_BODY_MAX_MS);
    // The browser sends this header when it fetches a script to install as a service worker. A service worker would outlive a
    // sign-out and an upgrade.
    const isServiceWorker = request.headers['service-worker'] !== undefined;
    done(isServiceWorker ? new ProblemError('not-found', 'Armarium has no service worker.') : undefined);
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id);
    // What says nothing of caching is somebody's private data (decisions §4).
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-store');
    // Only whoever came by TLS can be told to come back by it; not of hosts below, which may be others'.
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
    done();
  });

  app.addHook('onResponse', ({ raw, identity }, _reply, done) => {
    done();
    // A browser reads no answer before it has sent everything: the rest of a refused upload is taken and dropped,
    // for as long as that may take somebody who is known here.
    if (raw.complete || raw.destroyed) return;
    raw.unpipe();
    raw.resume();
    const limit = (known: Identity | undefined) =>
      limitTime(raw, known?.actor ? DROPPING_MAX_MS : STRANGERS_DROPPING_MAX_MS);
    Promise.resolve(identity ?? undefined).then(limit, () => limit(undefined));
  });
}

async function addPlugins(app: FastifyInstance): Promise<void> {
  // Text gains; the types of images are known not to.
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });
  await app.register(cookie);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Armarium',
        version: VERSION,
        description:
          'A catalogue of cultural items with their media. HAL as Spring Data REST writes it; every error is application/problem+json.',
      },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'armarium_session' },
          token: { type: 'http', scheme: 'bearer' },
        },
        schemas: { Problem: Problem as never },
      },
      security: [{ session: [] }, { token: [] }],
    },
  });
}

/** The operations of the contract. The multipart plugin runs hooks for each request, so only they have it. */
async function addOperations(
  app: FastifyInstance,
  implementations: AppParts['implementations'],
  { limits }: Config,
): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart, {
      throwFileSizeLimit: true,
      limits: { fileSize: limits.uploadMax_bytes, files: 1, fields: 8, fieldSize: 64 * 1024, parts: 9 },
    });
    for (const implementation of implementations) registerOperation(scope, implementation);
  });
  // A file that is sent to a wrong address is answered 404, and not 415.
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
}

/** Whether the process lives, and whether it can work. */
function addHealth(app: FastifyInstance, look: AppParts['ready']): void {
  app.get('/healthz', { schema: ofInstallation('isAlive', 'The process is alive') }, (_request, reply) =>
    reply.type('text/plain').send('alive\n'),
  );
  const ready = sharedLook(look);
  app.get(
    '/readyz',
    { schema: ofInstallation('isReady', 'Database and storage answer; 503 otherwise') },
    async (request, reply) => {
      const failure: unknown = await ready().then(
        () => undefined,
        (error: unknown) => error ?? new Error('not ready'),
      );
      if (failure === undefined) return reply.type('text/plain').send('ready\n');
      request.log.warn({ err: failure }, 'not ready');
      sendProblem('unavailable', 'The database or the storage does not answer.', [], request, reply);
      return reply;
    },
  );
}
