import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import '@fontsource-variable/source-sans-3/wght.css';
import '@fontsource-variable/source-serif-4/wght.css';
import '@mantine/core/styles.css';
import '../../apps/web/src/ui/theme.css';
import axe from 'axe-core';
import { expect, vi } from 'vitest';
import { locators, page, userEvent, type Locator } from 'vitest/browser';
import type { Role } from '@armarium/contract/capability';
import { App } from '../../apps/web/src/app/app.tsx';
import { LinkRoot } from '../../apps/web/src/app/link-root.tsx';
import { SignInRoot } from '../../apps/web/src/app/sign-in-root.tsx';
import { loadArrivalWords, loadPageWords, loadWords } from '../../apps/web/src/app/words.ts';
import { recordEntryWords } from '../../apps/web/src/features/record-entry/words.ts';
import { loadLazyWords } from '../../apps/web/src/lib/lazy-words.ts';
import { chooseLanguage, type Language } from '../../apps/web/src/lib/i18n.ts';
import type { LiveEvent } from '../../apps/web/src/lib/live-events.ts';
import { queryClient } from '../../apps/web/src/lib/query-client.ts';
import { clearNotices } from '../../apps/web/src/ui/notices.ts';
import { theme } from '../../apps/web/src/ui/theme.ts';
import { notifications, Toasts } from '../../apps/web/src/ui/toasts.tsx';
import { Answers } from './answers.ts';
import { answerSession, MadeCatalogue } from './made-catalogue.ts';

/** A stream of events that a test fills. */
class QuietStream extends EventTarget {
  static open: QuietStream | undefined;
  readonly CLOSED = 2;
  readyState = 1;
  readonly address: string;
  constructor(address: string) {
    super();
    this.address = address;
    QuietStream.open = this;
  }
  close(): void {
    this.readyState = this.CLOSED;
  }
}

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** Where no role or name leads there: by a CSS selector. */
    bySelector(selector: string): Locator;
  }
}
locators.extend({ bySelector: (selector: string) => `css=${selector}` });

/** Whether the pointer was brought to its place. Each file begins anew. */
let isPointerPlaced = false;

interface Shown {
  readonly language?: Language;
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  readonly roles?: readonly Role[];
}

/** The client on its page, with answers in place of a server. */
export class Screen {
  readonly answers = new Answers();
  readonly catalogue = new MadeCatalogue();
  readonly #lines: string[] = [];
  #root: Root | undefined;

  constructor() {
    answerSession(this.answers);
    this.catalogue.answer(this.answers);
  }

  /** Shows the client at an address such as `/ui/catalog`. */
  async open(address: string, shown: Shown = {}): Promise<void> {
    await this.#arrive(address, shown);
    this.#draw();
  }

  /** Shows the sign-in page, which says when it is done. */
  async openSignIn(address: string, onDone: () => void, shown: Shown = {}): Promise<void> {
    await this.#arrive(address, shown);
    await loadArrivalWords();
    this.#draw(<SignInRoot onDone={onDone} />);
  }

  /** Shows the page that a link of mail opens, which says where it goes, in place of what was shown before. */
  async openLink(
    page: 'invitation' | 'new-password',
    token: string,
    ways: { readonly onDone?: () => void; readonly onSignIn?: (address: string) => void } = {},
    shown: Shown = {},
  ): Promise<void> {
    this.#clear();
    await this.#arrive(`/ui/${page}#${token}`, shown);
    await loadPageWords('passwordLinks');
    const nowhere = () => undefined;
    const { onDone = nowhere, onSignIn = nowhere } = ways;
    this.#draw(<LinkRoot page={page} onDone={onDone} onSignIn={onSignIn} />);
  }

  /** Shows a part of the administration by itself, in place of what was shown before. */
  async openPart(part: ReactNode, shown: Shown = {}): Promise<void> {
    this.#clear();
    await this.#arrive('/ui/', shown);
    await Promise.all([loadPageWords('administration'), loadLazyWords(recordEntryWords)]);
    this.#draw(
      <MantineProvider theme={theme} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <Toasts />
          {part}
        </QueryClientProvider>
      </MantineProvider>,
    );
  }

  async #arrive(address: string, shown: Shown): Promise<void> {
    const { language = 'en', scheme = 'light', width = 1440, height = 900, roles } = shown;
    if (roles) answerSession(this.answers, roles);
    await page.viewport(width, height);
    if (!isPointerPlaced) {
      // The page is that of the file before, whose last click may have left the pointer where the side menu opens.
      await userEvent.hover(document.documentElement, { position: { x: width / 2, y: 1 }, force: true });
      isPointerPlaced = true;
    }
    window.fetch = this.answers.fetch;
    window.EventSource = QuietStream as unknown as typeof EventSource;
    document.cookie = 'XSRF-TOKEN=token; path=/';
    localStorage.setItem('mantine-color-scheme-value', scheme);
    await loadWords(language);
    chooseLanguage(language);
    for (const kind of ['error', 'warn'] as const)
      vi.spyOn(console, kind).mockImplementation((...what: unknown[]) => {
        this.#lines.push(what.map(String).join(' '));
      });
    window.history.replaceState(null, '', address);
  }

  /** Begins the client anew where it is, as far as that goes without a new page: what modules hold stays. */
  reopen(): void {
    this.#clear();
    this.#draw();
  }

  /** Goes to another address as a new page would be opened there, with the same limits as `reopen`. */
  goTo(address: string): void {
    window.history.replaceState(null, '', address);
    this.reopen();
  }

  #draw(what = <App session={Promise.resolve(true)} onSignedOut={() => undefined} />): void {
    const place = document.body.appendChild(document.createElement('div'));
    place.id = 'root';
    this.#root = createRoot(place);
    this.#root.render(what);
  }

  #clear(): void {
    this.#root?.unmount();
    document.getElementById('root')?.remove();
    queryClient.clear();
  }

  /** Waits until the client is told of what changes. @returns the address at which it asked for that */
  async followed(): Promise<string | undefined> {
    await expect.poll(() => QuietStream.open?.readyState).toBe(1);
    return QuietStream.open?.address;
  }

  /** Tells the client of a change, as the stream of events would. */
  tell(type: LiveEvent['type'], data: LiveEvent['data']): void {
    QuietStream.open?.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }

  /**
   * Takes the client from the page once its requests are answered, so that none of them reaches the next test.
   * @throws where anything went wrong that the test did not expect
   */
  async close(): Promise<void> {
    this.#clear();
    await this.answers.settled();
    // Of what was answered meanwhile.
    queryClient.clear();
    notifications.clean();
    clearNotices();
    localStorage.clear();
    sessionStorage.clear();
    vi.restoreAllMocks();
    expect(this.answers.faults).toEqual([]);
    expect(this.#lines).toEqual([]);
  }

  /** The card of an item in the grid. */
  cardOf(text: string) {
    return page.getByRole('article').filter({ hasText: text });
  }

  /** Watches what moves by itself from now on. @returns asks for the sum of the shifts: 0 where nothing moved, 1 where all did */
  watchShifts(): () => Promise<number> {
    let sum = 0;
    const take = (entries: PerformanceEntryList) => {
      for (const entry of entries as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) sum += entry.value;
    };
    const observer = new PerformanceObserver((list) => take(list.getEntries()));
    observer.observe({ type: 'layout-shift' });
    return async () => {
      // What moves now is told with the next picture.
      for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
      take(observer.takeRecords());
      return sum;
    };
  }

  /** @throws with what axe finds against WCAG 2.2 A and AA on the page as it is now */
  async expectAccessible(): Promise<void> {
    await cameToRest();
    const { violations } = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      resultTypes: ['violations'],
    });
    expect(
      violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`)),
    ).toEqual([]);
  }
}

/** What is still fading in has not its colours yet. What turns for ever is left out. */
async function cameToRest(): Promise<void> {
  const moving = () =>
    document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
      );
  // What was drawn a moment ago begins to move with the next picture.
  const nextPicture = () => new Promise(requestAnimationFrame);
  for (await nextPicture(); moving().length > 0; await nextPicture())
    await Promise.allSettled(moving().map(({ finished }) => finished));
}
