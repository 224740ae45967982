import type { FastifyInstance } from 'fastify';

/**
 * What viewers of other sites need of every answer below, errors included (decisions §7): CORS, with the headers that
 * a script may read, and permission to be embedded.
 */
export function openToOtherSites(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'Link, ETag, Accept-Ranges, Content-Range, Content-Length',
      'cross-origin-resource-policy': 'cross-origin',
    });
    done();
  });
}

/** Answers what a browser asks before such a request. @param path with its wildcard */
export function answerPreflight(app: FastifyInstance, path: string): void {
  app.options(path, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .headers({
        'access-control-allow-methods': 'GET, HEAD, OPTIONS',
        'access-control-allow-headers': 'Accept, Authorization, Content-Type, Range, If-Range',
        'access-control-max-age': '86400',
      })
      .code(204)
      .send(),
  );
}
