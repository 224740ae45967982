import type { BrowserContext, Page } from 'playwright-core';
import type { BenchServer } from './bench-server.ts';

/** How the browser answered what somebody did, until all that came of it was drawn. */
export interface Answered {
  /** Script of the frame with most of it; 0 where no frame took 50 ms, since the browser tells of no shorter ones. */
  readonly script_ms: number;
  /** From the slowest key or button to the next picture; the browser tells of them in steps of 8 ms, from 16. */
  readonly event_ms: number;
}

interface Benched {
  paint_ms: number;
  shift: number;
  /** Script of each frame longer than 50 ms, milliseconds. */
  readonly frames: number[];
  /** From each key or button to the next picture, milliseconds. */
  readonly events: number[];
}

declare global {
  interface Window {
    benched: Benched;
    /** How long what `untilDrawn` waits for took to be drawn, milliseconds; undefined until it is. */
    drawn_ms: number | undefined;
  }
}

/** Runs in the page, before anything of its own. */
export function watch(): void {
  const benched: Benched = { paint_ms: 0, shift: 0, frames: [], events: [] };
  window.benched = benched;
  const observe = (type: string, take: (entry: PerformanceEntry) => void, options = {}) => {
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...options,
    });
  };
  observe('largest-contentful-paint', ({ startTime }) => {
    benched.paint_ms = startTime;
  });
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) benched.shift += value;
  });
  observe('long-animation-frame', (entry) => {
    const { scripts } = entry as PerformanceEntry & { scripts: readonly { duration: number }[] };
    benched.frames.push(scripts.reduce((sum, { duration }) => sum + duration, 0));
  });
  const deeds = ['keydown', 'keyup', 'pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click'];
  observe(
    'event',
    ({ name, duration }) => {
      if (deeds.includes(name)) benched.events.push(duration);
    },
    { durationThreshold: 16 },
  );
}

/** Does something in the page. @returns how the browser answered it, until all that came of it was drawn */
export async function answered(
  page: Page,
  settled: () => Promise<void>,
  act: () => Promise<void>,
): Promise<Answered> {
  await page.evaluate(() => {
    window.benched.frames.length = 0;
    window.benched.events.length = 0;
  });
  await act();
  await settled();
  return page.evaluate(() => ({
    script_ms: Math.max(0, ...window.benched.frames),
    event_ms: Math.max(0, ...window.benched.events),
  }));
}

/** What `untilDrawn` waits for. */
interface Drawing {
  /** The element that somebody acts on, and the event of it that begins the time, by their names in the page. */
  readonly begun: { readonly selector: string; readonly event: string };
  /** How many elements stand once all is there, at least, by their selectors. */
  readonly whole: Readonly<Record<string, number>>;
}

/**
 * Does something in the page. @returns milliseconds from the event that it begins with to the picture that has everything
 * @throws Error where there is nothing to act on
 */
export async function untilDrawn(page: Page, drawing: Drawing, act: () => Promise<void>): Promise<number> {
  await page.evaluate(({ begun, whole }) => {
    window.drawn_ms = undefined;
    const element = document.querySelector(begun.selector);
    if (!element) throw new Error(`There is no ${begun.selector} on the page.`);
    const begin = ({ timeStamp: began_ms }: Event) => {
      const isWhole = () =>
        Object.entries(whole).every(
          ([selector, least]) => document.querySelectorAll(selector).length >= least,
        );
      const lookAgain = () => {
        if (!isWhole()) requestAnimationFrame(lookAgain);
        // After the next picture.
        else requestAnimationFrame(() => setTimeout(() => (window.drawn_ms = performance.now() - began_ms)));
      };
      requestAnimationFrame(lookAgain);
    };
    element.addEventListener(begun.event, begin, { once: true });
  }, drawing);
  await act();
  await page.waitForFunction(() => window.drawn_ms !== undefined);
  return page.evaluate(() => window.drawn_ms ?? NaN);
}

/** Presses a key as slowly as fingers: each key is answered by a picture of its own. */
export async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await page.waitForTimeout(120);
}

/** Gives a browser the session of the person who is signed in at the server. */
export async function signIn(context: BrowserContext, server: BenchServer): Promise<void> {
  await context.addCookies(
    server.cookie.split('; ').map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return { name, value: value.join('='), url: server.armarium.origin };
    }),
  );
}
