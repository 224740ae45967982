import type { FastifyRequest } from 'fastify';

/**
 * Lets an answer take its time once the request has come whole: a socket on which nothing passes is cut otherwise, while a
 * file is still being put away or fetched. The next request on the connection has the usual patience again.
 */
export function mayTakeLong({ raw }: FastifyRequest): void {
  const wait = () => raw.socket.setTimeout(0);
  if (raw.complete) wait();
  else raw.once('end', wait);
}
