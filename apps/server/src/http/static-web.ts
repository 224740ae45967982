import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../problem-error.ts';
import { sendProblem } from './problem-answer.ts';

const isAsset = (path: string) => path.startsWith('/ui/assets/');

/**
 * The web client below `/ui/` (back office §2): its hashed assets may be kept for ever, and every other
 * address below it serves the client, which reads the route itself. Files are looked up at each request, so
 * that a new build is served by a process that runs already.
 * @param folder the built client, with `index.html` and `assets/`
 */
export function webClient(folder: string) {
  const assets = join(folder, 'assets');
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/', { schema: { hide: true } }, (_request, reply) => reply.redirect('/ui/', 302));
    // Browsers ask for it wherever a page names no icon.
    app.get('/favicon.ico', { schema: { hide: true } }, (_request, reply) =>
      reply.redirect('/ui/favicon.svg', 302),
    );
    app.get('/ui', { schema: { hide: true } }, (_request, reply) => reply.redirect('/ui/', 302));
    await app.register(
      async (ui) => {
        // The client itself is served while the database does not answer: it says so, and tries again.
        ui.addHook('onRequest', async (request) => {
          if (isAsset(request.url)) return;
          await Promise.resolve(request.identify()).catch((error: unknown) => {
            if (error instanceof ProblemError && error.code === 'unknown-host') throw error;
          });
        });
        await ui.register(fastifyStatic, {
          root: folder,
          index: 'index.html',
          schemaHide: true,
          cacheControl: false,
          // Nothing without what is to be shown: presentation/viewers/ fills them.
          allowedPath: (path) => !path.startsWith('/viewers/'),
          setHeaders: (response, path) => {
            const kept = path.startsWith(assets) ? 'public, max-age=31536000, immutable' : 'no-cache';
            void response.setHeader('cache-control', kept);
          },
        });
        ui.setNotFoundHandler((request, reply) => {
          const path = request.url.split('?')[0] ?? '';
          if ((request.method !== 'GET' && request.method !== 'HEAD') || isAsset(path)) {
            sendProblem('not-found', `There is no ${request.method} ${path}.`, [], request, reply);
            return reply;
          }
          return reply.sendFile('index.html');
        });
      },
      { prefix: '/ui' },
    );
  };
}
