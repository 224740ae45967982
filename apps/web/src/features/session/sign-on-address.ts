import { nextPage } from './next-page.ts';

/** The longest page that the server takes along. */
const NEXT_MAX = 1_000;
const CATALOGUE = nextPage('');

/**
 * The address that leads to a provider, and from there back to the page that was wanted. The server leads to pages below
 * `/ui/` alone.
 * @param search of the sign-in page
 */
export function signOnAddress(provider: string, search: string): string {
  const address = `/users/oidc/${provider}`;
  const next = nextPage(search);
  const isTaken = next.startsWith('/ui/') && next !== CATALOGUE && next.length <= NEXT_MAX;
  return isTaken ? `${address}?next=${encodeURIComponent(next)}` : address;
}
