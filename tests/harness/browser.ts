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
import { INTERVAL_MS, PATIENCE_MS } from './patience.ts';

/** Starts a headless Chromium; close it in `afterAll`. */
export async function openBrowser(): Promise<Browser> {
  const { executablePath, args } = await findChromium();
  return chromium.launch({ executablePath, args: [...args] });
}

/** A request that went wrong: with an answer from 400 on, or without any. */
interface FailedRequest {
  /** The status of its answer, or the browser's word for why there was none, such as `ERR_CONNECTION_REFUSED`. */
  readonly why: number | string;
  readonly method: string;
  readonly path: string;
}

/** Failed requests, as a test describes them. */
interface Failure {
  readonly why: number | RegExp;
  readonly method?: string | undefined;
  /** Of the path alone, without host and query. */
  readonly path?: RegExp | undefined;
}

interface Allowed {
  readonly failures: readonly Failure[];
  /** Lines of the console. */
  readonly lines: RegExp;
}

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /**
   * Says that at least one request fails: with this status or this error of the network, this method and this path. It may
   * be said before or after.
   */
  readonly expectFailure: (why: number | RegExp, method: string, path: RegExp) => void;
  /** Says that requests may fail so, or not: which ones are under way at that moment is not the test's to say. */
  readonly allowFailure: (why: number | RegExp, method?: string, path?: RegExp) => void;
  /** Says that the console gets such a line, other than of a failed request. */
  readonly expectConsole: (line: RegExp) => void;
  /** Waits until no request has been under way for half a second, the stream of events apart, which never ends. */
  readonly settled: () => Promise<void>;
  /**
   * Closes the context.
   * @param allowed what may come or not
   * @throws if something failed that was not expected, or something expected did not fail within a minute
   */
  readonly leave: (allowed?: Allowed) => Promise<void>;
}

/**
 * A person with a browser profile of their own. Lines of errors and warnings in the console, uncaught exceptions, requests
 * without an answer and answers from 400 on are faults, unless the test expects them.
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
  const failed: FailedRequest[] = [];
  const lines: string[] = [];
  const expectedFailures: Failure[] = [];
  const allowedFailures: Failure[] = [];
  const expectedLines: RegExp[] = [];
  // A stream of events that breaks is begun again by the browser, which says so all the same.
  const isStream = (request: Request) => request.resourceType() === 'eventsource';
  const noteFailed = (request: Request, why: number | string) => {
    if (isStream(request)) return;
    failed.push({ why, method: request.method(), path: new URL(request.url()).pathname });
  };
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // The request itself tells more: its status, its method, and that it is one of the stream.
    if (message.text().startsWith('Failed to load resource: ')) return;
    if (new URL(message.location().url || 'about:blank').pathname === '/events') return;
    lines.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => lines.push(`uncaught: ${error.error().stack ?? error.error().message}`));
  context.on('requestfailed', (request) => {
    const why = (request.failure()?.errorText ?? 'unknown').replace('net::', '');
    // A page that is left, and a viewer that no longer needs a tile, abort their requests: that is right.
    if (why !== 'ERR_ABORTED') noteFailed(request, why);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) noteFailed(response.request(), response.status());
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
    expectFailure(why, method, path) {
      expectedFailures.push({ why, method, path });
    },
    allowFailure(why, method, path) {
      allowedFailures.push({ why, method, path });
    },
    expectConsole(line) {
      expectedLines.push(line);
    },
    async settled() {
      while (pending.size > 0 || Date.now() - changed_ms < 500) await sleep(INTERVAL_MS);
    },
    async leave(allowed) {
      const missing = () => [
        ...expectedFailures.filter((one) => !failed.some((request) => fits(request, one))).map(failureLine),
        ...expectedLines.filter((one) => !lines.some((line) => one.test(line))).map(String),
      ];
      // The page may show what went wrong before the browser tells us.
      const deadline_ms = Date.now() + PATIENCE_MS;
      while (missing().length > 0 && Date.now() < deadline_ms) await sleep(INTERVAL_MS);
      // An answer that a test alters on its way may still be under way, and what it says then is of no test.
      await Promise.all(
        [...context.pages(), context].map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })),
      );
      await context.close();
      const known = [...expectedFailures, ...allowedFailures, ...(allowed?.failures ?? [])];
      const faults = [
        ...failed.filter((request) => !known.some((one) => fits(request, one))).map(failureLine),
        ...lines.filter((line) => !allowed?.lines.test(line) && !expectedLines.some((one) => one.test(line))),
        ...missing().map((what) => `expected, but did not come: ${what}`),
      ];
      if (faults.length > 0) throw new Error(`The browser saw faults:\n${faults.join('\n')}`);
    },
  };
}

function fits(request: FailedRequest, { why, method, path }: Failure): boolean {
  return (
    (why instanceof RegExp ? why.test(String(request.why)) : why === request.why) &&
    (method === undefined || method === request.method) &&
    (path === undefined || path.test(request.path))
  );
}

function failureLine({ why, method = '', path = '' }: FailedRequest | Failure): string {
  return `${String(why)} ${method} ${String(path)}`;
}
