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
  /** Everything that went wrong so far, each as one line. */
  readonly faults: readonly string[];
  /** Takes the faults that match out, and fails if there was none: a test says which faults it provokes. */
  readonly expectFault: (pattern: RegExp) => void;
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
  const faults: string[] = [];
  // A stream of events that breaks is begun again by the browser, which says so all the same.
  const isStream = (request: Request) => request.resourceType() === 'eventsource';
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (message.location().url.endsWith('/events')) return;
    faults.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => faults.push(`uncaught: ${error.error().stack ?? error.error().message}`));
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? 'unknown';
    if (isStream(request)) return;
    // A page that is left, and a viewer that no longer needs a tile, abort their requests: that is right.
    if (why !== 'net::ERR_ABORTED')
      faults.push(`request failed: ${why} ${request.method()} ${request.url()}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 500 && !isStream(response.request()))
      faults.push(`answer ${response.status()}: ${response.url()}`);
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
    faults,
    expectFault(pattern) {
      const others = faults.filter((fault) => !pattern.test(fault));
      if (others.length === faults.length) {
        throw new Error(`No fault matches ${String(pattern)}. Faults:\n${faults.join('\n') || '(none)'}`);
      }
      faults.splice(0, faults.length, ...others);
    },
    async settled() {
      while (pending.size > 0 || Date.now() - changed_ms < 500) await sleep(50);
    },
    async leave(allowed) {
      await context.close();
      const left = allowed ? faults.filter((fault) => !allowed.test(fault)) : faults;
      if (left.length > 0) throw new Error(`The browser saw faults:\n${left.join('\n')}`);
    },
  };
}
