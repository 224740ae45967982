import { findItemSurroundings, getTableLayouts } from '@armarium/contract/item-table';
import type { ItemQuery } from '@armarium/contract/item-query';
import { updateCollection } from '@armarium/contract/record-edits';
import {
  findCollectionTotals,
  getBreadcrumb,
  getCollection,
  listCollectionItems,
  listSubcollections,
  searchCollections,
} from '@armarium/contract/collection-calls';
import type { Collection } from '@armarium/contract/collections';
import { searchItems } from '@armarium/contract/item-calls';
import { findFieldValues, findFileValues, getItemFacets } from '@armarium/contract/item-facets';
import { getItemsView } from '@armarium/contract/items-view';
import { findAlternatives, getSuggestions } from '@armarium/contract/suggestions';
import type { Item } from '@armarium/contract/items';
import { listItemStates } from '@armarium/contract/item-states';
import { listTemplates } from '@armarium/contract/templates';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import englishOfTechnical from '../../apps/web/src/records/technical/en.json' with { type: 'json' };
import { en, filled, it, type Words } from '../e2e/words.ts';
import { madeItem, newUuid, pageBlock } from './made-catalogue.ts';
import { MadeStories } from './made-stories.ts';
import { Screen } from './screen.tsx';

let screen: Screen;

beforeEach(() => {
  screen = new Screen();
});
afterEach(async () => {
  vi.useRealTimers();
  await screen.close();
});

/** The address as the browser shows it. */
const isAt = (address: string) => expect.poll(() => location.pathname + location.search).toBe(address);
const heading = (level: 1 | 2, name: string | RegExp) =>
  page.getByRole('heading', { level, name, exact: true });
const isThere = (locator: Locator) => expect.element(locator).toBeVisible();
const isGone = (locator: Locator) => expect.element(locator).not.toBeInTheDocument();
const hasFocus = (locator: Locator) => expect.element(locator).toHaveFocus();
const textsOf = (locator: Locator) => locator.elements().map(({ textContent }) => textContent);
const texts = (locator: Locator) => expect.poll(() => textsOf(locator));
const many = (locator: Locator) => expect.poll(() => locator.elements().length);
/** From here on only the test lets time pass. */
const stopClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

/** Adds so many items, numbered with so many digits. */
function leavesIn(collection: Collection, count: number, digits = 2): void {
  for (let number = 1; number <= count; number += 1) {
    const padded = String(number).padStart(digits, '0');
    screen.catalogue.item(`Leaf ${padded}`, [collection], { pressmark: `LEAF ${padded}` });
  }
}

const phone = { language: 'it', width: 390, height: 844 } as const;

const searchBox = ({ browse: { search }, catalogue }: Words = en) => ({
  button: page.getByRole('banner').getByRole('button', { name: catalogue.search }),
  form: page.getByRole('search', { name: search.label }),
  input: page.getByRole('combobox', { name: search.term }),
  field: page.getByRole('combobox', { name: search.in }),
});

/** Adds what a search for `atlas` finds: three items and sixteen collections. */
function makeAtlases(): { maps: Collection } {
  const { catalogue } = screen;
  const maps = catalogue.collection('Maps');
  for (let number = 1; number <= 16; number += 1) catalogue.collection(`Atlas shelf ${number}`);
  catalogue.item('Atlas maior', [maps, catalogue.root], { pressmark: 'ATL 1', autn: 'Blaeu' });
  catalogue.item('Views of Atlas', [maps], { pressmark: 'V 1', autn: 'Blaeu' });
  catalogue.item('Letters', [catalogue.root], { pressmark: 'L 1', autn: 'Atlas, Charles' });
  return { maps };
}

test('[SHELL-06, SHELL-07] the search and the list of uploads stand in the catalogue only', async () => {
  await screen.open('/ui/support');
  await isThere(page.getByRole('banner'));
  await isThere(page.getByTitle(en.app.supportFrame));
  const uploads = page.getByRole('button', { name: en.upload.widget.title });
  expect([searchBox().button.query(), uploads.query()]).toEqual([null, null]);
  await page.getByRole('banner').getByRole('link', { name: en.app.toCatalogue }).click();
  await isThere(searchBox().button);
  await isThere(uploads);
});

test('[SHELL-03, SHELL-07, SHELL-15, SHELL-16, SHELL-21, SHELL-24, SHELL-25, SHELL-33] an unknown path leads to the catalogue, beside a menu that is narrow until it is pointed at', async () => {
  await screen.open('/ui/no/such/page');
  await isAt('/ui/catalog');
  await isThere(page.getByRole('button', { name: en.upload.widget.title }));
  await expect.poll(() => document.title).toContain('Armarium');
  const menu = page.getByRole('navigation', { name: en.app.menu });
  await heading(1, 'Catalogue').hover();
  await expect.poll(() => menu.element().getAttribute('data-expanded')).not.toBe('true');
  expect(menu.element().getBoundingClientRect().width).toBeLessThan(100);
  await menu.hover();
  await expect.element(menu).toHaveAttribute('data-expanded', 'true');
  await screen.expectAccessible();
  await isThere(menu.getByText('Ada Rossi', { exact: true }));
  await isThere(menu.getByText('Armarium', { exact: true }));
  await menu.getByRole('button', { name: en.app.hideMenu }).click();
  await isGone(menu);
  await page.getByRole('button', { name: en.app.showMenu }).click();
  await isThere(menu);
});

test('[SHELL-04] where there is no such collection, the page says so', async () => {
  screen.answers.fail(getCollection, 'not-found');
  await screen.open(`/ui/catalog/${newUuid()}`);
  await isThere(page.getByRole('heading', { name: 'Page not found' }));
  await screen.expectAccessible();
});

test('[SHELL-10] the search opens with a slash, and closes 150 ms after the focus left', async () => {
  await screen.open('/ui/catalog');
  await isThere(heading(1, 'Catalogue'));
  const { button, form, input, field } = searchBox();
  await userEvent.keyboard('/');
  await hasFocus(input);
  await expect.element(input).toHaveValue('');
  await screen.expectAccessible();
  // Within the form the focus goes as it likes, and a slash is a letter.
  await userEvent.keyboard('a/b');
  await expect.element(input).toHaveValue('a/b');
  stopClock();
  await userEvent.keyboard('{Tab}');
  await hasFocus(field);
  vi.advanceTimersByTime(1000);
  await heading(1, 'Catalogue').click();
  vi.advanceTimersByTime(149);
  // What would be drawn by now is.
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
  expect(form.query()).not.toBeNull();
  vi.advanceTimersByTime(1);
  await isGone(form);
  vi.useRealTimers();
  await button.click();
  await hasFocus(input);
  await userEvent.keyboard('{Escape}');
  await hasFocus(button);
});

test('the fields of a search are completed while they are typed, and shown as chips that take them away', async () => {
  const [template] = screen.catalogue.templates.filter(({ resourceType }) => resourceType === 'ITEM');
  if (!template) throw new Error('There is no field.');
  const language = { ...template, uuid: newUuid(), name: 'lang', label: 'Language', searchable: true };
  screen.catalogue.templates.push({ ...language, type: 'ENUM', enumValues: ['Latin', 'Old Latin'] });
  await screen.open('/ui/catalog');
  await isThere(heading(1, 'Catalogue'));
  const { input } = searchBox();
  const options = page.getByRole('listbox', { name: en.browse.search.suggestions }).getByRole('option');
  await userEvent.keyboard('/view lang');
  await many(options).toBe(1);
  await expect.element(input).toHaveAttribute('aria-expanded', 'true');
  await screen.expectAccessible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(input).toHaveValue('view lang:');
  await many(options).toBe(2);
  // The first Escape closes the list, the second one the search.
  await userEvent.keyboard('{Escape}');
  await many(options).toBe(0);
  await userEvent.keyboard('ol');
  await options.click();
  await hasFocus(input);
  await expect.element(input).toHaveValue('view lang:"Old Latin" ');
  await userEvent.keyboard('-year:1840..1850{Enter}');
  await isAt('/ui/catalog/results?searchTerm=view+lang%3A%22Old+Latin%22+-year%3A1840..1850');
  const { chips } = filters();
  await isThere(chips.getByText('Language: Old Latin'));
  await isThere(chips.getByText('without Year: 1840..1850'));
  await screen.expectAccessible();
  await chips.getByRole('button', { name: /Language/ }).click();
  await isAt('/ui/catalog/results?searchTerm=view+-year%3A1840..1850');
  // Also after what the rest finds was read.
  await expect.poll(() => screen.answers.asked(searchItems).at(-1)?.query.text).toBe('view -year:1840..1850');
  await isThere(page.getByText(en.browse.results.none));
  await hasFocus(chips.getByRole('button', { name: /Year/ }));
  await page.getByRole('button', { name: en.filtering.clear }).click();
  await isAt('/ui/catalog/results?searchTerm=view');
  await userEvent.keyboard('/');
  await expect.element(input).toHaveValue('view');
  // What the user hasn't changed follows the page, what the user has typed stays.
  history.back();
  await expect.element(input).toHaveValue('view -year:1840..1850');
  // So does a text that was typed and is equal to that of the page before.
  await userEvent.keyboard('{End}a{Backspace}');
  history.forward();
  await isAt('/ui/catalog/results?searchTerm=view');
  await isGone(page.getByText(en.filtering.clear, { exact: true }));
  await expect.element(input).toHaveValue('view -year:1840..1850');
});

test('[SEARCH-10] Back from a search that was opened otherwise leads to the root', async () => {
  await screen.open('/ui/catalog/results?searchTerm=atlas');
  await page.getByRole('link', { name: en.browse.results.back }).click();
  await isAt('/ui/catalog');
  await isThere(heading(1, 'Catalogue'));
});

test('[SEARCH-02, SEARCH-17, SEARCH-18, SEARCH-22] the items that are found stand twenty a page, the page in the address from 1', async () => {
  leavesIn(screen.catalogue.root, 21);
  await screen.open('/ui/catalog/results?searchTerm=leaf');
  await many(page.getByRole('article')).toBe(20);
  expect(page.getByRole('navigation', { name: en.catalogue.collectionPages }).query()).toBeNull();
  await page
    .getByRole('navigation', { name: en.browse.itemPages })
    .getByRole('link', { name: 'Page 2' })
    .click();
  await isAt('/ui/catalog/results?searchTerm=leaf&page=2');
  await many(page.getByRole('article')).toBe(1);
  expect(screen.answers.asked(searchItems).map(({ query }) => query)).toEqual([
    { text: 'leaf', page: 0, size: 20 },
    { text: 'leaf', page: 1, size: 20 },
  ]);
});

test('an item whose collections are hidden from its reader is opened in the root', async () => {
  const { root } = screen.catalogue;
  const { uuid } = screen.catalogue.item('Leaf', []);
  await screen.open('/ui/catalog/results?searchTerm=leaf');
  const link = page.getByRole('article').getByRole('link', { name: /^Leaf/ });
  await expect.element(link).toHaveAttribute('href', `/ui/catalog/${root.uuid}/cultural-item/${uuid}`);
});

test('[SEARCH-03, SEARCH-22, SEARCH-23] the collections that are found have pages of their own, of fifteen', async () => {
  makeAtlases();
  await screen.open('/ui/catalog/results?searchTerm=atlas&collectionPage=2');
  const found = page.getByRole('region', { name: '16 Collections' });
  await texts(found.getByRole('button', { name: /^Atlas shelf/ }).bySelector('.record-title')).toEqual([
    'Atlas shelf 16',
  ]);
  await many(page.getByRole('article')).toBe(3);
  await found
    .getByRole('navigation', { name: en.catalogue.collectionPages })
    .getByRole('link', { name: 'Page 1' })
    .click();
  await many(found.getByRole('button', { name: /^Atlas shelf/ })).toBe(15);
  expect(screen.answers.asked(searchCollections).map(({ query }) => query)).toEqual([
    { text: 'atlas', page: 1, size: 15 },
    { text: 'atlas', page: 0, size: 15 },
  ]);
});

test('[SEARCH-24] a click on a collection opens its dialog, from which it can be edited; a link beside it leads there', async () => {
  const { maps } = makeAtlases();
  const metadata = [{ name: 'sgtt', value: 'Maps' }];
  maps.customMetadataList = metadata;
  screen.answers.give(getCollection, ({ params }) => screen.catalogue.collectionNamed(params.uuid), {
    headers: { ETag: '"7"' },
  });
  screen.answers.give(updateCollection, ({ body }) => {
    maps.customMetadataList = body.customMetadataList ?? [];
    return maps;
  });
  await screen.open('/ui/catalog/results?searchTerm=maps');
  const found = page.getByRole('region', { name: '1 Collection' });
  const opener = found.getByRole('button', { name: /^Maps/ });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: en.editing.collection.show });
  await dialog.getByRole('button', { name: en.editing.form.edit }).click();
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Of many lands');
  await dialog.getByRole('button', { name: en.editing.form.confirm, exact: true }).click();
  await isThere(dialog.getByRole('button', { name: en.editing.form.edit }));
  await isThere(dialog.getByText('Of many lands'));
  await isThere(page.getByText(en.editing.collection.saved));
  const [asked] = screen.answers.asked(updateCollection);
  expect(asked?.body).toEqual({
    customMetadataList: [...metadata, { name: 'sgti', value: 'Of many lands' }],
  });
  expect(asked?.headers.get('If-Match')).toBe('"7"');
  await userEvent.keyboard('{Escape}');
  await isGone(dialog);
  await hasFocus(opener);
  await found.getByRole('link', { name: filled(en.browse.results.goTo, { title: 'Maps' }) }).click();
  await isThere(heading(1, 'Maps'));
});

test('[SEARCH-14, SEARCH-15] the results tell of new items, and a click loads them and starts to count anew', async () => {
  const maps = screen.catalogue.collection('Maps');
  const notice = page.getByRole('button', { name: filled(en.browse.newItems, { count: 1 }) });
  await screen.open('/ui/catalog/results?searchTerm=newcomer');
  await isThere(page.getByRole('heading', { name: en.browse.results.none }));
  const { uuid } = screen.catalogue.item('Newcomer', [maps], { pressmark: 'NEW 1' });
  stopClock();
  screen.tell('item.created', { uuid, parentCollectionsUuids: [maps.uuid] });
  vi.advanceTimersByTime(1500);
  vi.useRealTimers();
  await notice.click();
  await isThere(screen.cardOf('NEW 1'));
  await isGone(notice);
  await page.getByRole('link', { name: en.browse.results.back }).click();
  await page.getByRole('link', { name: /^Maps/ }).click();
  await isThere(screen.cardOf('NEW 1'));
  expect(notice.query()).toBeNull();
});

test('a search that finds nothing offers others that find something; one that fails says so', async () => {
  makeAtlases();
  screen.answers.give(searchItems, ({ query }) => {
    const culturalItems = query.findBy === undefined ? screen.catalogue.items.slice(0, 1) : [];
    return { _embedded: { culturalItems }, ...pageBlock(culturalItems.length, query) };
  });
  screen.answers.give(findAlternatives, {
    alternatives: [
      { kind: 'corrected', text: 'major', count: 2 },
      { kind: 'without', text: 'maior', left: '-dante', count: 1 },
      { kind: 'everywhere', text: 'maior -dante', count: 1 },
      { kind: 'outside', text: 'maior -dante', count: 1 },
      { kind: 'unfiltered', text: 'maior -dante', count: 1 },
      { kind: 'alone', text: 'maior -dante', count: 12 },
    ],
  });
  await screen.open('/ui/catalog/results?searchTerm=maior+-dante&findBy=autn&state=Draft&page=2');
  const nothing = page.getByRole('heading', { name: en.browse.results.none });
  const none = page.getByText(en.browse.results.noCollections);
  await isThere(nothing);
  await isThere(none);
  // No column is kept for what isn't there: the line stands above the items.
  const edges = [none, nothing].map((locator) => locator.element().getBoundingClientRect());
  expect(edges[0]?.bottom).toBeLessThan(edges[1]?.top ?? 0);
  await isThere(page.getByText(en.browse.other.some));
  await screen.expectAccessible();
  const address = (name: string) =>
    page.getByRole('link', { name, exact: true }).element().getAttribute('href');
  const { other } = en.browse;
  const search = '/ui/catalog/results?searchTerm=';
  expect([
    address(filled(other.corrected, { text: 'major' })),
    address(filled(other.without, { left: '-dante' })),
    address(other.everywhere),
    address(other.outside),
    address(other.unfiltered),
    address(filled(other.alone, { text: 'maior -dante' })),
  ]).toEqual([
    `${search}major&findBy=autn&state=Draft`,
    `${search}maior&findBy=autn&state=Draft`,
    `${search}maior+-dante&state=Draft`,
    `${search}maior+-dante&findBy=autn&state=Draft`,
    `${search}maior+-dante&findBy=autn`,
    `${search}maior+-dante`,
  ]);
  await isThere(page.getByText('12 Items'));
  screen.answers.fail(searchItems, 'proxy');
  await page.getByRole('link', { name: other.everywhere, exact: true }).click();
  await isThere(page.getByRole('alert'));
  await screen.expectAccessible();
  screen.catalogue.answer(screen.answers);
  await page.getByRole('button', { name: en.ui.retry }).click();
  await isThere(nothing);
  await isThere(page.getByText(other.none));
});

test('[SEARCH-09] beside few items a search that finds more is offered, and Back leads to where the first began', async () => {
  makeAtlases();
  screen.answers.give(findAlternatives, {
    alternatives: [{ kind: 'corrected', text: 'atlas', count: 3 }],
  });
  await screen.open('/ui/catalog');
  await isThere(heading(1, 'Catalogue'));
  await userEvent.keyboard('/maior{Enter}');
  await isThere(screen.cardOf('ATL 1'));
  await isThere(page.getByRole('heading', { level: 2, name: en.browse.other.few }));
  await screen.expectAccessible();
  await page.getByRole('link', { name: filled(en.browse.other.corrected, { text: 'atlas' }) }).click();
  await isThere(screen.cardOf('V 1'));
  await page.getByRole('link', { name: en.browse.results.back }).click();
  await isAt('/ui/catalog');
});

test.each([
  ['a word', 'atlas ma', 2, '/ui/catalog/results?searchTerm=atlas+maior&findBy=sgtt'],
  ['an item', 'atlas ma', 4, /^\/ui\/catalog\/[^/]+\/cultural-item\/[^/]+$/],
  ['a collection', 'atlas ma', 5, /^\/ui\/catalog\/[^/]+$/],
] as const)(
  '%s is suggested while a search is typed, and chosen by keys',
  async (_kind, text, steps, address) => {
    const { maps } = makeAtlases();
    const [item] = screen.catalogue.items;
    if (!item) throw new Error('There is no item.');
    screen.answers.give(getSuggestions, ({ query }) => ({
      words: query.text === text ? ['map', 'maior'] : ['atlas'],
      records: [
        {
          uuid: item.uuid,
          sgtt: 'The *Atlas maior',
          autn: 'Blaeu',
          pressmark: 'ATL 1',
          parentUuid: maps.uuid,
        },
        { uuid: newUuid(), sgtt: '', autn: '', pressmark: 'V 1', parentUuid: maps.uuid },
      ],
      collections: [{ uuid: maps.uuid, sgtt: 'Maps' }],
      savedSearches: [],
    }));
    await screen.open('/ui/catalog');
    await isThere(heading(1, 'Catalogue'));
    const { input, field } = searchBox();
    await userEvent.keyboard('/');
    await userEvent.selectOptions(field, 'sgtt');
    await input.click();
    await userEvent.keyboard(text);
    const list = page.getByRole('listbox', { name: en.browse.search.suggestions });
    const options = list.getByRole('option');
    await texts(options).toEqual([
      'atlas map',
      'atlas maior',
      'The Atlas maiorATL 1 · Blaeu',
      'V 1V 1',
      'Maps',
    ]);
    expect(screen.answers.asked(getSuggestions).at(-1)?.query).toEqual({ text, findBy: 'sgtt' });
    await screen.expectAccessible();
    await userEvent.keyboard('{ArrowDown}'.repeat(steps === 4 ? 3 : steps));
    const chosen = list.getByRole('option', { selected: true });
    await expect.poll(() => input.element().getAttribute('aria-activedescendant')).toBe(chosen.element().id);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => location.pathname + location.search).toMatch(address);
    await isGone(options);
  },
);

test('[SEARCH-04, SEARCH-09] a search in a field of a template and below a collection is chosen by keys', async () => {
  const { maps } = makeAtlases();
  const [template] = screen.catalogue.templates.filter(({ resourceType }) => resourceType === 'ITEM');
  if (!template) throw new Error('There is no field.');
  const language = { ...template, uuid: newUuid(), name: 'lang', label: 'Language', searchable: true };
  screen.catalogue.templates.push(language);
  await screen.open(`/ui/catalog/${maps.uuid}`);
  await isThere(heading(1, 'Maps'));
  const { input, field } = searchBox();
  await userEvent.keyboard('/');
  await userEvent.selectOptions(field, 'Language');
  await input.click();
  await userEvent.keyboard('atlas');
  const options = page.getByRole('listbox', { name: en.browse.search.suggestions }).getByRole('option');
  await texts(options).toEqual([`atlas${en.browse.search.here}`]);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  const results = `/ui/catalog/results/${maps.uuid}?searchTerm=atlas&findBy=field%3Alang`;
  await isAt(results);
  await isThere(page.getByText('for “atlas” · in Language · in “Maps” and below'));
  const limits = { text: 'atlas', findBy: 'field:lang', belowUuid: maps.uuid };
  await expect.poll(() => screen.answers.asked(searchItems).at(-1)?.query).toMatchObject(limits);
  await expect.poll(() => screen.answers.asked(searchCollections).at(-1)?.query).toMatchObject(limits);
  await screen.expectAccessible();
  await page.getByRole('link', { name: en.browse.results.back }).click();
  await isAt(`/ui/catalog/${maps.uuid}`);
  await isThere(heading(1, 'Maps'));
});

test('a search is typed on where suggestions fail or the session has ended', async () => {
  await screen.open('/ui/catalog');
  await isThere(heading(1, 'Catalogue'));
  const { input } = searchBox();
  // Whoever types slowly asks more often.
  const asked = () => screen.answers.asked(getSuggestions).at(-1)?.query.text;
  screen.answers.fail(getSuggestions, 'not-signed-in');
  await userEvent.keyboard('/atlas');
  await expect.poll(asked).toBe('atlas');
  screen.answers.fail(getSuggestions, 'proxy');
  await userEvent.keyboard(' maior');
  await expect.poll(asked).toBe('atlas maior');
  await hasFocus(input);
  await expect.element(input).toHaveValue('atlas maior');
  expect(page.getByRole('dialog').elements()).toEqual([]);
});

test.each([
  ['items', searchItems, 'letters', 'L 1'],
  ['items', searchItems, 'atlas', 'ATL 1'],
  ['collections', searchCollections, 'letters', 'L 1'],
  ['collections', searchCollections, 'atlas', 'ATL 1'],
  ['choices of views', getItemsView, 'letters', 'L 1'],
  ['choices of views', getItemsView, 'atlas', 'ATL 1'],
] as const)(
  'where the %s come last, the results stand where they are first seen',
  async (_what, late, term, pressmark) => {
    makeAtlases();
    const shifted = screen.watchShifts();
    const letGo = screen.answers.hold(late);
    await screen.open(`/ui/catalog/results?searchTerm=${term}`);
    await isThere(heading(1, en.browse.results.title));
    await expect.poll(() => screen.answers.asked(late)).toHaveLength(1);
    await shifted();
    letGo();
    await isThere(screen.cardOf(pressmark));
    await isThere(heading(2, /Collections$/));
    expect(await shifted()).toBeLessThan(0.02);
  },
);

test('[SEARCH-07] on a phone, in Italian, items and collections stand behind tabs', async () => {
  makeAtlases();
  await screen.open('/ui/catalog', { ...phone, scheme: 'dark' });
  const { button, input } = searchBox(it);
  await button.click();
  await input.fill('atlas');
  await screen.expectAccessible();
  await userEvent.keyboard('{Enter}');
  await isThere(heading(1, it.browse.results.title));
  await isThere(screen.cardOf('ATL 1'));
  await screen.expectAccessible();
  await page.getByRole('tab', { name: '16 raccolte' }).click();
  await isThere(page.getByRole('button', { name: /^Atlas shelf 1\b/ }));
  expect(screen.cardOf('ATL 1').query()).toBeNull();
  await screen.expectAccessible();
});

test('the home page leads to the series that have stories; the page of another collection does not', async () => {
  const { catalogue } = screen;
  const maps = catalogue.collection('Maps');
  catalogue.item('Atlas maior', [maps], { pressmark: 'ATL 1' });
  const stories = new MadeStories();
  const addEmpty = () => {
    for (let count = 0; count < 5; count += 1) stories.aSeries('Nothing yet');
  };
  addEmpty();
  const walks = stories.aSeries('Walks on paper', { thumbnail: null });
  addEmpty();
  stories.story('An island', [walks]);
  stories.answer(screen.answers);
  await screen.open('/ui/catalog');
  const strip = page.getByRole('region', { name: en.browse.stories, exact: true });
  const link = strip.getByRole('link', { name: 'Walks on paper 1 story' });
  await isThere(link);
  expect(link.element()).toHaveAttribute('href', walks._links.viewer.href);
  expect(strip.getByRole('listitem').elements()).toHaveLength(1);
  await isThere(strip.getByRole('link', { name: en.app.storiesLab }));
  await screen.expectAccessible();
  await page.getByRole('link', { name: /^Maps/ }).click();
  await isThere(heading(1, 'Maps'));
  await isGone(strip);
});

test('[HOME-09, HOME-10, HOME-11, HOME-12] nine collections first, then all of them in pages', async () => {
  for (let number = 1; number <= 23; number += 1)
    screen.catalogue.collection(`Collection ${String(number).padStart(2, '0')}`);
  await screen.open('/ui/catalog');
  const strip = page.getByRole('region', { name: en.browse.collections });
  const titles = strip.bySelector('.record-title');
  await many(titles).toBe(9);
  expect(textsOf(titles)[0]).toBe('Collection 01');
  await isThere(strip.getByRole('link', { name: '+14 more collections' }));
  await screen.expectAccessible();
  await strip.getByRole('link', { name: en.browse.showAll }).click();
  await many(titles).toBe(20);
  await strip.getByRole('navigation').getByRole('link', { name: 'Page 2' }).click();
  await texts(titles).toEqual(['Collection 21', 'Collection 22', 'Collection 23']);
  await strip.getByRole('link', { name: en.browse.showLess }).click();
  await many(titles).toBe(9);
  const { uuid } = screen.catalogue.root;
  expect(screen.answers.asked(listSubcollections).map(({ params, query }) => [params.uuid, query])).toEqual([
    [uuid, { page: 0, size: 9 }],
    [uuid, { page: 0, size: 20 }],
    [uuid, { page: 1, size: 20 }],
  ]);
});

test('tiles and the page tell what stands below a collection, at any depth, and lead to all of it', async () => {
  const [atlases, maps] = [screen.catalogue.collection('Atlases'), screen.catalogue.collection('Maps')];
  const sheets = screen.catalogue.collection('Sheets', [atlases, maps]);
  screen.catalogue.item('World', [sheets, atlases]);
  screen.catalogue.item('Europe', [sheets]);
  screen.catalogue.item('Index', [maps]);
  await screen.open('/ui/catalog');
  const strip = page.getByRole('region', { name: en.browse.collections });
  const tiles = strip.bySelector('li a');
  await texts(tiles).toEqual(['Atlases1 collection · 2 items in all', 'Maps1 collection · 3 items in all']);
  await isThere(strip.getByRole('link', { name: '3 items in all', exact: true }));
  await strip.getByRole('link', { name: /^Atlases/ }).click();
  await isThere(heading(1, 'Atlases'));
  await texts(tiles).toEqual(['Sheets2 items' + en.browse.linked]);
  // One call for all tiles of a page; a collection without others in it is not asked for.
  const asked = screen.answers.asked(findCollectionTotals).map(({ query }) => query.uuid);
  expect(asked).toEqual([[screen.catalogue.root.uuid, atlases.uuid, maps.uuid], [atlases.uuid]]);
  await strip.getByRole('link', { name: '2 items in all', exact: true }).click();
  await isAt(`/ui/catalog/results/${atlases.uuid}`);
});

test('[HOME-02, HOME-03, HOME-05, HOME-06] the breadcrumb follows the parent through which one came', async () => {
  const first = screen.catalogue.collection('Collection 01');
  const second = screen.catalogue.collection('Collection 02');
  const both = screen.catalogue.collection('In both', [first, second]);
  await screen.open('/ui/catalog');
  await page.getByRole('link', { name: /^Collection 02/ }).click();
  await page.getByRole('link', { name: /^In both/ }).click();
  await isAt(`/ui/catalog/${both.uuid}?parentId=${second.uuid}`);
  await isThere(heading(1, 'In both'));
  const crumbs = page.getByRole('navigation', { name: en.browse.breadcrumb }).getByRole('listitem');
  await texts(crumbs).toEqual(['Catalogue', 'Collection 02', 'In both']);
  await crumbs.getByRole('link', { name: 'Collection 02' }).click();
  await isThere(heading(1, 'Collection 02'));
  await crumbs.getByRole('link', { name: 'Catalogue' }).click();
  await page.getByRole('link', { name: /^Collection 01/ }).click();
  await page.getByRole('link', { name: /^In both/ }).click();
  await texts(crumbs).toEqual(['Catalogue', 'Collection 01', 'In both']);
  const asked = screen.answers.asked(getBreadcrumb).filter(({ params }) => params.uuid === both.uuid);
  expect(asked.map(({ query }) => query.parentId)).toEqual([second.uuid, first.uuid]);
});

test('on a phone the way there is one line that shows its end, and nothing below it moves when it arrives', async () => {
  const above = screen.catalogue.collection('Soprintendenza archivistica della Toscana', [
    screen.catalogue.collection('Collection 03'),
  ]);
  const { uuid } = screen.catalogue.collection('Carte topografiche e vedute di città', [above]);
  const shifted = screen.watchShifts();
  const letGo = screen.answers.hold(getBreadcrumb);
  await screen.open(`/ui/catalog/${uuid}`, phone);
  await isThere(heading(1, 'Carte topografiche e vedute di città'));
  await isThere(page.getByText(it.browse.empty.title));
  await shifted();
  letGo();
  const way = page.getByRole('navigation', { name: it.browse.breadcrumb });
  const last = way.getByRole('button');
  await isThere(last);
  expect(await shifted()).toBeLessThan(0.02);
  const [line, end] = [way, last].map((locator) => locator.element().getBoundingClientRect());
  expect(line?.height).toBeLessThan(48);
  expect(end?.right).toBeLessThanOrEqual((line?.right ?? 0) + 5);
  // The beginning is reached as well.
  await way.getByRole('link', { name: 'Catalogue' }).click();
  await isAt('/ui/catalog');
});

test('[HOME-04, HOME-17, HOME-18, HOME-19] items stand twenty a page, the page in the address from 1, in the call from 0', async () => {
  const drawer = screen.catalogue.collection('Drawer');
  // One page more than a pager has buttons.
  leavesIn(drawer, 12 * 20 + 1, 3);
  await screen.open(`/ui/catalog/${drawer.uuid}?page=13`);
  await texts(page.getByRole('article').getByRole('heading')).toEqual(['Leaf 241']);
  const pager = page.getByRole('navigation', { name: en.browse.itemPages });
  expect(pager.getByRole('link', { name: /^Page \d+$/ }).elements().length).toBeLessThanOrEqual(12);
  await pager.getByRole('link', { name: 'Page 1', exact: true }).click();
  await many(page.getByRole('article')).toBe(20);
  await screen.expectAccessible();
  await pager.getByRole('link', { name: 'Page 2', exact: true }).click();
  await isAt(`/ui/catalog/${drawer.uuid}?page=2`);
  await isThere(screen.cardOf('LEAF 021'));
  expect(screen.answers.asked(listCollectionItems).map(({ query }) => query)).toEqual([
    { page: 12, size: 20 },
    { page: 0, size: 20 },
    { page: 1, size: 20 },
  ]);
});

const PICTURE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>')}`;

/** An item with two images in two collections, and one without any in one. */
function makePictured(given: Partial<Item> = {}): { shown: Collection; pictured: Item; bare: Item } {
  const shown = screen.catalogue.collection('Shown');
  const { mediaTypeInfo } = madeItem();
  const pictured = screen.catalogue.item('Pictured', [shown, screen.catalogue.collection('Other')], {
    pressmark: 'CAT 1',
    autn: 'Blaeu',
    customMetadataList: [
      { name: 'sgtt', value: 'Pictured' },
      { name: 'autn', value: 'Blaeu' },
      { name: 'pressmark', value: 'CAT 1' },
    ],
    state: 'In review',
    thumbnail: PICTURE,
    mediaTypeInfo: { ...mediaTypeInfo, imagesCount: 2, hasImage: true },
    ...given,
  });
  const bare = screen.catalogue.item('Bare', [shown], { pressmark: 'CAT 2' });
  return { shown, pictured, bare };
}

const colourOf = (dot: Locator) => getComputedStyle(dot.element()).backgroundColor;

test('[GRID-02, GRID-03, GRID-05, GRID-08, GRID-11, GRID-12, GRID-13, GRID-19, GRID-30] cards tell what their items are', async () => {
  const { shown, pictured } = makePictured();
  screen.catalogue.item('Broken', [shown], {
    pressmark: 'CAT 3',
    mediaTypeInfo: { ...pictured.mediaTypeInfo, imagesCount: 2 },
    failedImagesCount: 2,
  });
  await screen.open(`/ui/catalog/${shown.uuid}`);
  const card = screen.cardOf('Pictured');
  const image = () => card.bySelector('img').element() as HTMLImageElement;
  await isThere(card);
  await expect.poll(() => image().naturalWidth).toBeGreaterThan(0);
  expect(image().getAttribute('src')).toBe(PICTURE);
  await expect.element(card.getByTitle('2 images')).toHaveTextContent('2');
  await isThere(card.getByTitle(en.browse.linked));
  // The title before the pressmark, and nothing of lower priority.
  await texts(card.bySelector('.record-title, p:not(.visually-hidden)')).toEqual(['Pictured', 'CAT 1']);
  expect(card.getByText('Blaeu').query()).toBeNull();
  // As `In review` is coloured in the standard set.
  await expect.poll(() => colourOf(card.bySelector('[data-state="In review"]'))).toBe('rgb(180, 83, 9)');
  // Its name is read without the pointer; that of the first state, which most items are in, stands nowhere.
  await isThere(card.getByText('In review', { exact: true }));
  const bare = screen.cardOf('Bare');
  expect(bare.getByText('Default', { exact: true }).query()).toBeNull();
  await isThere(bare.getByText(en.browse.noPicture));
  const failed = filled(en.catalogue.failedImages_other, { count: 2 });
  await expect.element(screen.cardOf('Broken').bySelector('[data-broken]')).toHaveTextContent(failed);
  expect(bare.getByTitle(en.browse.linked).query()).toBeNull();
  await screen.expectAccessible();
  await card.click();
  await isAt(`/ui/catalog/${shown.uuid}/cultural-item/${pictured.uuid}`);
  await isThere(heading(1, 'Pictured'));
});

test('[GRID-04, GRID-10] a broken thumbnail and an unknown state have a look of their own', async () => {
  const { shown } = makePictured({ thumbnail: 'data:image/jpeg;base64,AAAA', state: 'Forgotten' });
  await screen.open(`/ui/catalog/${shown.uuid}`);
  const card = screen.cardOf('Pictured');
  await isThere(card.getByText(en.catalogue.brokenPicture));
  await expect.poll(() => screen.answers.asked(listItemStates)).toHaveLength(1);
  await expect.poll(() => colourOf(card.bySelector('[data-state=Forgotten]'))).toBe('rgb(0, 0, 0)');
  await screen.expectAccessible();
});

test('[GRID-06, GRID-09, API-085] a card says how far its images are, and its dot the state; fields are read page after page', async () => {
  const { shown } = makePictured({ notReadyImagesCount: 1 });
  const { templates } = screen.catalogue;
  screen.answers.give(listTemplates, ({ query: { page: number = 0 } }) => ({
    _embedded: { customMetadataTemplates: templates.slice(number * 3, number * 3 + 3) },
    ...pageBlock(templates.length, { page: number, size: 3 }),
  }));
  await screen.open(`/ui/catalog/${shown.uuid}`);
  const card = screen.cardOf('Pictured');
  await isThere(card.getByText('50%', { exact: true }));
  // The pressmark is a field of the items, which come after those of the collections.
  await isThere(card.getByText('CAT 1'));
  const pages = Array.from({ length: Math.ceil(templates.length / 3) }, (_, index) => index);
  expect(pages.length).toBeGreaterThan(1);
  expect(screen.answers.asked(listTemplates).map(({ query }) => query.page)).toEqual(pages);

  const tip = page.getByRole('tooltip', { name: 'In review' });
  stopClock();
  await card.bySelector('[data-state]').hover();
  vi.advanceTimersByTime(999);
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
  expect(tip.query()).toBeNull();
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await isThere(tip);
});

test('[ITEM-06] an item in one collection names it, and one without media offers to add some', async () => {
  const { shown, bare } = makePictured();
  await screen.open(`/ui/catalog/${shown.uuid}/cultural-item/${bare.uuid}`);
  await isThere(page.getByText(filled(en.item.in, { collection: 'Shown' })));
  expect(page.getByRole('button', { name: /collections$/ }).query()).toBeNull();
  await isThere(page.getByText(en.item.itemWithoutMedia, { exact: true }));
  await isThere(page.getByRole('button', { name: en.item.addMedia, exact: true }));
  await screen.expectAccessible();
});

const filters = ({ filtering }: Words = en) => ({
  button: page.getByRole('button', { name: filtering.filters, exact: true }),
  panel: page.getByRole('group', { name: filtering.filters, exact: true }),
  value: (name: string) => page.getByRole('checkbox', { name }),
  chips: page.getByRole('list', { name: filtering.set }),
});

/** Adds 25 leaves, two of them approved, and answers by state and collection. */
function makeShelf(): Collection {
  const shelf = screen.catalogue.collection('Shelf');
  leavesIn(shelf, 25);
  for (const number of [3, 4]) Object.assign(screen.catalogue.items[number - 1] ?? {}, { state: 'Approved' });
  const found = ({ state }: ItemQuery) =>
    screen.catalogue.items.filter((item) => state === undefined || state.includes(item.state));
  const pageOf = (query: ItemQuery & { page?: number; size?: number }) => {
    const { page: number = 0, size = 20 } = query;
    const all = found(query);
    const culturalItems = all.slice(number * size, number * size + size);
    return { _embedded: { culturalItems }, ...pageBlock(all.length, { page: number, size }) };
  };
  screen.answers.give(searchItems, ({ query }) => pageOf(query));
  screen.answers.give(listCollectionItems, ({ query }) => pageOf(query));
  screen.answers.give(getItemFacets, ({ query }) => ({
    total: found(query).length,
    state: ['Default', 'Approved'].map((value) => ({ value, count: found({ state: [value] }).length })),
    media: [],
    fields: [],
    changedBy: [],
    createdYear: [],
    modifiedYear: [],
  }));
  return shelf;
}

test('[I18N-11] a day is typed day first, whatever its signs; what is no day stays, says so and changes nothing', async () => {
  const { uuid } = makeShelf();
  const address = `/ui/catalog/${uuid}`;
  await screen.open(address);
  const { button, panel, chips } = filters();
  await button.click();
  const field = panel.getByRole('textbox', { name: en.filtering.to, exact: true }).first();
  await expect.element(field).toHaveAttribute('placeholder', 'DD/MM/YYYY');
  field.element().focus();
  for (const key of '3/2/2001') await userEvent.keyboard(key);
  await isAt(`${address}?createdTo=2001-02-03`);
  await isThere(chips.getByText('Created: to 03/02/2001'));
  // What is typed stays as it is until the user is done with it.
  await expect.element(field).toHaveValue('3/2/2001');
  await hasFocus(field);
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('03/02/2001');
  for (const [text, day] of [
    ['12.11.2012', '2012-11-12'],
    ['13-11-2012', '2012-11-13'],
    ['2012-11-14', '2012-11-14'],
    ['15112012', '2012-11-15'],
  ] as const) {
    await field.fill(text);
    await isAt(`${address}?createdTo=${day}`);
  }

  for (const text of ['31/02/2012', 'abc', '01/01/0999']) {
    await field.fill(text);
    expect(field.element().getAttribute('aria-invalid')).not.toBe('true');
    await userEvent.keyboard('{Tab}');
    await isThere(panel.getByRole('alert').filter({ hasText: en.days.noDay }));
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field).toHaveAccessibleDescription(en.days.noDay);
    await expect.element(field).toHaveValue(text);
    await isAt(`${address}?createdTo=2012-11-15`);
  }
  await screen.expectAccessible();
  // The address decides: what goes with its chip goes from the field, and Back brings it again.
  await chips.getByRole('button').first().click();
  await isAt(address);
  await expect.element(field).toHaveValue('');
  expect(panel.getByText(en.days.noDay).query()).toBeNull();
  history.back();
  await expect.element(field).toHaveValue('15/11/2012');
  const asked = screen.answers.asked(listCollectionItems).map(({ query }) => query.createdTo);
  expect(asked).not.toContain('2012-02-31');
  expect(asked.every((day) => day === undefined || day > '2001')).toBe(true);
});

test('[I18N-11] a day is chosen from a calendar in the user’s language; Escape closes it and nothing else', async () => {
  const { uuid } = makeShelf();
  const address = `/ui/catalog/${uuid}`;
  const { panel, button } = filters(it);
  await screen.open(`${address}?createdTo=2001-02-03`, { language: 'it', scheme: 'dark' });
  await button.click();
  const field = panel.getByRole('textbox', { name: it.filtering.to, exact: true }).first();
  await expect.element(field).toHaveValue('03/02/2001');
  await expect
    .element(panel.getByRole('textbox', { name: it.filtering.from, exact: true }).first())
    .toHaveAttribute('placeholder', 'GG/MM/AAAA');
  const opener = panel.getByRole('button', { name: it.days.choose, exact: true }).nth(1);
  await expect.element(opener).toHaveAccessibleDescription(it.filtering.to);
  const calendar = page.getByRole('dialog', { name: it.days.choose });
  const inCalendar = (name: string) => calendar.getByRole('button', { name, exact: true });
  await field.fill('abc');
  await opener.click();
  await hasFocus(inCalendar('sabato 3 febbraio 2001'));
  await texts(calendar.bySelector('th')).toEqual(
    ['Lu', 'Ma', 'Me', 'Gi', 'Ve', 'Sa', 'Do'].map((day) => day.toLowerCase()),
  );
  await expect.element(inCalendar('sabato 3 febbraio 2001')).toHaveAttribute('aria-pressed', 'true');
  await screen.expectAccessible();
  await inCalendar(it.days.previousMonth).click();
  await isThere(inCalendar('mercoledì 31 gennaio 2001'));
  await userEvent.keyboard('{Escape}');
  await isGone(calendar);
  await hasFocus(opener);
  await isThere(panel);
  await expect.element(field).toHaveValue('abc');
  await isAt(`${address}?createdTo=2001-02-03`);

  await userEvent.keyboard('{Enter}');
  await hasFocus(inCalendar('sabato 3 febbraio 2001'));
  await userEvent.keyboard('{ArrowDown}{ArrowRight}{Enter}');
  await isAt(`${address}?createdTo=2001-02-11`);
  await isGone(calendar);
  await hasFocus(opener);
  await expect.element(field).toHaveValue('11/02/2001');
  await expect.element(field).not.toHaveAttribute('aria-invalid', 'true');
});

test('[SEARCH-09] Back leads to the collection where the search began, however it was narrowed since', async () => {
  const { uuid } = makeShelf();
  const { button, value } = filters();
  await screen.open(`/ui/catalog/${uuid}?page=2`);
  await isThere(heading(2, '25 items'));
  await userEvent.keyboard('/leaf{Enter}');
  await isThere(heading(2, '25 Items'));
  await button.click();
  await value('Approved 2').click();
  await isThere(heading(2, '2 Items'));
  await value('Default 23').click();
  await isThere(heading(2, '25 Items'));
  await page.getByRole('link', { name: en.browse.results.back }).click();
  await isAt(`/ui/catalog/${uuid}?page=2`);
});

test('until the narrowed list arrives none of the older items can be chosen; Escape in the filters leaves the choice', async () => {
  const { uuid } = makeShelf();
  const { button, panel, value, chips } = filters();
  const all = page.getByRole('checkbox', { name: en.catalogue.chooseAll, exact: true });
  const bar = page.getByRole('region', { name: en.selection.bar });
  await screen.open(`/ui/catalog/${uuid}`);
  await button.click();
  await isThere(value('Approved 2'));
  const letGo = screen.answers.hold(listCollectionItems);
  await value('Approved 2').click();
  await isAt(`/ui/catalog/${uuid}?state=Approved`);
  await isThere(page.bySelector('ul[aria-busy=true]'));
  await expect.element(all).toBeDisabled();
  const card = screen.cardOf('LEAF 01');
  card.getByRole('link').element().focus();
  await userEvent.keyboard('x');
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await card.getByRole('checkbox').click();
  letGo();
  await isThere(heading(2, '2 items'));
  expect(bar.query()).toBeNull();

  await all.click();
  await isThere(bar);
  chips.getByRole('button').first().element().focus();
  await userEvent.keyboard('{Escape}');
  value('Approved 2').element().focus();
  await userEvent.keyboard('{Escape}');
  await isGone(panel);
  await isThere(bar);
});

test('on a narrow screen the filters are a sheet, in Italian and in the dark', async () => {
  const { uuid } = makeShelf();
  const { button, value, chips } = filters(it);
  await screen.open(`/ui/catalog/${uuid}`, { ...phone, scheme: 'dark' });
  await button.click();
  const sheet = page.getByRole('dialog', { name: it.filtering.filters });
  await isThere(sheet);
  await value('Approvato 2').click();
  await isThere(value('Predefinito 23'));
  await screen.expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await hasFocus(button);
  await isThere(chips.getByText('Stato: Approvato'));
  await screen.expectAccessible();
});

test('items are asked for by the years that a date of theirs may mean', async () => {
  const { uuid } = makeShelf();
  const [template] = screen.catalogue.templates.filter(({ resourceType }) => resourceType === 'ITEM');
  if (!template) throw new Error('Items have no fields.');
  screen.catalogue.templates.push({
    ...template,
    name: 'made',
    label: 'Made',
    labels: {},
    type: 'DATE',
    priority: 'LOW',
    locked: false,
  });
  const { button, panel, chips } = filters();
  await screen.open(`/ui/catalog/${uuid}`);
  await button.click();
  const years = panel.getByRole('group', { name: 'Made' });
  const from = years.getByRole('textbox', { name: en.filtering.fromYear });
  const to = years.getByRole('textbox', { name: en.filtering.toYear });
  await from.fill('1490');
  await userEvent.keyboard('{Enter}');
  await isThere(chips.getByText('Made: from 1490'));
  await to.fill('sec. XV');
  await userEvent.keyboard('{Tab}');
  await isThere(years.getByText(en.filtering.noYear));
  await to.fill('1480');
  await userEvent.keyboard('{Enter}');
  await isThere(years.getByText(en.filtering.endsFirst));
  await screen.expectAccessible();
  await to.fill('1510');
  await userEvent.keyboard('{Enter}');
  await isAt(`/ui/catalog/${uuid}?date=made%3D1490%2F1510`);
  // Its chip takes it away, from the fields as well.
  await chips.getByRole('button', { name: 'Remove the filter Made: 1490 to 1510' }).click();
  await expect.element(from).toHaveValue('');
  await isAt(`/ui/catalog/${uuid}`);
  // On a slow machine the whole list is old by now, and is asked for once more.
  const asked = screen.answers.asked(listCollectionItems).map(({ query }) => query.date);
  expect(asked.slice(0, 3)).toEqual([undefined, ['made=1490/..'], ['made=1490/1510']]);
});

test('a field is filtered by its values, found among many, by numbers, and by having a value or none', async () => {
  const { uuid } = makeShelf();
  const [template] = screen.catalogue.templates.filter(({ resourceType }) => resourceType === 'ITEM');
  if (!template) throw new Error('Items have no fields.');
  const further = { ...template, priority: 'LOW', locked: false, searchable: true } as const;
  screen.catalogue.templates.push(
    { ...further, uuid: newUuid(), name: 'owner', label: 'Owner', type: 'STRING' },
    { ...further, uuid: newUuid(), name: 'folios', label: 'Folios', type: 'INTEGER' },
  );
  screen.answers.give(findFieldValues, ({ query: { valueText = '' } }) => ({
    values: [
      { value: 'Rossi, Ada', count: 2 },
      { value: 'Bianchi', count: 1 },
    ].filter(({ value }) => value.toLowerCase().startsWith(valueText)),
    hasMore: valueText === '',
  }));
  const { button, panel, value, chips } = filters();
  await screen.open(`/ui/catalog/${uuid}`);
  await button.click();
  await panel.getByRole('button', { name: 'Owner' }).click();
  const owner = panel.getByRole('group', { name: 'Owner' });
  await isThere(owner.getByText(en.filtering.moreValues));
  await screen.expectAccessible();
  await owner.getByRole('searchbox', { name: en.filtering.searchValues }).fill('ros');
  await isGone(value('Bianchi 1'));
  await value('Rossi, Ada 2').click();
  await isThere(chips.getByText('Owner: Rossi, Ada'));
  await owner.getByRole('combobox', { name: en.filtering.hasValue }).selectOptions(en.filtering.filled);
  await isThere(chips.getByText('Owner: With a value'));
  await panel.getByRole('button', { name: 'Folios' }).click();
  const folios = panel.getByRole('group', { name: 'Folios' });
  await folios.getByRole('textbox', { name: en.filtering.fromNumber }).fill('many');
  await userEvent.keyboard('{Enter}');
  await isThere(folios.getByText(en.filtering.noNumber));
  await folios.getByRole('textbox', { name: en.filtering.fromNumber }).fill('12');
  await userEvent.keyboard('{Enter}');
  await isThere(chips.getByText('Folios: from 12'));
  await isAt(`/ui/catalog/${uuid}?field=owner%3DRossi%2C+Ada&filled=owner&number=folios%3D12..`);
  await expect
    .poll(() => screen.answers.asked(listCollectionItems).at(-1)?.query)
    .toMatchObject({ field: ['owner=Rossi, Ada'], filled: ['owner'], number: ['folios=12..'] });
  // What is asked for the values of a field are all other filters.
  await expect
    .poll(() => screen.answers.asked(findFieldValues).at(-1)?.query)
    .toMatchObject({ name: 'owner', valueText: 'ros', number: ['folios=12..'], collectionUuid: uuid });
});

test('a list is filtered by the technical data of files: by values, by the lack of one, by numbers', async () => {
  const { uuid } = makeShelf();
  screen.answers.give(findFileValues, ({ query: { name } }) => ({
    values:
      name === 'format'
        ? [
            { value: 'tiff', count: 3 },
            { value: 'jp2', count: 2 },
          ]
        : [{ value: '', count: 4 }],
    hasMore: false,
  }));
  const { button, panel, value, chips } = filters();
  await screen.open(`/ui/catalog/${uuid}`);
  await button.click();
  await panel.getByRole('button', { name: en.filtering.files }).click();
  // Nothing is counted before it is shown.
  expect(screen.answers.asked(findFileValues)).toEqual([]);
  await panel.getByRole('button', { name: englishOfTechnical.technical.labels.format }).click();
  await value('JPEG 2000 2').click();
  await isThere(chips.getByText('Format: JPEG 2000'));
  await panel.getByRole('button', { name: englishOfTechnical.technical.labels.colourProfile }).click();
  await value(`${en.filtering.empty} 4`).click();
  await isThere(chips.getByText('Colour profile: Without a value'));
  const { dpi } = en.filtering.fileNumbers;
  await panel.getByRole('button', { name: dpi }).click();
  const resolution = panel.getByRole('group', { name: dpi });
  await resolution.getByRole('textbox', { name: en.filtering.toNumber }).fill('299,5');
  await userEvent.keyboard('{Enter}');
  await isThere(chips.getByText('Resolution (dpi): up to 299.5'));
  await screen.expectAccessible();
  await expect
    .poll(() => screen.answers.asked(listCollectionItems).at(-1)?.query.file)
    .toEqual(['format=jp2', 'iccProfile=', 'dpi=..299.5']);
  await chips.getByRole('button', { name: 'Remove the filter Format: JPEG 2000' }).click();
  await isAt(`/ui/catalog/${uuid}?file=iccProfile%3D&file=dpi%3D..299.5`);
});

const tableOf = ({ table, browse }: Words = en) => ({
  table: page.getByRole('table', { name: table.items }),
  headers: page.getByRole('columnheader'),
  tool: (name: string) => page.getByRole('button', { name, exact: true }),
  view: page.getByRole('button', { name: browse.view.table, exact: true }),
});

/** Adds a collection with rows. */
function makeTable(title = 'Table shelf'): Collection {
  const shelf = screen.catalogue.collection(title);
  leavesIn(shelf, 25);
  screen.answers.give(getTableLayouts, () => ({ layouts: [] }));
  screen.answers.give(findItemSurroundings, ({ query }) => ({
    _embedded: {
      itemSurroundings: query.uuid.map((uuid) => ({
        uuid,
        parentCollections: [{ uuid: shelf.uuid, sgtt: shelf.sgtt }],
        createdBy: null,
        lastModifiedBy: null,
      })),
    },
    ...pageBlock(query.uuid.length, query),
  }));
  return shelf;
}

/** The choice of the order of a list, and the button that reverses it. */
const sorting = () => ({
  choice: page.getByRole('combobox', { name: en.browse.sort.label }),
  reverse: page.getByRole('button', { name: en.browse.sort.descending }),
});

test('the order of cards is chosen and reversed, and stands in the address', async () => {
  screen.catalogue.field('ITEM', 'made', { label: 'Made', type: 'DATE' });
  screen.catalogue.field('ITEM', 'note', { label: 'Note' });
  const leaves = screen.catalogue.collection('Leaves');
  leavesIn(leaves, 25);
  const { choice, reverse } = sorting();
  const isAsked = (asked: object) =>
    expect.poll(() => screen.answers.asked(listCollectionItems).at(-1)?.query).toMatchObject(asked);
  const address = `/ui/catalog/${leaves.uuid}`;
  await screen.open(`${address}?page=2`);
  const orders = ['Title', 'Author', 'Pressmark', 'Made', 'Created', 'Last changed'];
  await texts(choice.getByRole('option')).toEqual(orders);
  await expect.element(choice).toHaveDisplayValue('Title');
  await choice.selectOptions('Made');
  await isAt(`${address}?sort=field%3Amade`);
  await isAsked({ page: 0, sort: ['field:made'] });
  // The newest first.
  await choice.selectOptions('Last changed');
  await isAt(`${address}?sort=lastModifiedDate%2Cdesc`);
  await isAsked({ page: 0, sort: ['lastModifiedDate,desc'] });
  await expect.element(reverse).toHaveAttribute('aria-pressed', 'true');
  await screen.expectAccessible();
  await reverse.click();
  await isAt(`${address}?sort=lastModifiedDate`);
  await isAsked({ sort: ['lastModifiedDate'] });
  await hasFocus(reverse);
  await choice.selectOptions('Title');
  await isAt(address);
  await reverse.click();
  await isAt(`${address}?sort=sgtt%2Cdesc`);
  await isAsked({ sort: ['sgtt,desc'] });
});

test('results have the order of relevance until another is chosen', async () => {
  makeAtlases();
  const { choice, reverse } = sorting();
  await screen.open('/ui/catalog/results?searchTerm=atlas');
  await expect.element(choice).toHaveDisplayValue(en.browse.sort.relevance);
  await isGone(reverse);
  await choice.selectOptions('Pressmark');
  await isAt('/ui/catalog/results?searchTerm=atlas&sort=pressmark');
  await isThere(reverse);
  await expect
    .poll(() => screen.answers.asked(searchItems).map(({ query }) => query.sort))
    .toEqual([undefined, ['pressmark']]);
  await choice.selectOptions(en.browse.sort.relevance);
  await isAt('/ui/catalog/results?searchTerm=atlas');
});

test('an order that a table has is shown among the choices, and everything has that of the titles otherwise', async () => {
  makeAtlases();
  const { choice } = sorting();
  await screen.open('/ui/catalog/results?searchTerm=&sort=state');
  await expect.element(choice).toHaveDisplayValue('State');
  await choice.selectOptions('Title');
  await isAt('/ui/catalog/results?searchTerm=');
  expect(textsOf(choice.getByRole('option'))).not.toContain(en.browse.sort.relevance);
});

test('a list is shown as a table, whose columns are chosen, moved and sorted by', async () => {
  const { uuid } = makeTable();
  const { table, headers, tool, view } = tableOf();
  const header = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await screen.open(`/ui/catalog/${uuid}?page=2`);
  await isThere(screen.cardOf('LEAF 25'));
  await view.click();
  await isAt(`/ui/catalog/${uuid}?page=2&view=table`);
  await isThere(table);
  await expect.element(view).toHaveAttribute('aria-pressed', 'true');
  await expect.element(header('Title')).toHaveAttribute('aria-sort', 'ascending');
  await header('Author').getByRole('button').click();
  await isAt(`/ui/catalog/${uuid}?view=table&sort=autn`);
  await header('Author').getByRole('button').click();
  await expect.element(header('Author')).toHaveAttribute('aria-sort', 'descending');
  await isAt(`/ui/catalog/${uuid}?view=table&sort=autn%2Cdesc`);
  expect(screen.answers.asked(listCollectionItems).map(({ query }) => [query.page, query.sort])).toEqual([
    [1, undefined],
    [0, ['autn']],
    [0, ['autn,desc']],
  ]);

  await tool(en.table.columns).click();
  const dialog = page.getByRole('dialog', { name: en.table.columnsTitle });
  await dialog.getByRole('button', { name: 'Show “Created”' }).click();
  await dialog.getByRole('button', { name: 'Hide “Images”' }).click();
  await dialog.getByRole('button', { name: 'Move “Created” forward' }).click();
  await screen.expectAccessible();
  const row = (hasText: string) => dialog.getByRole('listitem').filter({ hasText });
  await row('State').dropTo(row('Author'));
  await userEvent.keyboard('{Escape}');
  const chosen = ['Pressmark', 'Title', 'State', 'Author', 'Collections', 'Created', 'Last changed'];
  await texts(headers).toEqual(chosen);
  await screen.expectAccessible();

  // Rows are chosen as cards are.
  const ticked = table.bySelector('tr[data-chosen]');
  table.getByRole('link', { name: 'LEAF 10', exact: true }).element().focus();
  await userEvent.keyboard('x');
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
  await many(ticked).toBe(2);
  // The bar comes with the first choice, and takes the key.
  await isThere(page.getByText('2 selected', { exact: true }));
  await userEvent.keyboard('{Escape}');
  await many(ticked).toBe(0);
});

test('the rows stand where they are first seen, though their collections are asked for after them', async () => {
  const title = 'Soprintendenza archivistica e bibliografica della Toscana';
  const { uuid } = makeTable(title);
  const shifted = screen.watchShifts();
  const letGo = screen.answers.hold(findItemSurroundings);
  await screen.open(`/ui/catalog/${uuid}?view=table`);
  await expect.poll(() => screen.answers.asked(findItemSurroundings)).toHaveLength(1);
  await isThere(heading(2, '25 items'));
  await shifted();
  letGo();
  await isThere(tableOf().table.getByText(title).first());
  expect(await shifted()).toBeLessThan(0.02);
});
