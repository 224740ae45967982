import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { eventually } from '../harness/waiting.ts';
import { newVisitor, type Visitor } from '../harness/browser.ts';
import { PATIENCE_MS } from '../harness/patience.ts';
import { HttpClient } from '../harness/http-client.ts';
import { expectStatus } from '../harness/importing.ts';
import type { Site } from './site.ts';
import { en, type Words } from './words.ts';

type Options = Pick<
  BrowserContextOptions,
  'locale' | 'colorScheme' | 'viewport' | 'reducedMotion' | 'hasTouch'
>;

export interface FileToChoose {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Somebody at a browser, who finds things by the names that the screens give them. */
export class Person {
  readonly words: Words;
  readonly #visitor: Visitor;
  readonly #origin: string;
  #folder: string | undefined;

  private constructor(visitor: Visitor, origin: string, words: Words) {
    this.#visitor = visitor;
    this.#origin = origin;
    this.words = words;
  }

  static async arrive(
    browser: Browser,
    site: Pick<Site, 'origin' | 'username' | 'password'>,
    options: Options = {},
    words: Words = en,
  ) {
    // What moves can't be judged, by axe least of all.
    const visitor = await newVisitor(browser, site.origin, { reducedMotion: 'reduce', ...options });
    visitor.page.setDefaultTimeout(PATIENCE_MS);
    return new Person(visitor, site.origin, words);
  }

  /** Arrives with a session that was opened beside the screen. */
  static async signedIn(
    browser: Browser,
    site: Pick<Site, 'origin' | 'username' | 'password'>,
    options: Options = {},
    words?: Words,
  ) {
    const person = await Person.arrive(browser, site, options, words);
    await person.openSession(site.username, site.password);
    return person;
  }

  get page(): Page {
    return this.#visitor.page;
  }

  get context() {
    return this.#visitor.context;
  }

  /** Says that requests of the page fail (`Visitor.expectFailure`). */
  expectFailure(...what: Parameters<Visitor['expectFailure']>): void {
    this.#visitor.expectFailure(...what);
  }

  /** Says that requests of the page may fail, or not. */
  allowFailure(...what: Parameters<Visitor['allowFailure']>): void {
    this.#visitor.allowFailure(...what);
  }

  /** Says that such a request finds no network, as any other may that is sent meanwhile. */
  expectOffline(method: string, path: RegExp): void {
    this.#visitor.expectFailure(/ERR_INTERNET_DISCONNECTED/, method, path);
    this.#visitor.allowFailure(/ERR_INTERNET_DISCONNECTED/);
  }

  /** Says that the console gets such a line (`Visitor.expectConsole`). */
  expectConsole(line: RegExp): void {
    this.#visitor.expectConsole(line);
  }

  /** Signs in beside the screen, as a page of the site would. */
  async openSession(username: string, password: string): Promise<void> {
    const client = new HttpClient(this.#origin);
    try {
      expectStatus(await client.signIn(username, password), 200);
      const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: this.#origin }));
      await this.context.addCookies(cookies);
    } finally {
      client.close();
    }
  }

  /** Goes there, and waits until the page is told of what changes. */
  async follow(address: string): Promise<void> {
    const told = this.page.waitForResponse((answer) => new URL(answer.url()).pathname === '/events');
    await this.page.goto(address);
    await told;
    await this.settled();
  }

  /** Fills the form of the sign-in page, or of the dialog over a page. */
  async fillSignIn(username: string | undefined, password: string): Promise<void> {
    const { session } = this.words;
    const form = this.page.getByRole('form', { name: session.signIn });
    if (username !== undefined) await form.getByLabel(session.username).fill(username);
    await form.locator('input[name=password]').fill(password);
    await form.getByRole('button', { name: session.signIn }).click();
  }

  /** The wizard, opened from the page of a collection. */
  async openWizard(): Promise<Locator> {
    const { page, words } = this;
    await page.getByRole('button', { name: words.browse.addItem, exact: true }).click();
    const wizard = page.getByRole('dialog', { name: words.upload.title, exact: true });
    await wizard.getByRole('tab', { name: words.upload.tabs.new }).waitFor();
    return wizard;
  }

  async fillNewItem(wizard: Locator, title: string, author: string, pressmark: string): Promise<void> {
    const { form } = this.words.upload;
    await wizard.getByRole('textbox', { name: form.title }).fill(title);
    await wizard.getByRole('textbox', { name: form.author }).fill(author);
    await wizard.getByRole('textbox', { name: form.pressmark }).fill(pressmark);
  }

  async goOn(wizard: Locator): Promise<void> {
    await wizard.getByRole('button', { name: this.words.upload.continue }).click();
    await wizard.getByText(this.words.choosing.of.image.kinds, { exact: true }).waitFor();
  }

  /** Goes on to files that were chosen before. */
  async goOnTo(wizard: Locator, file: string): Promise<void> {
    await wizard.getByRole('button', { name: this.words.upload.continue }).click();
    await wizard.getByText(file, { exact: true }).waitFor();
  }

  async chooseFiles(wizard: Locator, files: readonly FileToChoose[]): Promise<void> {
    await wizard
      .locator('input[type=file]')
      .first()
      .setInputFiles(files.map((file) => this.#onDisk(file)));
    for (const { name } of files) await wizard.getByText(name, { exact: true }).waitFor();
  }

  /**
   * A file's place on the disk, from which the browser reads it by itself. Bytes would be sent to the browser as text, which
   * takes long on a loaded machine.
   */
  #onDisk({ name, buffer }: FileToChoose): string {
    this.#folder ??= mkdtempSync(join(tmpdir(), 'armarium-files-'));
    const file = join(mkdtempSync(join(this.#folder, 'file-')), name);
    writeFileSync(file, buffer);
    return file;
  }

  async upload(wizard: Locator): Promise<void> {
    await wizard.getByRole('button', { name: this.words.upload.upload, exact: true }).click();
    await wizard.waitFor({ state: 'detached' });
  }

  /** The list of uploads, opened from the header. */
  async openUploads(): Promise<Locator> {
    const { widget } = this.words.upload;
    const list = this.page.getByRole('dialog', { name: widget.title });
    if (!(await list.isVisible()))
      await this.page.getByRole('banner').getByRole('button', { name: widget.title }).click();
    await list.waitFor();
    return list;
  }

  /** The row of an upload in the list. */
  rowOf(list: Locator, name: string): Locator {
    return list.locator('li[data-status]').filter({ hasText: name }).first();
  }

  /** The card of an item in the grid. */
  cardOf(text: string): Locator {
    return this.page.getByRole('article').filter({ hasText: text });
  }

  /** @throws with what axe finds on the page as it is now */
  async expectAccessible(): Promise<void> {
    // As one text, so that a list of failures shows what was found.
    expect((await accessibilityFaults(this.page)).join('\n')).toBe('');
  }

  /** Waits until a picture is painted. */
  async expectPainted(image: Locator): Promise<void> {
    await image.scrollIntoViewIfNeeded();
    // Another image may take the place of this one while it is looked at.
    await eventually(() =>
      image.evaluate((element: HTMLImageElement) => element.naturalWidth),
    ).toBeGreaterThan(0);
  }

  /** Waits until the page has asked for what it asks for. */
  settled(): Promise<void> {
    return this.#visitor.settled();
  }

  /** Closes the browser's window. @throws where it saw anything go wrong that the test did not expect */
  async leave(): Promise<void> {
    const leaving = this.#visitor.leave({
      // That a pressmark is free is told by a 404 (UPL-12).
      failures: [{ why: 404, method: 'GET', path: /\/findByPressmark$/ }],
      // Without a graphics card the driver of WebGL says that it is slow, and the viewer of models that a frame was.
      lines: /GL Driver Message .* GPU stall due to ReadPixels|rAF timed out in updateSource/,
    });
    await leaving.finally(() => {
      if (this.#folder) rmSync(this.#folder, { recursive: true });
    });
  }
}
