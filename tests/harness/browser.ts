import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type Request,
} from 'playwright-core';
import { setTimeout as sleep } from 'node:timers/promises';
import { findChromium } from './find-chromium.ts';

/** Starts a headless Chromium; close it in `afterAll`. */
export async function openBrowser(): Promise<Browser> {
  const { executablePath, args } = await findChromium();
  return chromium.launch({ executablePath, args: [...args] });
}

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /**
   * Takes the faults that match out: a test says which faults it provokes. The page may show what went wrong before
   * the browser tells us, and may tell it twice: the first is waited for, those of the next second are taken out too.
   * @throws if there is none after ten seconds
   */
  readonly expectFault: (pattern: RegExp) => Promise<void>;
  /** Waits until no request has been under way for half a second, the stream of events apart, which never ends. */
  readonly settled: () => Promise<void>;
  /** Closes the context. @throws if a fault was left that no `expectFault` took out, nor is always allowed */
  readonly leave: (allowed?: RegExp) => Promise<void>;
}

/**
 * A person with a browser profile of their own. Console errors and warnings, uncaught exceptions, requests
 * that failed and answers from 500 on count as faults.
 * @param origin such as `http://127.0.0.1:8080`; relative addresses of `page.goto` start there
 */
export async function newVisitor(
  browser: Browser,
  origin: string,
  options: Pick<
    BrowserContextOptions,
    'locale' | 'colorScheme' | 'viewport' | 'reducedMotion' | 'hasTouch'
  > = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
    ...options,
  });
  let faults: { text: string; at_ms: number }[] = [];
  const told: { pattern: RegExp; until_ms: number }[] = [];
  const tell = (text: string) => faults.push({ text, at_ms: Date.now() });
  const lines = () => faults.map(({ text }) => text).join('\n') || '(none)';
  // A stream of events that breaks is begun again by the browser, which says so all the same.
  const isStream = (request: Request) => request.resourceType() === 'eventsource';
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (new URL(message.location().url || 'about:blank').pathname === '/events') return;
    tell(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => tell(`uncaught: ${error.error().stack ?? error.error().message}`));
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? 'unknown';
    if (isStream(request)) return;
    // A page that is left, and a viewer that no longer needs a tile, abort their requests: that is right.
    if (why !== 'net::ERR_ABORTED') tell(`request failed: ${why} ${request.method()} ${request.url()}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 500 && !isStream(response.request()))
      tell(`answer ${response.status()}: ${response.url()}`);
  });
  const pending = new Set<Request>();
  let changed_ms = Date.now();
  const mark = (change: (request: Request) => void) => (request: Request) => {
    changed_ms = Date.now();
    change(request);
  };
  context.on(
    'request',
    mark((request) => !isStream(request) && pending.add(request)),
  );
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    context.on(
      end as 'requestfinished',
      mark((request) => pending.delete(request)),
    );
  }
  const page = await context.newPage();
  return {
    context,
    page,
    async expectFault(pattern) {
      const isExpected = ({ text }: { text: string }) => pattern.test(text);
      for (const begun_ms = Date.now(); !faults.some(isExpected); await sleep(50)) {
        if (Date.now() - begun_ms > 10_000) {
          throw new Error(`No fault matches ${String(pattern)}. Faults:\n${lines()}`);
        }
      }
      faults = faults.filter((fault) => !isExpected(fault));
      told.push({ pattern, until_ms: Date.now() + 1000 });
    },
    async settled() {
      while (pending.size > 0 || Date.now() - changed_ms < 500) await sleep(50);
    },
    async leave(allowed) {
      // An answer that a test alters on its way may still be under way, and what it says then is of no test.
      await Promise.all(
        [...context.pages(), context].map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })),
      );
      await context.close();
      faults = faults.filter(
        ({ text, at_ms }) =>
          !allowed?.test(text) &&
          !told.some(({ pattern, until_ms }) => at_ms < until_ms && pattern.test(text)),
      );
      if (faults.length > 0) throw new Error(`The browser saw faults:\n${lines()}`);
    },
  };
}
