import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '../problem-error.ts';

/** Sets the entity tag of one record: the version that `If-Match` will be compared with (decisions §4). */
export function setEntityTag(reply: FastifyReply, version: number | string): void {
  void reply.header('etag', `"${version}"`);
}

/**
 * The version of the order of a list, for the `If-Match` of whoever puts it in another order (decisions §13). It is not
 * for 304: the elements may have changed where their order has not.
 * @param order each element with all that an order changes
 */
export function orderVersion(order: readonly string[]): string {
  return createHash('sha256').update(order.join('\n')).digest('base64url').slice(0, 27);
}

/**
 * Whether `If-None-Match` names this entity tag, so that the answer is 304 (RFC 9110 §13.1.2). A tag that a proxy made
 * weak is the same tag.
 * @param tag with its quotes
 */
export function isNotModified(request: Pick<FastifyRequest, 'headers'>, tag: string): boolean {
  const sent = request.headers['if-none-match'];
  return sent?.split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, ''))) ?? false;
}

/**
 * Honours `If-Match`; a request without one is taken as it comes (wire.md). A tag that a proxy made weak on the way
 * still names the version.
 * @throws ProblemError 412 `stale` unless it names this version
 */
export function requireMatch(request: FastifyRequest, version: number | string): void {
  const wanted = request.headers['if-match'];
  if (wanted === undefined) return;
  const tags = wanted.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (tags.includes('*') || tags.includes(`"${version}"`)) return;
  throw new ProblemError('stale', 'It is no longer as you saw it. Look again, then repeat your change.');
}
