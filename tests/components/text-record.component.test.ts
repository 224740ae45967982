import { getItem } from '@armarium/contract/item-calls';
import type { Item } from '@armarium/contract/items';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { en } from '../e2e/words.ts';
import { Screen } from './screen.tsx';

const { catalogue, editing, item: words } = en;

let screen: Screen;
let bare: Item;

beforeEach(() => {
  screen = new Screen();
  screen.catalogue.field('ITEM', 'scribe', { label: 'Scribe', priority: 'MEDIUM' });
  screen.catalogue.field('ITEM', 'binding', { label: 'Binding' });
  screen.catalogue.field('ITEM', 'dated', { label: 'Dated' });
  bare = screen.catalogue.item('Bare', undefined, {
    pressmark: 'B 1',
    customMetadataList: [
      { name: 'sgtt', value: 'Bare' },
      { name: 'pressmark', value: 'B 1' },
      { name: 'binding', value: 'Limp vellum' },
      { name: 'old_mark', value: 'Shelf C' },
    ],
  });
  screen.answers.give(getItem, ({ params }) => screen.catalogue.itemNamed(params.uuid), {
    headers: { ETag: '"7"' },
  });
});
afterEach(() => screen.close());

const main = page.getByRole('main');
const button = (name: string) => main.getByRole('button', { name, exact: true });
const files = page.getByRole('region', { name: en.assets.title });
const open = (shown: Parameters<Screen['open']>[1] = {}) =>
  screen.open(`/ui/catalog/${screen.catalogue.root.uuid}/cultural-item/${bare.uuid}`, shown);

/** The first file arrives, as the stream of events tells. */
function addFile(): void {
  screen.catalogue.image('recto', bare, { importState: 'PENDING' });
  screen.tell('record.changed', { uuid: bare.uuid, resourceType: 'ITEM', etag: '"8"' });
}

test('[ITEM-09, ITEM-15] an item without files is every field that it has, with one calm word about the files', async () => {
  await open();
  await expect.element(button(editing.form.edit)).toBeVisible();
  const labels = () =>
    main
      .getByRole('term')
      .elements()
      .map((term) => term.textContent);
  expect(labels()).toEqual([
    catalogue.standardField.sgtt,
    catalogue.standardField.pressmark,
    'Binding',
    `old_mark (${catalogue.archivedField})`,
    words.created,
    words.modified,
  ]);
  await expect.element(main.getByText('Limp vellum', { exact: true })).toBeVisible();
  await expect.element(main.getByText('Shelf C', { exact: true })).toBeVisible();
  expect(page.getByText(words.itemWithoutMedia, { exact: true }).elements()).toHaveLength(1);
  await expect.element(main.getByRole('alert')).toHaveTextContent(words.itemWithoutMedia);
  // Neither an empty viewer nor four empty lists of files, and the page itself is what scrolls.
  expect(files.query()).toBeNull();
  expect(main.bySelector('aside').query()).toBeNull();
  await screen.expectAccessible();

  await button(words.addMedia).click();
  await expect.element(page.getByRole('dialog', { name: en.upload.title, exact: true })).toBeVisible();
});

test('who may not add files is told that there are none, and offered nothing', async () => {
  bare.allowedActions = [];
  await open({ roles: ['ROLE_RESEARCHER'], scheme: 'dark', width: 390, height: 844 });
  await expect.element(button(words.viewAll)).toBeVisible();
  await expect.element(main.getByText(words.itemWithoutMedia, { exact: true })).toBeVisible();
  for (const name of [words.addMedia, editing.form.edit]) expect(button(name).query()).toBeNull();
  expect(main.getByText(words.mediaKinds).query()).toBeNull();
  await screen.expectAccessible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
});

test('what is typed in the dialog stays when the first file arrives, and the page then shows its files', async () => {
  await open();
  await screen.followed();
  await expect.element(button(editing.form.edit)).toBeVisible();
  await userEvent.keyboard('e');
  const dialog = page.getByRole('dialog', { name: editing.record.allMetadata, exact: true });
  const title = dialog.getByRole('textbox', { name: catalogue.standardField.sgtt });
  await title.fill('No longer bare');
  const typedIn = title.element();
  addFile();
  await expect.element(files).toBeVisible();
  await expect.element(title).toHaveValue('No longer bare');
  expect(document.activeElement === typedIn).toBe(true);
  expect(page.getByText(words.itemWithoutMedia).query()).toBeNull();
});

test('the focus stays on the page when the first file takes its button away', async () => {
  await open();
  await screen.followed();
  await expect.element(button(words.addMedia)).toBeVisible();
  button(words.addMedia).element().focus();
  addFile();
  await expect.element(files).toBeVisible();
  await expect.poll(() => document.activeElement?.id).toBe('content');
});
