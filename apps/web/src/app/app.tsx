import { MantineProvider } from '@mantine/core';
import '@mantine/notifications/styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router';
import '../lib/problem/records/messages.ts';
import { onFailure, queryClient } from '../lib/query-client.ts';
import { notifyProblem } from '../ui/notify.tsx';
import { theme } from '../ui/theme.ts';
import { ToastsHost } from '../ui/toasts-host.tsx';
import { createRouter } from './router.tsx';
import { RootBoundary } from './root-boundary.tsx';
import { SessionGate } from './session-gate.tsx';
import './messages.ts';

onFailure(notifyProblem);

/** The client behind the sign-in. `onSignedOut` leaves for the sign-in page, which comes back here. */
export function App({ onSignedOut }: { onSignedOut(): void }) {
  const [router] = useState(createRouter);
  useEffect(() => () => router.dispose(), [router]);
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <RootBoundary>
        <QueryClientProvider client={queryClient}>
          <ToastsHost />
          <SessionGate onSignedOut={onSignedOut}>
            <RouterProvider router={router} />
          </SessionGate>
        </QueryClientProvider>
      </RootBoundary>
    </MantineProvider>
  );
}
