import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { newVisitor, type Visitor } from '../harness/browser.ts';
import type { RunningArmarium } from '../harness/start-armarium.ts';
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

  private constructor(visitor: Visitor, words: Words) {
    this.#visitor = visitor;
    this.words = words;
  }

  static async arrive(browser: Browser, armarium: RunningArmarium, options: Options = {}, words: Words = en) {
    // What moves can't be judged, by axe least of all.
    const visitor = await newVisitor(browser, armarium.origin, { reducedMotion: 'reduce', ...options });
    visitor.page.setDefaultTimeout(20_000);
    return new Person(visitor, words);
  }

  /** Arrives with a session that was opened beside the screen. */
  static async signedIn(browser: Browser, armarium: RunningArmarium, options: Options = {}, words?: Words) {
    const person = await Person.arrive(browser, armarium, options, words);
    await person.openSession(armarium.username, armarium.password);
    return person;
  }

  get page(): Page {
    return this.#visitor.page;
  }

  get context() {
    return this.#visitor.context;
  }

  expectFault(pattern: RegExp): Promise<void> {
    return this.#visitor.expectFault(pattern);
  }

  async openSession(username: string, password: string): Promise<void> {
    const basic = Buffer.from(`${username}:${password}`).toString('base64');
    const answer = await this.page.request.get('/users/login', {
      headers: { authorization: `Basic ${basic}` },
    });
    expect(answer.status()).toBe(200);
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
    await page.getByRole('button', { name: words.catalogue.addItem, exact: true }).click();
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
      .setInputFiles([...files]);
    for (const { name } of files) await wizard.getByText(name, { exact: true }).waitFor();
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
    expect(await accessibilityFaults(this.page)).toEqual([]);
  }

  /** Waits until a picture is painted. */
  async expectPainted(image: Locator): Promise<void> {
    await image.scrollIntoViewIfNeeded();
    await image.evaluate((element: HTMLImageElement) => element.decode());
    expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
  }

  /** Waits until the page has asked for what it asks for. */
  settled(): Promise<void> {
    return this.#visitor.settled();
  }

  /** Closes the browser's window. @throws where it saw anything go wrong that no `expectFault` named */
  leave(): Promise<void> {
    // That a pressmark is free is told by a 404 (UPL-12), and of each the browser writes a line by itself.
    // It may come as late as the window closes. Without a graphics card the driver of WebGL says that it is slow, and
    // the viewer of models that a frame was.
    return this.#visitor.leave(
      /404 \(Not Found\) \(\S+\/findByPressmark\?|GL Driver Message .* GPU stall due to ReadPixels|rAF timed out in updateSource/,
    );
  }
}
