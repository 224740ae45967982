import { useWindowEvent } from '@mantine/hooks';
import { useCallback, useEffect, useState, type ComponentType } from 'react';
import { useNotices } from './notices.ts';

/**
 * The place of messages. Its 10 kB come with the first key or click, before which there is nothing to tell, or with
 * the first message; so they are there when the network is not. Where they could not be had, the next key, click or
 * message asks again, and the header has the messages meanwhile.
 */
export function ToastsHost() {
  const [Toasts, setToasts] = useState<ComponentType>();
  const told = useNotices().length;
  const want = useCallback(() => {
    if (Toasts) return;
    import('./toasts.tsx').then(
      (module) => setToasts(() => module.Toasts),
      () => undefined,
    );
  }, [Toasts]);
  useEffect(() => {
    if (told > 0) want();
  }, [told, want]);
  useWindowEvent('pointerdown', want, { capture: true });
  useWindowEvent('keydown', want, { capture: true });
  return Toasts && <Toasts />;
}
