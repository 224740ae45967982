/** So long after the last key or movement somebody is taken to have left. */
const AWAY_AFTER_MS = 5 * 60_000;

let touched_ms = Date.now();
const waiting = new Set<() => void>();

function isAttended(): boolean {
  return !document.hidden && Date.now() - touched_ms < AWAY_AFTER_MS;
}

function runWaiting(): void {
  if (waiting.size === 0 || !isAttended()) return;
  const runs = [...waiting];
  waiting.clear();
  for (const run of runs) run();
}

if (typeof window !== 'undefined') {
  for (const sign of ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const) {
    window.addEventListener(
      sign,
      () => {
        touched_ms = Date.now();
        runWaiting();
      },
      { passive: true, capture: true },
    );
  }
  document.addEventListener('visibilitychange', runWaiting);
}

/**
 * Runs it now, or once when somebody is at the page again: requests of an unattended page would keep a session alive
 * that nobody uses (LOGIN-17), and nobody sees what they fetch.
 */
export function whenAttended(run: () => void): void {
  if (isAttended()) run();
  else waiting.add(run);
}
