import type { FastifyInstance } from 'fastify';
import { reach } from '../db/database.ts';

/**
 * `OPTIONS /ui/management` (decisions §3): whether the caller may open the management, told by `Allow`. Where
 * that can't be known the answer is an error, so that a client which hides what it isn't sure of does so.
 */
export function managementDoor(app: FastifyInstance): void {
  const schema = {
    operationId: 'mayEnterManagement',
    summary: 'Whether the caller may open the management: Allow has GET, or OPTIONS alone',
    tags: ['Session'],
    security: [],
  };
  app.options('/ui/management', { schema }, async (request, reply) => {
    const { actor } = await request.identify();
    const mayEnter = actor !== undefined && reach(actor, 'manage') !== undefined;
    return reply
      .headers({ allow: mayEnter ? 'GET, HEAD, OPTIONS' : 'OPTIONS', 'cache-control': 'no-store' })
      .code(204)
      .send();
  });
}
