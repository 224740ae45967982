import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from '../observe/metrics.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether answers of this route are logged only where they failed or were slow: there are hundreds in a row. */
    readonly isFrequent?: true;
  }
}

/** A frequent answer that takes longer is worth a line. */
const SLOW_MS = 1_000;

/**
 * A path as it may stand in the log: without its query, without the token of a share link, which opens a record, and without
 * that of an invitation or a forgotten password, which sets one.
 */
function loggedPath(url: string): string {
  return (url.split('?')[0] ?? '').replace(
    /(~|%7e|\/iam\/invitations\/|\/users\/newPassword\/)[^/]+/gi,
    '$1…',
  );
}

/**
 * Counts a request and logs it, once, when its connection is through with it: the framework's own `onResponse` says
 * nothing of a caller who went away before the answer was whole.
 */
export function watchAnswer(request: FastifyRequest, reply: FastifyReply, metrics: Metrics): void {
  const began_ms = performance.now();
  metrics.requestBegan();
  const end = () => {
    const took_ms = performance.now() - began_ms;
    const { schema, url, config } = request.routeOptions;
    const { statusCode, writableFinished } = reply.raw;
    const operation = schema?.operationId ?? url ?? 'none';
    metrics.requestEnded(operation, request.method, writableFinished ? statusCode : 'aborted', took_ms);
    const isOrdinary = writableFinished && statusCode < 400 && took_ms < SLOW_MS;
    if (!config.isFrequent || !isOrdinary) void logAnswer(request, reply, took_ms);
  };
  const { socket } = request.raw;
  let isOver = false;
  const closed = () => {
    // One tells the other, which listens no more but was about to be called.
    if (isOver) return;
    isOver = true;
    socket.off('close', closed);
    end();
  };
  // The framework and its streams listen too, ten times for some files.
  reply.raw.setMaxListeners(20).once('close', closed);
  // An answer that waits for those before it on its connection is told nothing where that closes. However many wait.
  if (!reply.raw.socket) socket.setMaxListeners(0).once('close', closed);
}

async function logAnswer(request: FastifyRequest, { raw }: FastifyReply, took_ms: number): Promise<void> {
  const { statusCode, headersSent, writableFinished } = raw;
  // Known only where somebody asked; asking again costs nothing.
  const identity = await Promise.resolve(request.identity).catch(() => undefined);
  request.log.info(
    {
      method: request.method,
      path: loggedPath(request.url),
      ...(headersSent && { status: statusCode }),
      ...(!writableFinished && { aborted: true }),
      took_ms: Math.round(took_ms * 10) / 10,
      ...(identity && { tenant: identity.tenant.name }),
      ...(identity?.actor && { account: identity.actor.accountUuid }),
      ...(request.actingToken && { token: request.actingToken.uuid }),
    },
    'answered',
  );
}
