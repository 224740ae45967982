import { createRoot } from 'react-dom/client';
import '@fontsource-variable/source-sans-3/wght.css';
import '@fontsource-variable/source-sans-3/wght-italic.css';
import '@fontsource-variable/source-serif-4/wght.css';
import '@mantine/core/styles.css';
import './ui/theme.css';
import { showStartFailure } from './app/start-failure.ts';
import { loadArrivalWords, loadPageWords, loadSignInWords, loadWords } from './app/words.ts';
import { hasSession } from './features/session/api/is-logged.ts';
import { nextPage, signInAddress } from './features/session/next-page.ts';
import { currentLanguage } from './lib/i18n.ts';

const place = document.getElementById('root') as HTMLElement;
const root = createRoot(place);

/** The pages that links of mail open, by their addresses. */
const linkPages: Readonly<Record<string, 'invitation' | 'new-password'>> = {
  '/ui/invitation': 'invitation',
  '/ui/new-password': 'new-password',
};

/**
 * Two programs on one page: the sign-in page, and what links of mail open, is small and loads nothing of the other. Going from one to the
 * other needs no reload; signing out does one on purpose, so that nothing of the session stays in memory.
 */
async function start(): Promise<void> {
  const linkPage = linkPages[window.location.pathname];
  if (linkPage) {
    const [{ LinkRoot }] = await Promise.all([
      import('./app/link-root.tsx'),
      loadSignInWords(currentLanguage()),
      loadPageWords('passwordLinks'),
    ]);
    root.render(<LinkRoot page={linkPage} onDone={() => go('/ui/catalog')} onSignIn={go} />);
  } else if (window.location.pathname === '/ui/login') {
    const [{ SignInRoot }] = await Promise.all([import('./app/sign-in-root.tsx'), loadArrivalWords()]);
    root.render(<SignInRoot onDone={() => go(nextPage(window.location.search))} />);
  } else {
    // Beside the code that waits for the answer.
    const session = hasSession();
    session.catch(() => undefined);
    const [{ App }] = await Promise.all([import('./app/app.tsx'), loadWords(currentLanguage())]);
    root.render(<App session={session} onSignedOut={() => go(signInAddress(window.location))} />);
  }
}

function go(address: string): void {
  // A viewer's page is none of ours.
  if (!address.startsWith('/ui/')) {
    window.location.replace(address);
    return;
  }
  // The program that is left must not act on the address of the other.
  root.render(null);
  window.history.replaceState(null, '', address);
  start().catch(giveUp);
}

// A page that the browser kept from before a sign-out or a change of organisation shows and does nothing of it.
window.addEventListener('pagehide', ({ persisted }) => {
  place.hidden = persisted;
});
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) window.location.reload();
});

/** A part of the client that does not come, or does not run, must not leave an empty window. */
function giveUp(): void {
  root.unmount();
  showStartFailure(place);
}

start().catch(giveUp);
