/**
 * A Ctrl-C that follows so soon is the same one. `npm start` forwards what it gets, so one Ctrl-C at a terminal, which
 * signals npm and the program alike, reaches the program twice.
 */
const SAME_PRESS_MS = 1_000;

/** What is needed of `process`. */
interface SignalSource {
  on(signal: 'SIGTERM' | 'SIGINT', listener: (signal: NodeJS.Signals) => void): unknown;
  exit(code: number): void;
}

/**
 * Calls `stop` once, at the first SIGTERM or SIGINT. A repeated SIGTERM changes nothing: a supervisor that signals all
 * processes of a service reaches the program itself and through npm. A second Ctrl-C ends the process at once, as a
 * kill does, with 130.
 * @param now_ms a clock that never goes back
 */
export function onStopSignal(
  stop: (signal: NodeJS.Signals) => void,
  source: SignalSource = process,
  now_ms: () => number = () => performance.now(),
): void {
  let stoppedAt_ms: number | undefined;
  const heard = (signal: NodeJS.Signals) => {
    if (stoppedAt_ms === undefined) {
      stoppedAt_ms = now_ms();
      stop(signal);
    } else if (signal === 'SIGINT' && now_ms() - stoppedAt_ms > SAME_PRESS_MS) {
      source.exit(130);
    }
  };
  source.on('SIGTERM', heard);
  source.on('SIGINT', heard);
}
