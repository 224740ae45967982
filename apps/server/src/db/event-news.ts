import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ConnectionSettings } from './pool.ts';

const PULSE_MS = 30_000;
const ANSWER_MAX_MS = 10_000;
const pauses_ms = [100, 500, 1_000, 2_000, 5_000];

/** Notifies that a tenant has new rows in `event`; listeners read them there. */
export interface EventNews {
  /**
   * Calls back after each commit with new events, and after the database was unavailable. @returns a function
   * that ends it
   */
  listen(tenantId: number, wake: () => void): () => void;
  /** Starts to listen, for callers that only register. */
  begin(): void;
  /** Never rejects. */
  close(): Promise<void>;
}

/** Notifies when cached rights are out of date, whichever process changed them. */
export interface RightNews {
  /**
   * Calls back with a tenant whose rights to images have changed; without one after the database was
   * unavailable.
   */
  onImages(forget: (tenantId?: number) => void): void;
  /** Calls back when an organisation has changed. */
  onTenants(forget: () => void): void;
  /** Calls back with an account whose sessions or roles have changed; without one for all. */
  onAccounts(forget: (accountUuid?: string) => void): void;
}

/**
 * Listens on a session of its own, from the first listener on. The session must be a direct one to the
 * server, as that of the queue. After a loss of the database it reconnects, and then calls all listeners.
 */
export function openEventNews(
  connection: ConnectionSettings,
  onLost: (error: unknown, failures: number) => void,
): EventNews & RightNews {
  const listeners = new Map<number, Set<() => void>>();
  const images = new Set<(tenantId?: number) => void>();
  const accounts = new Set<(accountUuid?: string) => void>();
  const tenants = new Set<() => void>();
  const closing = new AbortController();
  let listening: Promise<void> | undefined;

  function wakeAll(): void {
    for (const wakes of listeners.values()) for (const wake of wakes) wake();
    forgetAll();
  }

  function forgetAll(): void {
    for (const forget of [...images, ...accounts, ...tenants]) forget();
  }

  /** `images:{tenant}`, `account:{uuid}`, `sessions` (0010_changes.sql), or `tenants` (0025_organisation.sql). */
  function forgetRight(payload: string): void {
    const [kind, of = ''] = payload.split(':');
    if (kind === 'images') for (const forget of images) forget(Number(of));
    else if (kind === 'tenants') for (const forget of tenants) forget();
    else for (const forget of accounts) forget(kind === 'account' ? of : undefined);
  }

  function onNotification({ channel, payload = '' }: pg.Notification): void {
    if (channel === 'armarium_right') return forgetRight(payload);
    for (const wake of listeners.get(Number(payload)) ?? []) wake();
  }

  async function keepListening(): Promise<void> {
    let failures = 0;
    const isClosing = () => closing.signal.aborted;
    while (!isClosing()) {
      try {
        const onReady = () => {
          failures = 0;
          wakeAll();
        };
        await listenOnce(connection, { onReady, onNotification, closing: closing.signal });
      } catch (error) {
        if (isClosing()) return;
        failures += 1;
        // Notifications were lost meanwhile.
        forgetAll();
        onLost(error, failures);
        const pause_ms = pauses_ms[Math.min(failures, pauses_ms.length) - 1];
        await sleep(pause_ms, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
  }

  return {
    listen(tenantId, wake) {
      const wakes = listeners.get(tenantId) ?? new Set();
      listeners.set(tenantId, wakes.add(wake));
      listening ??= keepListening();
      return () => {
        wakes.delete(wake);
        if (wakes.size === 0 && listeners.get(tenantId) === wakes) listeners.delete(tenantId);
      };
    },
    onImages: (forget) => void images.add(forget),
    onTenants: (forget) => void tenants.add(forget),
    onAccounts: (forget) => void accounts.add(forget),
    begin() {
      listening ??= keepListening();
    },
    async close() {
      closing.abort();
      await listening;
    },
  };
}

interface Listening {
  /** Called when it listens: from then on no notification is lost. */
  readonly onReady: () => void;
  readonly onNotification: (message: pg.Notification) => void;
  readonly closing: AbortSignal;
}

/** Listens on one session until it is closed. @throws when the session is lost, or can't be opened */
async function listenOnce(
  connection: ConnectionSettings,
  { onReady, onNotification, closing }: Listening,
): Promise<void> {
  const client = new pg.Client({
    ...connection,
    application_name: 'armarium events',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    query_timeout: ANSWER_MAX_MS,
  });
  const lost = new Promise<never>((_, reject) => {
    client.on('error', reject);
    client.on('end', () => reject(new Error('The session ended.')));
  });
  const closed = new Promise<void>((resolve) => {
    closing.addEventListener('abort', () => resolve(), { once: true });
  });
  let pulse: NodeJS.Timeout | undefined;
  client.on('notification', onNotification);
  try {
    await Promise.race([
      client.connect().then(() => client.query('listen armarium_event; listen armarium_right')),
      lost,
    ]);
    onReady();
    // An idle session sends nothing, so a silently broken connection would be noticed hours later.
    const silent = new Promise<never>((_, reject) => {
      pulse = setInterval(() => void client.query('select 1').catch(reject), PULSE_MS);
    });
    await Promise.race([lost, closed, silent]);
  } finally {
    clearInterval(pulse);
    lost.catch(() => undefined);
    await Promise.race([client.end().catch(() => undefined), sleep(1_000, undefined, { ref: false })]);
  }
}
