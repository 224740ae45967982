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
  'organisation.changed',
  'configuration.changed',
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

/** Events that other tabs passed on before this page called `followEvents`. Too many of them become one `resync`. */
let early: LiveEvent[] = [];
const EARLY_MAX = 100;
let take = (event: LiveEvent): void => {
  early = early.length < EARLY_MAX ? [...early, event] : [{ type: 'resync', data: {} }];
};
/** Listens as soon as this code is loaded, which is before anything that is shown is fetched. */
const channel = canFollowEvents() ? new BroadcastChannel(NAME) : undefined;
channel?.addEventListener('message', ({ data }: MessageEvent<LiveEvent>) => take(data));

/**
 * Reports changes at the server, beginning with the first request of this page. The tabs of a browser share one stream:
 * the tab that holds the lock reads it and passes it on over a channel; when that tab is closed, the next one takes over.
 * Browsers have locks in secure contexts only: on plain http everything is fetched again every half minute instead.
 * @returns stops it
 */
export function followEvents(report: (event: LiveEvent) => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  if (!channel) {
    const look = async () => {
      if (await isSignedIn()) report({ type: 'resync', data: {} });
    };
    const timer = setInterval(() => void look(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }
  take = (event) => {
    if (event.id !== undefined) knowUntil(event.id);
    report(event);
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

async function readStream(report: (event: LiveEvent) => void, signal: AbortSignal): Promise<void> {
  const isEnding = () => signal.aborted;
  while (!isEnding()) {
    await untilRefused(report, signal);
    // Signed out or offline: checked by a call, since a refused stream writes a line to the console.
    do await pause(TRY_AGAIN_MS, signal);
    while (!isEnding() && !(await isSignedIn()));
  }
}

const isSignedIn = () =>
  call(isLogged).then(
    ({ logged }) => logged,
    () => false,
  );

/** The browser restores a lost connection by itself, from the last event on; a refusal ends the stream. */
function untilRefused(report: (event: LiveEvent) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    // Begins after the last event that this page knows, so that nothing is lost between two streams.
    const source = openEventSource(addressOf('/events', {}, { after: knownUntil() }));
    const end = () => {
      source.close();
      resolve();
    };
    for (const type of types) {
      source.addEventListener(type, ({ data, lastEventId }: MessageEvent<string>) =>
        report({ type, id: lastEventId, data: JSON.parse(data) as LiveEvent['data'] }),
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
