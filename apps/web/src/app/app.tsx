import { MantineProvider } from '@mantine/core';
import '@mantine/notifications/styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router';
import { sessionQuery } from '../features/session/api/session.ts';
import { onFailure, queryClient } from '../lib/query-client.ts';
import { notifyProblem } from '../ui/notify.tsx';
import { theme } from '../ui/theme.ts';
import { Toasts } from '../ui/toasts.tsx';
import { createRouter } from './router.tsx';
import { RootBoundary } from './root-boundary.tsx';
import { SessionGate } from './session-gate.tsx';

onFailure(notifyProblem);

interface AppProps {
  /** Whether there is a session; the request was sent before this code was loaded. */
  session: Promise<boolean>;
  /** Leaves for the sign-in page, which comes back here. */
  onSignedOut(): void;
}

/** The client behind the sign-in. */
export function App({ session, onSignedOut }: AppProps) {
  const [router] = useState(() => {
    void queryClient.prefetchQuery({ ...sessionQuery, queryFn: () => session });
    return createRouter();
  });
  useEffect(() => () => router.dispose(), [router]);
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <RootBoundary>
        <QueryClientProvider client={queryClient}>
          <Toasts />
          <SessionGate onSignedOut={onSignedOut}>
            <RouterProvider router={router} />
          </SessionGate>
        </QueryClientProvider>
      </RootBoundary>
    </MantineProvider>
  );
}
