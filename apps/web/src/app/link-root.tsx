import { MantineProvider } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { InvitationPage } from '../features/session/components/invitation-page.tsx';
import { NewPasswordPage } from '../features/session/components/new-password-page.tsx';
import { SignInFrame } from '../features/session/components/sign-in-frame.tsx';
import { theme } from '../ui/theme.ts';
import { loadSignInWords } from './words.ts';

interface LinkRootProps {
  page: 'invitation' | 'new-password';
  /** Goes to the catalogue. */
  onDone(): void;
  /** Goes to an address of the sign-in page. */
  onSignIn(address: string): void;
}

/**
 * The pages that links of mail open, as small as the sign-in page. The token of a link stands behind its #, which browsers
 * send to no server.
 */
export function LinkRoot({ page, onDone, onSignIn }: LinkRootProps) {
  const token = useSyncExternalStore(followHash, () => window.location.hash.slice(1));
  const toSignIn = () => onSignIn('/ui/login');
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <SignInFrame loadWords={loadSignInWords}>
        {page === 'invitation' ? (
          <InvitationPage key={token} token={token} onDone={onDone} onSignIn={toSignIn} />
        ) : (
          <NewPasswordPage
            key={token}
            token={token}
            onDone={onDone}
            onSignIn={toSignIn}
            onForgotten={() => onSignIn('/ui/login?forgotten=1')}
          />
        )}
      </SignInFrame>
    </MantineProvider>
  );
}

/** Another link that is opened in this window changes nothing else of the address. */
function followHash(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}
