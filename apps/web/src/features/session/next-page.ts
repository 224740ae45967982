const SIGN_IN = '/ui/login';

/** The address of the sign-in page that leads back to where the user is. */
export function signInAddress(here: { pathname: string; search: string }): string {
  const wanted = here.pathname + here.search;
  return wanted === '/ui/' || wanted === '/ui' ? SIGN_IN : `${SIGN_IN}?next=${encodeURIComponent(wanted)}`;
}

/**
 * The page to go to after signing in: the one that was wanted before, else the catalogue. Only paths of this client and of
 * the viewers beside it count, so that a crafted link can't lead away from it.
 */
export function nextPage(search: string): string {
  const wanted = new URLSearchParams(search).get('next');
  if (wanted === null) return '/ui/catalog';
  const url = new URL(wanted, 'http://here.invalid');
  const ours =
    url.host === 'here.invalid' &&
    /^\/(ui|images\/(viewers|players))\//.test(url.pathname) &&
    url.pathname !== SIGN_IN;
  return ours ? url.pathname + url.search : '/ui/catalog';
}
