import { useEffect, useState } from 'react';

/**
 * The address of what the viewer in a frame of this page shows, which it answers to the window messages `armarium:get-url`
 * and `armarium:url` (docs/viewers.md, A-80). Only messages to and from this origin are used.
 * @param asking while this is wanted
 * @returns the address of a viewer's page; undefined where no frame has answered
 */
export function useViewerAddress(asking: boolean): string | undefined {
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    if (!asking) return;
    const hear = ({ origin, data }: MessageEvent<unknown>) => {
      const address = origin === window.location.origin ? addressFrom(data) : undefined;
      if (address !== undefined) setShown(address);
    };
    window.addEventListener('message', hear);
    for (const frame of document.querySelectorAll('iframe'))
      frame.contentWindow?.postMessage({ type: 'armarium:get-url' }, window.location.origin);
    return () => {
      window.removeEventListener('message', hear);
      setShown(undefined);
    };
  }, [asking]);
  return shown;
}

/** The address in a message of a viewer; undefined where it is none of ours. */
export function addressFrom(data: unknown, ours = window.location.origin): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { type, url } = data as { type?: unknown; url?: unknown };
  if (type !== 'armarium:url' || typeof url !== 'string' || !URL.canParse(url)) return undefined;
  const { origin, pathname } = new URL(url);
  return origin === ours && pathname.startsWith('/images/') ? url : undefined;
}
