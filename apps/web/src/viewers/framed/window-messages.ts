/** What a page says to the window around it, and hears from it (docs/viewers.md). */
type Message = Readonly<Record<string, unknown>>;

const PREFIX = 'armarium:';

/** Sends a message to the window around this page; windows of other sites get none. */
export function postToWindow(type: string, content: Message): void {
  if (window.parent !== window)
    window.parent.postMessage({ type: `${PREFIX}${type}`, ...content }, window.location.origin);
}

/** Listens to windows of the same origin only. Other messages are ignored. */
export function onWindowMessage(handlers: Readonly<Record<string, (message: Message) => void>>): void {
  window.addEventListener('message', ({ origin, data }: MessageEvent<unknown>) => {
    if (origin !== window.location.origin || typeof data !== 'object' || data === null) return;
    const message = data as Message;
    if (typeof message.type === 'string' && message.type.startsWith(PREFIX))
      handlers[message.type.slice(PREFIX.length)]?.(message);
  });
}

/**
 * Sends the address of what is shown to the window around the page, to share it.
 * @param uuid of what is shown by now; undefined where the page's own address says it
 */
export function postAddress(uuid?: string): void {
  const address = new URL(window.location.href);
  address.hash = '';
  if (uuid !== undefined) address.searchParams.set('uuid', uuid);
  postToWindow('url', { url: address.href });
}

/** The numbers of these names, or undefined where one is missing or none. */
export function numbersOf<Name extends string>(
  message: Message,
  names: readonly Name[],
): Record<Name, number> | undefined {
  const entries = names.map((name) => [name, message[name]] as const);
  return entries.every(([, value]) => Number.isFinite(value))
    ? (Object.fromEntries(entries) as Record<Name, number>)
    : undefined;
}
