import {
  findItemSurroundings,
  getTableLayouts,
  putTableLayouts,
  type TableLayout,
} from '@armarium/contract/item-table';
import type { Collection } from '@armarium/contract/collections';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { en, it, type Words } from '../e2e/words.ts';
import { pageBlock } from './made-catalogue.ts';
import { Screen } from './screen.tsx';

let screen: Screen;

beforeEach(() => {
  screen = new Screen();
});
afterEach(() => screen.close());

const isThere = (locator: Locator) => expect.element(locator).toBeVisible();
const tool = (name: string) => page.getByRole('button', { name, exact: true });

/** Adds a collection with a row, and answers with these layouts and what is made of them. */
function makeTable(layouts: TableLayout[] = []): Collection {
  const shelf = screen.catalogue.collection('Table shelf');
  screen.catalogue.item('Leaf', [shelf]);
  let kept = layouts;
  screen.answers.give(getTableLayouts, () => ({ layouts: kept }));
  screen.answers.give(putTableLayouts, ({ body }) => {
    kept = body.layouts;
    return body;
  });
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

/** Opens the dialog in which layouts are kept. */
async function openLayouts({ table }: Words): Promise<Locator> {
  await page.getByRole('button', { name: table.layouts, exact: true }).click();
  await page.getByRole('menuitem', { name: table.keep }).click();
  return page.getByRole('dialog', { name: table.layoutsTitle });
}

test('a layout is kept under a name, with its columns and its order', async () => {
  const { uuid } = makeTable();
  await screen.open(`/ui/catalog/${uuid}?view=table&sort=pressmark,desc`);
  await tool(en.table.columns).click();
  await page.getByRole('button', { name: 'Hide “Title”' }).click();
  await userEvent.keyboard('{Escape}');
  const dialog = await openLayouts(en);
  await dialog.getByRole('button', { name: en.table.save }).click();
  await isThere(dialog.getByText(en.table.nameMissing));
  await dialog.getByLabelText(en.table.name).fill('Shelf list');
  await dialog.getByRole('button', { name: en.table.save }).click();
  await isThere(dialog.getByRole('listitem').filter({ hasText: 'Shelf list' }));
  await screen.expectAccessible();
  expect(screen.answers.asked(putTableLayouts).map(({ body }) => body)).toEqual([
    {
      layouts: [
        {
          name: 'Shelf list',
          columns: ['pressmark', 'autn', 'parentCollections', 'state', 'imagesCount', 'lastModifiedDate'],
          sort: 'pressmark,desc',
        },
      ],
    },
  ]);
});

test('on a phone, in Italian, a layout is found again, renamed and deleted', async () => {
  const { uuid } = makeTable([
    { name: 'Shelf list', columns: ['pressmark', 'autn', 'state'], sort: 'pressmark,desc' },
  ]);
  await screen.open(`/ui/catalog/${uuid}`, { language: 'it', width: 390, height: 844 });
  await tool(it.browse.view.table).click();
  await isThere(page.getByRole('table', { name: it.table.items }));
  await tool(it.table.layouts).click();
  const choice = page.getByRole('menuitemradio', { name: 'Shelf list' });
  await isThere(choice);
  await screen.expectAccessible();
  await choice.click();
  await expect
    .poll(() => location.pathname + location.search)
    .toBe(`/ui/catalog/${uuid}?view=table&sort=pressmark%2Cdesc`);
  await expect.poll(() => page.getByRole('columnheader').elements().length).toBe(3);
  await userEvent.keyboard('{Escape}');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  const dialog = await openLayouts(it);
  await dialog.getByRole('button', { name: 'Rinomina «Shelf list»' }).click();
  await dialog.getByLabelText('Nuovo nome di «Shelf list»').fill('Elenco');
  await dialog.getByRole('button', { name: it.ui.named.done }).click();
  // The focus goes to what stands in place of the button that had it.
  const focused = () => document.activeElement?.ariaLabel;
  await expect.poll(focused).toBe('Rinomina «Elenco»');
  await dialog.getByRole('button', { name: 'Elimina «Elenco»' }).click();
  await dialog.getByRole('button', { name: it.ui.cancel }).click();
  await expect.poll(focused).toBe('Elimina «Elenco»');
  await dialog.getByRole('button', { name: 'Elimina «Elenco»' }).click();
  await dialog.getByRole('button', { name: 'Elimina davvero «Elenco»' }).click();
  await isThere(dialog.getByText(it.table.none));
  await expect.poll(() => document.activeElement?.tagName).toBe('INPUT');
  expect(
    screen.answers.asked(putTableLayouts).map(({ body }) => body.layouts.map(({ name }) => name)),
  ).toEqual([['Elenco'], []]);
});
