import { getImageText, listItemImages } from '@armarium/contract/image-calls';
import {
  getItemPresentation,
  type ItemPresentation,
  type PlacedEntry,
} from '@armarium/contract/item-presentation';
import type { Item } from '@armarium/contract/items';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { newUuid } from '../../apps/web/src/lib/new-uuid.ts';
import { en, filled, it } from '../e2e/words.ts';
import { ImageDocuments } from './image-documents.ts';
import { madePresentation } from './made-catalogue.ts';
import { Screen } from './screen.tsx';

let screen: Screen;
let documents: ImageDocuments;

beforeEach(() => {
  screen = new Screen();
  documents = new ImageDocuments();
});
afterEach(async () => {
  await screen.close();
  documents.close();
});

const isThere = (locator: Locator) => expect.element(locator).toBeVisible();
const hasFocus = (locator: Locator) => expect.element(locator).toHaveFocus();
const isAt = (search: string) => expect.poll(() => location.search).toBe(search);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const next = button(en.item.nextImage);
const previous = button(en.item.previousImage);
const counts = (position: string, total: number) =>
  isThere(page.getByText(filled(en.item.imageOf, { position, total }), { exact: true }));
const leafName = (position: number) => filled(en.item.image, { position, name: `leaf ${position}` });
const leavesOf = (item: Item) => screen.catalogue.images.get(item.uuid) ?? [];

/** Waits until deep zoom shows these leaves and no others. */
async function shows(...positions: number[]): Promise<void> {
  const name = filled(en.viewers.viewer, { name: positions.map(leafName).join(', ') });
  await isThere(page.getByRole('application', { name, exact: true }));
  await expect.poll(() => document.querySelector('[data-phase]')?.getAttribute('data-phase')).toBe('open');
}

/** A book of so many leaves, as it is presented. */
function makeBook(leaves: number, given: Partial<ItemPresentation> = {}): { book: Item; address: string } {
  const shelf = screen.catalogue.collection('Shelf');
  const book = screen.catalogue.item('Book', [shelf]);
  for (let leaf = 1; leaf <= leaves; leaf += 1) {
    const { uuid } = screen.catalogue.image(`leaf ${leaf}`, book);
    documents.sizes.set(uuid, { width: 300 + leaf * 10, height: 400 });
  }
  screen.answers.give(
    getItemPresentation,
    madePresentation({ uuid: book.uuid, behavior: 'paged', ...given }),
  );
  return { book, address: `/ui/catalog/${shelf.uuid}/cultural-item/${book.uuid}` };
}

test('a paged item shows its first image alone, then openings, also over the pages of its list', async () => {
  const { address } = makeBook(12);
  await screen.open(address);
  await shows(1);
  await counts('1', 12);
  await expect.element(previous).toHaveAttribute('aria-disabled', 'true');
  await next.click();
  await shows(2, 3);
  await counts('2–3', 12);
  await isAt('?image=2');
  await screen.expectAccessible();

  screen.goTo(`${address}?image=9`);
  await shows(8, 9);
  await next.click();
  await shows(10, 11);
  await counts('10–11', 12);
  await hasFocus(next);
  expect(new Set(screen.answers.asked(listItemImages).map(({ query }) => query.page))).toEqual(
    new Set([0, 1]),
  );
  await next.click();
  await shows(12);
  await hasFocus(next);
  await expect.element(next).toHaveAttribute('aria-disabled', 'true');
  await previous.click();
  await shows(10, 11);
  await isAt('?image=10');
});

test('two pages can be shown of any item, and one of a paged one; the address says so', async () => {
  const { address } = makeBook(5, { behavior: null });
  const two = button(en.item.twoPages);
  await screen.open(`${address}?image=3`);
  await shows(3);
  await expect.element(two).toHaveAttribute('aria-pressed', 'false');
  await two.click();
  await shows(2, 3);
  await expect.element(two).toHaveAttribute('aria-pressed', 'true');
  await hasFocus(two);
  await isAt('?image=3&pages=two');
  screen.reopen();
  await shows(2, 3);
  await two.click();
  await shows(3);
  await isAt('?image=3');

  const paged = makeBook(5);
  screen.goTo(`${paged.address}?image=3`);
  await shows(2, 3);
  await two.click();
  await shows(3);
  await isAt('?image=3&pages=one');

  const short = makeBook(2);
  screen.goTo(short.address);
  await shows(1);
  expect(two.query()).toBeNull();
});

test('read from right to left, the lower number stands on the right and the left arrow leads on', async () => {
  const { book, address } = makeBook(5, { viewingDirection: 'right-to-left' });
  const asked: number[] = [];
  const { sizes } = documents;
  documents.sizes.get = (uuid) => {
    asked.push(leavesOf(book).findIndex((leaf) => leaf.uuid === uuid) + 1);
    return Map.prototype.get.call(sizes, uuid) as ReturnType<typeof sizes.get>;
  };
  await screen.open(`${address}?image=2`);
  await shows(2, 3);
  // Of two images, the one on the left is opened first.
  expect(asked).toEqual([3, 2]);
  const left = (locator: Locator) => locator.element().getBoundingClientRect().left;
  expect(left(next)).toBeLessThan(left(previous));
  await next.click();
  await shows(4, 5);
});

test('an image that is not ready is left out in words; where none is, the buttons keep their focus', async () => {
  const { book, address } = makeBook(6);
  const [, second, , fourth, fifth] = leavesOf(book);
  Object.assign(second ?? {}, { importState: 'ERROR' });
  for (const leaf of [fourth, fifth]) Object.assign(leaf ?? {}, { importState: 'ERROR' });
  await screen.open(address);
  await shows(1);
  await next.click();
  await shows(3);
  await counts('2–3', 6);
  await isThere(page.getByText(filled(en.item.failedPage, { position: 2 })));
  await screen.expectAccessible();
  await next.click();
  await isThere(page.getByText(en.item.failed, { exact: true }));
  await hasFocus(next);
  await next.click();
  await shows(6);
  await hasFocus(next);
});

/** An entry of a table of contents. */
const entry = (label: string, depth: number, first: number | null, last = first): PlacedEntry => ({
  uuid: newUuid(),
  label,
  depth,
  first: newUuid(),
  last: null,
  firstPosition: first,
  lastPosition: last,
});

test('the contents lead to the images, mark where one is, and stay open', async () => {
  const contents = [
    entry('Prologue', 0, 1, 3),
    entry('Part', 0, null),
    entry('Sermon', 1, 4, 5),
    entry('Psalm', 1, 6, 7),
    entry('Lost', 0, null),
  ];
  const { address } = makeBook(7, { behavior: null, contents });
  await screen.open(address);
  await button(en.viewing.contents).click();
  const panel = page.getByRole('navigation', { name: en.viewing.contents, exact: true });
  const entryOf = (label: string) => panel.getByRole('button', { name: label });
  const isCurrent = (label: string) => expect.element(entryOf(label)).toHaveAttribute('aria-current', 'true');
  await isCurrent('Prologue');
  await isAt('?contents=open');
  await isThere(panel.getByText('Part', { exact: true }));
  expect(entryOf('Part').query()).toBeNull();
  expect(panel.getByText('Lost').query()).toBeNull();
  await isThere(panel.getByRole('list').getByRole('list'));
  await screen.expectAccessible();

  await entryOf('Psalm').click();
  await shows(6);
  await isCurrent('Psalm');
  await hasFocus(entryOf('Psalm'));
  expect(panel.element().querySelectorAll('[aria-current]').length).toBe(1);
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await shows(4);
  await isCurrent('Sermon');
  await isAt('?contents=open&image=4');
  await next.click();
  await shows(5);
  await isCurrent('Sermon');
  screen.reopen();
  await isCurrent('Sermon');
  await button(en.viewing.contents).click();
  await isAt('?image=5');
  await expect.element(panel).not.toBeInTheDocument();
});

/** What is written on some leaves of a book, by their places. */
function write(book: Item, ...positions: number[]): void {
  for (const position of positions) {
    const leaf = leavesOf(book)[position - 1];
    if (leaf) leaf._links = { ...leaf._links, text: { href: `/meta/images/${leaf.uuid}/text` } };
  }
  screen.answers.give(getImageText, ({ params: { uuid } }) => ({
    text: `Words ${leavesOf(book).findIndex((leaf) => leaf.uuid === uuid) + 1}`,
    _links: { self: { href: `/meta/images/${uuid}/text` }, image: { href: `/meta/images/${uuid}` } },
  }));
}
const box = (locator: Locator) => locator.element().getBoundingClientRect();

test('the text of each page of an opening stands beside it, below the contents', async () => {
  const { book, address } = makeBook(7, { contents: [entry('Prologue', 0, 1, 7)] });
  write(book, 3, 4, 5);
  await screen.open(`${address}?image=2`, { width: 1440, height: 900 });
  await shows(2, 3);
  await button(en.viewing.pageText).click();
  const text = page.getByRole('region', { name: en.viewing.pageTextOf, exact: true });
  const titles = () =>
    text
      .getByRole('heading')
      .all()
      .map((title) => title.element().textContent);
  await isThere(text.getByText('Words 3', { exact: true }));
  expect(titles()).toEqual([leafName(3)]);
  await next.click();
  await isThere(text.getByText('Words 5', { exact: true }));
  await isThere(text.getByText('Words 4', { exact: true }));
  expect(titles()).toEqual([leafName(4), leafName(5)]);

  await button(en.viewing.contents).click();
  const contents = page.getByRole('navigation', { name: en.viewing.contents, exact: true });
  await isThere(contents.getByRole('button', { name: 'Prologue' }));
  expect(box(contents).left).toBe(box(text).left);
  expect(box(contents).bottom).toBeLessThanOrEqual(box(text).top);
  expect(box(page.getByRole('application')).width).toBeGreaterThan(box(text).width * 1.4);
  await screen.expectAccessible();

  await next.click();
  await isThere(text.getByText(en.viewing.noPagesText));
  await button(en.item.twoPages).click();
  await isThere(text.getByText(en.viewing.noPageText));
  await button(en.viewing.contents).click();
  screen.goTo(`${address}?image=5&pages=one&text=open`);
  await isThere(text.getByText('Words 5', { exact: true }));
  expect(titles()).toEqual([]);
});

test('of an opening, the entry that begins on either page is marked', async () => {
  const contents = [entry('Prologue', 0, 1, 2), entry('Sermon', 0, 3, 4), entry('Psalm', 1, 4)];
  const { address } = makeBook(7, { contents });
  await screen.open(`${address}?contents=open&image=2`);
  const marked = () => document.querySelector('[aria-current] [dir]')?.textContent;
  await shows(2, 3);
  await expect.poll(marked).toBe('Sermon');
  await next.click();
  await expect.poll(marked).toBe('Psalm');
  await previous.click();
  await previous.click();
  await expect.poll(marked).toBe('Prologue');
});

test('pages that are shown whole stay so when a panel opens or they are turned; what was enlarged stays', async () => {
  const { address } = makeBook(5, { contents: [entry('Prologue', 0, 1, 5)] });
  await screen.open(`${address}?image=2`, { width: 1440, height: 900 });
  await shows(2, 3);
  const stage = page.getByRole('application');
  const percent = () =>
    Number.parseInt(document.querySelector('[data-zoom] [aria-hidden]')?.textContent ?? '');
  /** How far the two leaves fill the stage, 650 wide and 400 high. */
  const whole = (isTurned = false) => {
    const { width, height } = box(stage);
    const [across, down] = isTurned ? [400, 650] : [650, 400];
    return Math.min(width / across, height / down) * window.devicePixelRatio * 100;
  };
  const isWhole = (isTurned = false) =>
    expect.poll(() => Math.abs(percent() - whole(isTurned))).toBeLessThan(1);
  await isWhole();
  const { width } = box(stage);
  const contents = button(en.viewing.contents);
  await contents.click();
  await expect.poll(() => box(stage).width).toBeLessThan(width);
  await isWhole();
  await contents.click();
  await expect.poll(() => box(stage).width).toBe(width);
  await isWhole();
  await button(en.viewers.rotate).click();
  await isWhole(true);
  await contents.click();
  await expect.poll(() => box(stage).width).toBeLessThan(width);
  await isWhole(true);
  await button(en.viewers.fit).click();
  await isWhole();

  const zoomIn = button(en.viewers.zoomIn);
  for (let times = 0; times < 2; times += 1) await zoomIn.click();
  await expect.poll(() => Math.abs(percent() - whole() * 1.5 ** 2)).toBeLessThan(1);
  const enlarged = percent();
  await contents.click();
  await expect.poll(percent).not.toBe(enlarged);
  expect(percent()).toBeGreaterThan(whole() * 1.5);
});

test('the next record of a list is looked at in the same way, from its beginning', async () => {
  const { address } = makeBook(5, { behavior: null, contents: [entry('Prologue', 0, 1, 5)] });
  const shelf = screen.catalogue.collections.at(-1);
  const other = screen.catalogue.item('Codex', shelf ? [shelf] : []);
  const { uuid } = screen.catalogue.image('leaf 1', other);
  documents.sizes.set(uuid, { width: 300, height: 400 });
  await screen.open(address.replace(/\/cultural-item.*/, '?view=list'));
  await page.getByRole('link', { name: 'Book', exact: true }).click();
  await shows(1);
  await button(en.item.twoPages).click();
  await button(en.viewing.contents).click();
  await next.click();
  await shows(2, 3);
  await isAt('?pages=two&contents=open&image=2');
  await hasFocus(next);
  await userEvent.keyboard('j');
  await isThere(page.getByRole('heading', { level: 1, name: 'Codex' }));
  await isAt('?pages=two&contents=open');
  await isThere(page.getByRole('link', { name: en.item.turner.previous, exact: true }));
  await userEvent.keyboard('k');
  await isThere(page.getByRole('heading', { level: 1, name: 'Book' }));
  await isAt('?pages=two&contents=open');
  await isThere(page.getByRole('navigation', { name: en.viewing.contents, exact: true }));
});

test('an item with one image has its contents too', async () => {
  const { address } = makeBook(1, { contents: [entry('Prologue', 0, 1)] });
  await screen.open(address);
  await shows(1);
  await button(en.viewing.contents).click();
  const panel = page.getByRole('navigation', { name: en.viewing.contents, exact: true });
  await expect
    .element(panel.getByRole('button', { name: 'Prologue' }))
    .toHaveAttribute('aria-current', 'true');
});

test('the IIIF viewer begins with the image that is shown', async () => {
  const { book, address } = makeBook(5, { behavior: null });
  book._links = { ...book._links, viewer_iiif: { href: '/images/viewers/iiif/?manifest=none' } };
  await screen.open(`${address}?show=advanced&image=4`);
  await expect
    .poll(() => document.querySelector('iframe')?.getAttribute('src'))
    .toBe(`/images/viewers/iiif/?manifest=none&canvas=${leavesOf(book)[3]?.uuid}`);
});

test('on a phone, in Italian, the contents come below the image', async () => {
  const { address } = makeBook(4, { contents: [entry('Prologo', 0, 1, 4)] });
  await screen.open(`${address}?contents=open`, { language: 'it', width: 390, height: 844 });
  const panel = page.getByRole('navigation', { name: it.viewing.contents, exact: true });
  await isThere(panel.getByRole('button', { name: 'Prologo' }));
  const viewer = page.getByRole('application');
  await isThere(viewer);
  expect(box(panel).top).toBeGreaterThan(box(viewer).bottom);
  expect(box(viewer).height).toBeGreaterThan(200);
  await screen.expectAccessible();
});
