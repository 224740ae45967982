import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/**
 * The web client below `/ui/` (back office §2): its hashed assets may be kept for ever, and every other
 * address below it serves the client, which reads the route itself.
 * @param folder the built client, with `index.html` and `assets/`
 */
export function webClient(folder: string) {
  return async (app: FastifyInstance): Promise<void> => {
    const page = await readFile(join(folder, 'index.html'));
    app.get('/', { schema: { hide: true } }, (_request, reply) => reply.redirect('/ui/', 302));
    app.get('/ui', { schema: { hide: true } }, (_request, reply) => reply.redirect('/ui/', 302));
    await app.register(fastifyStatic, {
      root: folder,
      prefix: '/ui/',
      index: false,
      wildcard: false,
      schemaHide: true,
      cacheControl: false,
      setHeaders: (response, path) => {
        const hashed = path.startsWith(join(folder, 'assets'));
        void response.setHeader(
          'cache-control',
          hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
        );
      },
    });
    app.get('/ui/*', { schema: { hide: true } }, (_request, reply) =>
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page),
    );
  };
}
