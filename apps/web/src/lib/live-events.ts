import { isLogged } from '@armarium/contract/session';
import { addressOf } from './operation-address.ts';
import { call, openEventSource } from './api-client.ts';
import { knownUntil, knowUntil } from './event-position.ts';

/** An event of the stream, as the server names it (wire.md "Events"). */
export interface LiveEvent {
  readonly type: (typeof types)[number];
  /** None where there is no stream. */
  readonly id?: string;
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
/** Whether this browser, at this address, shares a stream between its tabs. Not every one does, whatever the types say. */
export function canFollowEvents(): boolean {
  return typeof navigator !== 'undefined' && (navigator.locks as LockManager | undefined) !== undefined;
}

/** What other tabs told before anybody here followed, which is as new as what this page asks for; of more, it looks again. */
let early: LiveEvent[] = [];
const EARLY_MAX = 100;
let take = (event: LiveEvent): void => {
  early = early.length < EARLY_MAX ? [...early, event] : [{ type: 'resync', data: {} }];
};
/** Heard from the moment on at which this code is there: nothing that is shown is asked for before. */
const channel = canFollowEvents() ? new BroadcastChannel(NAME) : undefined;
channel?.addEventListener('message', ({ data }: MessageEvent<LiveEvent>) => take(data));

/**
 * Tells what changes at the server, from what this page first asked for on. The tabs of a browser share one stream:
 * whoever holds the lock reads it and tells the others over a channel; when that tab goes, the next one takes over.
 * Browsers have locks in secure contexts only: a house that serves plain http looks again every half minute instead.
 * @returns ends it
 */
export function followEvents(tell: (event: LiveEvent) => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  if (!channel) {
    const look = async () => {
      if (await isSignedIn()) tell({ type: 'resync', data: {} });
    };
    const timer = setInterval(() => void look(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }
  take = (event) => {
    if (event.id !== undefined) knowUntil(event.id);
    tell(event);
  };
  early.splice(0).forEach(take);
  const takeForAll = (event: LiveEvent) => {
    take(event);
    channel.postMessage(event);
  };
  navigator.locks
    .request(NAME, { signal }, () => readStream(takeForAll, signal))
    // Ended before it was this tab's turn.
    .catch(() => undefined);
  return () => {
    ending.abort();
    take = () => undefined;
  };
}

async function readStream(tell: (event: LiveEvent) => void, signal: AbortSignal): Promise<void> {
  const isEnding = () => signal.aborted;
  while (!isEnding()) {
    await untilRefused(tell, signal);
    // Signed out or away: asked quietly, since a refused stream is a line in the console.
    do await pause(TRY_AGAIN_MS, signal);
    while (!isEnding() && !(await isSignedIn()));
  }
}

const isSignedIn = () =>
  call(isLogged).then(
    ({ logged }) => logged,
    () => false,
  );

/** A lost connection the browser mends itself, from where it was; a refusal ends the stream. */
function untilRefused(tell: (event: LiveEvent) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    // From where this page knows: what changed while the stream began, or since another tab's ended, is told first.
    const source = openEventSource(addressOf('/events', {}, { after: knownUntil() }));
    const end = () => {
      source.close();
      resolve();
    };
    for (const type of types) {
      source.addEventListener(type, ({ data, lastEventId }: MessageEvent<string>) =>
        tell({ type, id: lastEventId, data: JSON.parse(data) as LiveEvent['data'] }),
      );
    }
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
