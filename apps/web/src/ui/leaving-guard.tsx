import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
import { useBlocker } from 'react-router';

/** While it is there, leaving by the Back button, or closing or reloading the page, opens a question. */
export function LeavingGuard({ onLeave }: { onLeave(): void }) {
  const back = useBlocker(({ historyAction }) => historyAction === 'POP');
  const blocked = useEffectEvent(() => {
    back.reset?.();
    onLeave();
  });
  useEffect(() => {
    if (back.state === 'blocked') blocked();
  }, [back.state]);
  useWindowEvent('beforeunload', (event) => event.preventDefault());
  return null;
}
