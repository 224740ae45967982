import { importItem } from '@armarium/contract/imports';
import { getItem } from '@armarium/contract/item-calls';
import type { Collection } from '@armarium/contract/collections';
import type { Item } from '@armarium/contract/items';
import type { MetadataEntry } from '@armarium/contract/metadata';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { en, filled } from '../e2e/words.ts';
import { newUuid } from './made-catalogue.ts';
import { Screen } from './screen.tsx';

const { editing, entry } = en;
const words = entry.duplicate;

const listed = (fields: Readonly<Record<string, string>>): MetadataEntry[] =>
  Object.entries(fields).map(([name, value]) => ({ name, value }));

let screen: Screen;
let root: Collection;
let maps: Collection;
let herbal: Item;

beforeEach(() => {
  screen = new Screen();
  const made = screen.catalogue;
  ({ root } = made);
  maps = made.collection('Maps');
  made.field('ITEM', 'scribe', { label: 'Scribe', repeatable: true });
  made.field('ITEM', 'dated', { label: 'Dated', type: 'DATE' });
  herbal = made.item('Herbal', [root, maps], {
    pressmark: 'MS 12',
    customMetadataList: [
      ...listed({ sgtt: 'Herbal', pressmark: 'MS 12', old_mark: 'Shelf C', dated: '1480?' }),
      ...['Ugo', 'Ada'].map((value) => ({ name: 'scribe', value })),
    ],
  });
  screen.answers.give(getItem, ({ params }) => made.itemNamed(params.uuid), { headers: { ETag: '"7"' } });
  screen.answers.give(importItem, ({ body }) => {
    const { uuid } = made.item(body.sgtt, [root, maps], { pressmark: body.pressmark });
    const none = { images: [], audios: [], videos: [], model3Ds: [] };
    return { uuid, importId: newUuid(), ...none, _links: { self: { href: 'http://armarium.test/' } } };
  });
});
afterEach(() => screen.close());

const metadata = page.getByRole('dialog', { name: editing.record.allMetadata, exact: true });
const form = page.getByRole('dialog', { name: words.title, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => form.bySelector(`[data-field=${name}]`);
const sent = () => screen.answers.asked(importItem).map(({ body }) => body);
const openAll = () => button(en.item.viewAll).click();
const open = (collection = maps, shown: Parameters<Screen['open']>[1] = {}) =>
  screen.open(`/ui/catalog/${collection.uuid}/cultural-item/${herbal.uuid}`, shown);

async function duplicate(): Promise<void> {
  await openAll();
  await button(words.open).click();
  await expect.element(field('pressmark')).toHaveFocus();
}

test('a copy has all metadata but the pressmark, goes into the same collections, and is opened in the one come from', async () => {
  screen.catalogue.item('Taken', [root], { pressmark: 'MS 13' });
  await open();
  await duplicate();
  await expect.element(field('pressmark')).toHaveValue('');
  await expect.element(form.getByText(filled(words.into_other, { count: '2' }))).toBeVisible();
  await screen.expectAccessible();
  // Without a pressmark it is not sent. MS 13 is taken.
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(form.getByText(editing.form.required)).toBeVisible();
  await expect
    .element(field('pressmark'))
    .toHaveAttribute('placeholder', filled(entry.record.proposal, { pressmark: 'MS 14' }));
  await userEvent.keyboard('{Enter}');
  await expect.element(field('pressmark')).toHaveValue('MS 14');
  expect(sent()).toEqual([]);
  await field('sgtt').fill('Herbal, second copy');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByRole('heading', { name: 'Herbal, second copy', level: 1 })).toBeVisible();
  await expect.element(page.getByText(filled(words.saved, { pressmark: 'MS 14' })).first()).toBeVisible();
  expect(sent()).toEqual([
    {
      sgtt: 'Herbal, second copy',
      pressmark: 'MS 14',
      customMetadataList: [
        ...listed({ sgtt: 'Herbal, second copy', dated: '1480?' }),
        ...['Ugo', 'Ada'].map((value) => ({ name: 'scribe', value })),
        ...listed({ pressmark: 'MS 14' }),
      ],
      parentCollectionsUuids: [root.uuid, maps.uuid],
    },
  ]);
  const copy = screen.catalogue.items.at(-1);
  expect(location.pathname).toBe(`/ui/catalog/${maps.uuid}/cultural-item/${copy?.uuid}`);
});

test('a pressmark that is taken is marked and keeps the focus; what was typed comes back with the dialog, until it is cancelled', async () => {
  await open();
  await duplicate();
  await field('sgtt').fill('Second herbal');
  await field('pressmark').fill('MS 99');
  await screen.answers.failing(importItem, 'pressmark-taken', async () => {
    await button(words.save).click();
    await expect.element(form.getByText(entry.pressmark.taken, { exact: true })).toBeVisible();
  });
  await expect.element(field('pressmark')).toHaveFocus();
  await expect.element(form.getByRole('alert')).not.toBeInTheDocument();
  await field('pressmark').fill('MS 98');
  await expect.element(form.getByText(entry.pressmark.taken, { exact: true })).not.toBeInTheDocument();
  await screen.answers.failing(importItem, 'offline', async () => {
    await button(words.save).click();
    await expect.element(form.getByText(words.failed)).toBeVisible();
  });
  await userEvent.keyboard('{Escape}');
  await expect.element(form).not.toBeInTheDocument();
  screen.reopen();
  await duplicate();
  await expect.element(form.getByText(editing.form.restored)).toBeVisible();
  await expect.element(field('sgtt')).toHaveValue('Second herbal');
  await expect.element(field('pressmark')).toHaveValue('MS 98');
  await button(editing.form.cancel).click();
  await button(words.open).click();
  await expect.element(field('sgtt')).toHaveValue('Herbal');
  await expect.element(form.getByText(editing.form.restored)).not.toBeInTheDocument();
});

test('a record whose collections the user may not see is opened in the root; a copy goes there, and the form says so', async () => {
  herbal.parentCollectionsUuids = [];
  herbal.visibility = 'restricted';
  await open(root);
  await openAll();
  // Where the record can't be read it says so, and how to go on.
  await screen.answers.failing(getItem, 'internal', async () => {
    await button(words.open).click();
    await expect.element(form.getByRole('button', { name: en.ui.retry })).toBeVisible();
    await expect.element(button(words.save)).toBeDisabled();
  });
  await form.getByRole('button', { name: en.ui.retry }).click();
  await expect.element(form.getByText(filled(words.intoRoot, { collection: 'Catalogue' }))).toBeVisible();
  await expect.element(form.getByText(words.notRestricted)).toBeVisible();
  await field('pressmark').fill('MS 40');
  await button(words.save).click();
  await expect.poll(() => sent().map((body) => body.parentCollectionsUuids)).toEqual([[root.uuid]]);
  await expect.element(form).not.toBeInTheDocument();
});

test('whoever may not make records is offered no copy', async () => {
  await open(maps, { roles: ['ROLE_RESEARCHER'] });
  await openAll();
  await expect.element(metadata.getByText('Herbal', { exact: true }).first()).toBeVisible();
  await expect.element(button(entry.pressmark.correct)).toBeVisible();
  await expect.element(button(words.open)).not.toBeInTheDocument();
});
