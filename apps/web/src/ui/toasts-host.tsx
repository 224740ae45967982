import { useWindowEvent } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { useNotices } from './notices.ts';

const Toasts = lazy(() => import('./toasts.tsx').then((module) => ({ default: module.Toasts })));

/**
 * The place of messages. Its 10 kB come with the first key or click, before which there is nothing to tell, or with
 * the first message; so they are there when the network is not.
 */
export function ToastsHost() {
  const [wanted, setWanted] = useState(false);
  const told = useNotices().length > 0;
  if (told && !wanted) setWanted(true);
  const want = () => setWanted(true);
  useWindowEvent('pointerdown', want, { capture: true });
  useWindowEvent('keydown', want, { capture: true });
  return (
    wanted && (
      <Suspense fallback={null}>
        <Toasts />
      </Suspense>
    )
  );
}
