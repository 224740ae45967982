import { listCollectionItems } from '@armarium/contract/collection-calls';
import type { Collection } from '@armarium/contract/collections';
import { getItem, listItemParents, searchItems } from '@armarium/contract/item-calls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { en, it } from '../e2e/words.ts';
import { pageBlock } from './made-catalogue.ts';
import { Screen } from './screen.tsx';

let screen: Screen;

beforeEach(() => {
  screen = new Screen();
});
afterEach(() => screen.close());

const isThere = (locator: Locator) => expect.element(locator).toBeVisible();
const isAt = (address: string) => expect.poll(() => location.pathname + location.search).toBe(address);
const turner = ({ item } = en) => {
  const nav = page.getByRole('navigation', { name: item.turner.label });
  const link = (name: string) => nav.getByRole('link', { name, exact: true });
  return { nav, previous: link(item.turner.previous), next: link(item.turner.next) };
};
/** Waits until the page shows this leaf, at this place of the list. */
async function shows(leaf: string, place: string): Promise<void> {
  await isThere(page.getByRole('heading', { level: 1, name: leaf, exact: true }));
  await isThere(turner().nav.getByText(place, { exact: true }));
}
const leaf = (name: string) => page.getByRole('link', { name, exact: true });
/** The page of a leaf in a collection. */
const pageOf = (shelf: Collection, number: number) =>
  `/ui/catalog/${shelf.uuid}/cultural-item/${screen.catalogue.items[number - 1]?.uuid}`;

/** Adds a collection of 25 items, which are two pages. */
function makeLeaves(): Collection {
  const shelf = screen.catalogue.collection('Shelf');
  for (let number = 1; number <= 25; number += 1)
    screen.catalogue.item(`Leaf ${String(number).padStart(2, '0')}`, [shelf], {
      pressmark: `LEAF ${number}`,
    });
  return shelf;
}

test('from an item to the next one of its list, over the pages of the list, and back to the page of the last one', async () => {
  const shelf = makeLeaves();
  // So low that the leaf to which the focus returns is below the first screen.
  await screen.open(`/ui/catalog/${shelf.uuid}?view=list`, { height: 320 });
  await leaf('Leaf 19').click();
  await shows('Leaf 19', '19 of 25');
  await userEvent.keyboard('j');
  await shows('Leaf 20', '20 of 25');

  await userEvent.keyboard('j');
  await shows('Leaf 21', '21 of 25');
  await isAt(pageOf(shelf, 21));
  await screen.expectAccessible();
  expect(screen.answers.asked(listCollectionItems).map(({ query }) => query.page)).toEqual([0, 1]);
  await userEvent.keyboard('k');
  await shows('Leaf 20', '20 of 25');
  await userEvent.keyboard('j');
  await shows('Leaf 21', '21 of 25');
  await userEvent.keyboard('j');
  await shows('Leaf 22', '22 of 25');
  await page.getByRole('link', { name: en.item.back }).click();
  await isAt(`/ui/catalog/${shelf.uuid}?view=list&page=2`);
  await expect.element(leaf('Leaf 22')).toHaveFocus();
  await expect.element(leaf('Leaf 22')).toBeInViewport();
});

test('the button keeps the focus, and leads nowhere at the end of the list', async () => {
  const shelf = makeLeaves();
  await screen.open(`/ui/catalog/${shelf.uuid}?page=2`, { language: 'it', width: 390, height: 844 });
  await leaf('Leaf 24').click();
  const { nav, previous, next } = turner(it);
  await isThere(nav.getByText('24 di 25'));
  await next.click();
  await isThere(nav.getByText('25 di 25'));
  await expect.element(next).toHaveFocus();
  await expect.element(next).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  await isAt(pageOf(shelf, 25));
  await screen.expectAccessible();
  await previous.click();
  await isThere(nav.getByText('24 di 25'));
  await expect.element(previous).toHaveFocus();
});

test('results are gone through in the order in which they were found', async () => {
  const shelf = makeLeaves();
  const { items } = screen.catalogue;
  await screen.open('/ui/catalog/results?searchTerm=leaf&view=list&sort=sgtt%2Cdesc');
  await leaf('Leaf 02').click();
  const order = screen.answers.asked(searchItems).map(({ query }) => [query.text, query.sort, query.page]);
  await isThere(turner().nav);
  await userEvent.keyboard('j');
  await isAt(pageOf(shelf, 3));
  expect(items[2]?.sgtt).toBe('Leaf 03');
  // The page of the list was read once.
  expect(order).toEqual([['leaf', ['sgtt,desc'], 0]]);
});

test('after an item that left the list comes the one in its place, also when the page was loaded anew', async () => {
  const shelf = makeLeaves();
  await screen.open(`/ui/catalog/${shelf.uuid}`);
  await leaf('Leaf 03').click();
  await shows('Leaf 03', '3 of 25');
  // It does not match what the list asks for any more.
  const [gone] = screen.catalogue.items.splice(2, 1);
  if (!gone) throw new Error('There is no third leaf.');
  screen.answers.give(
    getItem,
    ({ params }) => screen.catalogue.items.find(({ uuid }) => uuid === params.uuid) ?? gone,
  );
  screen.answers.give(listItemParents, ({ query }) => ({
    _embedded: { culturalItemCollections: [shelf] },
    ...pageBlock(1, query),
  }));
  screen.reopen();
  await isThere(turner().next);
  await expect.element(turner().nav).toHaveTextContent(/^$/);
  await userEvent.keyboard('j');
  await shows('Leaf 04', '3 of 24');
});

test('an item that another one moved over the end of its page is found on the next page of the list', async () => {
  const shelf = makeLeaves();
  await screen.open(`/ui/catalog/${shelf.uuid}`);
  await leaf('Leaf 20').click();
  await shows('Leaf 20', '20 of 25');
  screen.catalogue.item('Leaf 00', [shelf]);
  screen.reopen();
  await shows('Leaf 20', '21 of 26');
  await userEvent.keyboard('j');
  await shows('Leaf 21', '22 of 26');
});

test('another image of the item does not forget the list', async () => {
  const shelf = makeLeaves();
  const [first] = screen.catalogue.items;
  if (first) for (const name of ['recto', 'verso']) screen.catalogue.image(name, first);
  await screen.open(`/ui/catalog/${shelf.uuid}`);
  await leaf('Leaf 01').click();
  await shows('Leaf 01', '1 of 25');
  await page.getByRole('button', { name: en.item.nextImage }).click();
  await isAt(`${pageOf(shelf, 1)}?image=2`);
  await shows('Leaf 01', '1 of 25');
  await page.getByRole('link', { name: en.item.back }).click();
  await isAt(`/ui/catalog/${shelf.uuid}`);
});

test('an item that no list led to has no list', async () => {
  const shelf = makeLeaves();
  await screen.open(pageOf(shelf, 3));
  await isThere(page.getByRole('heading', { level: 1, name: 'Leaf 03' }));
  expect(turner().nav.query()).toBeNull();
});
