import { updateItemsView } from '@armarium/contract/items-view';
import type { Collection } from '@armarium/contract/collections';
import type { Item } from '@armarium/contract/items';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { en, it } from '../e2e/words.ts';
import { Screen } from './screen.tsx';

let screen: Screen;

beforeEach(() => {
  screen = new Screen();
});
afterEach(() => screen.close());

const isThere = (locator: Locator) => expect.element(locator).toBeVisible();
const isAt = (address: string) => expect.poll(() => location.pathname + location.search).toBe(address);
const textsOf = (locator: Locator) => locator.elements().map(({ textContent }) => textContent);
const rows = page.bySelector('li:has([data-card])');
const row = (hasText: string) => rows.filter({ hasText });
const labels = page.bySelector('[data-labels] > span:not(:empty)');
const view = (name: string) => page.getByRole('button', { name, exact: true });
const kept = () => screen.answers.asked(updateItemsView).map(({ query, body }) => ({ ...query, ...body }));

/** Adds a collection of three text records, the last one with a picture, which opens as a compact list. */
function makeRecords(): { shelf: Collection; pictured: Item } {
  const { catalogue } = screen;
  catalogue.field('ITEM', 'printed', { label: 'Printed', type: 'DATE', priority: 'MEDIUM' });
  catalogue.field('ITEM', 'place', { label: 'Place', priority: 'HIGH', order: 9 });
  catalogue.field('ITEM', 'binding', { label: 'Binding' });
  const shelf = catalogue.collection('Shelf');
  const record = (sgtt: string, pressmark: string, fields: Record<string, string>) =>
    catalogue.item(sgtt, [shelf], {
      pressmark,
      customMetadataList: Object.entries({ sgtt, pressmark, ...fields }).map(([name, value]) => ({
        name,
        value,
      })),
    });
  record('Adagia', 'A 1', { autn: 'Erasmus', printed: '1508-09-01', place: 'Venezia', binding: 'Vellum' });
  record('Breviarium', 'B 2', { place: 'Roma' }).state = 'In review';
  const pictured = record('Cosmographia', 'C 3', { autn: 'Münster', printed: '1544' });
  pictured.thumbnail = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  catalogue.itemsView.view = 'list';
  return { shelf, pictured };
}

test('[GRID-11] a compact list shows title, author, pressmark, date, two fields and the state', async () => {
  const { shelf } = makeRecords();
  await screen.open(`/ui/catalog/${shelf.uuid}`);
  await isThere(row('Adagia'));
  expect(textsOf(labels)).toEqual(['Title', 'Pressmark', 'Printed', 'Place', 'Description']);
  expect(textsOf(row('Adagia').bySelector('p:not([id])'))).toEqual([
    'Author: Erasmus',
    'Pressmark: A 1',
    'Printed: 01/09/1508',
    'Place: Venezia',
    '',
  ]);
  // The first state is quiet; another one is named.
  await expect.element(row('Breviarium').getByText('In review', { exact: true })).toBeVisible();
  expect(row('Adagia').element().textContent).not.toMatch(/DefaultDefault/);
  expect(page.bySelector('li img').elements()).toHaveLength(1);
  await screen.expectAccessible();
});

test('items of a compact list are opened by their row, and chosen by mouse and keys', async () => {
  const { shelf, pictured } = makeRecords();
  await screen.open(`/ui/catalog/${shelf.uuid}`);
  await isThere(row('Adagia'));
  await userEvent.keyboard('j');
  await expect.element(page.getByRole('link', { name: 'Adagia' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}x');
  await isThere(page.getByText('1 selected', { exact: true }));
  await row('Cosmographia').getByRole('checkbox').click();
  await isThere(page.getByText('2 selected', { exact: true }));
  // While any is chosen, a click on a row chooses it.
  await row('Adagia').getByText('Venezia').click();
  await isThere(page.getByText('3 selected', { exact: true }));
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => page.bySelector('article[data-chosen]').elements().length).toBe(0);
  await row('Cosmographia').getByText('1544').click();
  await isAt(`/ui/catalog/${shelf.uuid}/cultural-item/${pictured.uuid}`);
});

test('the view is kept for the collection', async () => {
  const { shelf } = makeRecords();
  await screen.open(`/ui/catalog/${shelf.uuid}?page=1`);
  await isThere(row('Adagia'));
  await expect.element(view(en.browse.view.list)).toHaveAttribute('aria-pressed', 'true');
  await view(en.browse.view.cards).click();
  await isAt(`/ui/catalog/${shelf.uuid}?page=1&view=cards`);
  await isThere(page.getByText(en.browse.noPicture).first());
  await expect.poll(kept).toEqual([{ collectionUuid: shelf.uuid, view: 'cards' }]);
});

test('the view of the results of searches is kept by itself', async () => {
  makeRecords();
  screen.catalogue.itemsView.view = 'cards';
  await screen.open('/ui/catalog/results?searchTerm=');
  await isThere(page.getByText(en.browse.noPicture).first());
  await view(en.browse.view.list).click();
  await isThere(row('Adagia'));
  await expect.poll(kept).toEqual([{ view: 'list' }]);
});

test('a view that cannot be kept is shown all the same, and a notification says so', async () => {
  const { shelf } = makeRecords();
  screen.answers.fail(updateItemsView, 'offline');
  await screen.open(`/ui/catalog/${shelf.uuid}`);
  await view(en.browse.view.cards).click();
  await isThere(page.getByText(en.browse.noPicture).first());
  await isThere(page.bySelector('.mantine-Notification-root'));
});

test('two fields of the compact list are chosen, and kept', async () => {
  const { shelf } = makeRecords();
  await screen.open(`/ui/catalog/${shelf.uuid}`, { language: 'it', width: 390, height: 844 });
  const button = page.getByRole('button', { name: it.browse.list.fields, exact: true });
  await button.click();
  const field = (place: number) => page.getByRole('combobox', { name: `Campo ${place}` });
  await expect.element(field(1)).toHaveFocus();
  await expect.element(field(1)).toHaveDisplayValue('Place');
  await field(2).selectOptions('Binding');
  await isThere(row('Adagia').getByText('Vellum'));
  // A field that is chosen in the other place moves there, and no field stays where it was chosen.
  await field(1).selectOptions('Binding');
  await expect.element(field(2)).toHaveDisplayValue(it.browse.list.none);
  await field(2).selectOptions('Place');
  await field(1).selectOptions(it.browse.list.none);
  await expect.element(field(2)).toHaveDisplayValue('Place');
  await screen.expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toHaveFocus();
  await expect.poll(kept).toEqual([
    { collectionUuid: shelf.uuid, fields: ['place', 'binding'] },
    { collectionUuid: shelf.uuid, fields: ['binding'] },
    { collectionUuid: shelf.uuid, fields: ['binding', 'place'] },
    { collectionUuid: shelf.uuid, fields: ['place'] },
  ]);
});
