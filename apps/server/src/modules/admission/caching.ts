import type { Caller, Seen } from './admission.ts';

/**
 * `Cache-Control` of what is the same for everybody. A record may be made private again, so a shared cache asks again
 * after five minutes.
 */
export const PUBLIC_CACHING = 'public, max-age=300';
export const PRIVATE_CACHING = 'private, no-store';

/** `Cache-Control` of a file of a record. A share link may end, so no cache keeps what it opens. */
export function cachingOf({ visibility }: Pick<Seen, 'visibility'>, { token = '' }: Caller): string {
  return visibility === 'public' && token === '' ? PUBLIC_CACHING : PRIVATE_CACHING;
}
