/**
 * Fetches the stylesheet with the organisation's accent again. The one before stays until the new one is there, so that
 * the page is never without.
 */
export function renewAccent(): void {
  const links = document.querySelectorAll<HTMLLinkElement>('link[data-accent]');
  const before = links[links.length - 1];
  if (!before) return;
  const next = before.cloneNode() as HTMLLinkElement;
  next.addEventListener('load', () => links.forEach((link) => link.remove()));
  // Without a server the page stays as it is.
  next.addEventListener('error', () => next.remove());
  before.after(next);
}
