import { isLogged } from '@armarium/contract/session';
import { call, openEventSource } from './api-client.ts';

/**
 * An event of the stream, as the server names it (wire.md "Events"). A `resync` with `before_ms`, in ms since 1970,
 * concerns only what was asked for before that.
 */
export interface LiveEvent {
  readonly type: (typeof types)[number];
  readonly data: Readonly<Record<string, unknown>>;
}

const types = [
  'item.created',
  'record.changed',
  'record.state',
  'import.progress',
  'job.progress',
  'resync',
] as const;
const NAME = 'armarium.events';
/** Without a stream everything shown is looked at again this often. */
const LOOK_AGAIN_MS = 30_000;
const TRY_AGAIN_MS = 10_000;
/** A stream that begins sooner after a tab began to follow stands before the tab has shown what it asked for. */
const LATE_MS = 250;

/** Whether this browser, at this address, shares a stream between its tabs. Not every one does, whatever the types say. */
export function canFollowEvents(): boolean {
  return typeof navigator !== 'undefined' && (navigator.locks as LockManager | undefined) !== undefined;
}

/**
 * Tells what changes at the server. The tabs of a browser share one stream: whoever holds the lock reads it and tells
 * the others over a channel; when that tab goes, the next one takes over. Browsers have locks in secure contexts only:
 * a house that serves plain http looks again every half minute instead.
 * @returns ends it
 */
export function followEvents(tell: (event: LiveEvent) => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  if (!canFollowEvents()) {
    const look = async () => {
      if (await isSignedIn()) tell({ type: 'resync', data: {} });
    };
    const timer = setInterval(() => void look(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data }: MessageEvent<LiveEvent>) => tell(data));
  const asked_ms = Date.now();
  const tellAll = (event: LiveEvent) => {
    tell(event);
    channel.postMessage(event);
  };
  navigator.locks
    .request(NAME, { signal }, () => readStream(tellAll, asked_ms, signal))
    // Ended before it was this tab's turn.
    .catch(() => undefined);
  return () => {
    ending.abort();
    channel.close();
  };
}

/** @param from_ms when this tab began to follow, in ms since 1970 */
async function readStream(
  tell: (event: LiveEvent) => void,
  from_ms: number,
  signal: AbortSignal,
): Promise<void> {
  const isEnding = () => signal.aborted;
  while (!isEnding()) {
    await untilRefused(tell, from_ms, signal);
    // Signed out or away: asked quietly, since a refused stream is a line in the console.
    do await pause(TRY_AGAIN_MS, signal);
    while (!isEnding() && !(await isSignedIn()));
    if (!isEnding()) tell({ type: 'resync', data: {} });
  }
}

const isSignedIn = () =>
  call(isLogged).then(
    ({ logged }) => logged,
    () => false,
  );

/** A lost connection the browser mends itself, from where it was; a refusal ends the stream. */
function untilRefused(tell: (event: LiveEvent) => void, from_ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const source = openEventSource('/events');
    const end = () => {
      source.close();
      resolve();
    };
    for (const type of types) {
      source.addEventListener(type, ({ data }: MessageEvent<string>) =>
        tell({ type, data: JSON.parse(data) as LiveEvent['data'] }),
      );
    }
    source.addEventListener(
      'open',
      () => {
        // What changed between the page's own questions and the stream's begin, or since the tab that held the stream
        // before went, is in neither. The server answers once it knows from where on it tells: what is asked after
        // that is answered after it, and what changes since then the stream tells.
        const now_ms = Date.now();
        if (now_ms - from_ms > LATE_MS) tell({ type: 'resync', data: { before_ms: now_ms } });
      },
      { once: true },
    );
    source.addEventListener('error', () => {
      if (source.readyState === source.CLOSED) end();
    });
    signal.addEventListener('abort', end, { once: true });
  });
}

function pause(length_ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, length_ms);
    signal.addEventListener('abort', end);
  });
}
