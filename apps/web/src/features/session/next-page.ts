const SIGN_IN = '/ui/login';

/** The address of the sign-in page that leads back to where the user is. */
export function signInAddress(here: { pathname: string; search: string }): string {
  const asked = here.pathname + here.search;
  return asked === '/ui/' || asked === '/ui' ? SIGN_IN : `${SIGN_IN}?next=${encodeURIComponent(asked)}`;
}

/**
 * The page to go to after signing in: what was asked for before, else the catalogue. Only paths of this client and of
 * the viewers beside it count, so that a crafted link can't lead away from it.
 */
export function nextPage(search: string): string {
  const asked = new URLSearchParams(search).get('next');
  if (asked === null) return '/ui/catalog';
  const url = new URL(asked, 'http://here.invalid');
  const ours =
    url.host === 'here.invalid' &&
    /^\/(ui|images\/(viewers|players))\//.test(url.pathname) &&
    url.pathname !== SIGN_IN;
  return ours ? url.pathname + url.search : '/ui/catalog';
}
