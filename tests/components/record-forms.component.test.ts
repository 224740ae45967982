import { updateItem } from '@armarium/contract/record-edits';
import { findSelectionValues } from '@armarium/contract/selections';
import { getItem } from '@armarium/contract/item-calls';
import { findValuesInUse } from '@armarium/contract/item-facets';
import type { Collection } from '@armarium/contract/collections';
import type { Item } from '@armarium/contract/items';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { en, filled } from '../e2e/words.ts';
import { Refused } from './answers.ts';
import { Screen } from './screen.tsx';

const { editing, selection } = en;

let screen: Screen;
let root: Collection;
let herbal: Item;

beforeEach(() => {
  screen = new Screen();
  const made = screen.catalogue;
  ({ root } = made);
  made.field('ITEM', 'binding', { label: 'Binding', priority: 'MEDIUM' });
  made.field('ITEM', 'leaves', { label: 'Leaves', type: 'INTEGER' });
  made.field('ITEM', 'mill', { label: 'Paper mill', required: true });
  for (const name of ['one', 'two', 'three']) made.field('ITEM', name, { label: `Note ${name}` });
  herbal = made.item('Herbal', [root], {
    customMetadataList: [
      { name: 'sgtt', value: 'Herbal' },
      { name: 'leaves', value: 12 },
      { name: 'mill', value: 'Fabriano' },
    ],
  });
  screen.answers.give(getItem, ({ params }) => made.itemNamed(params.uuid), { headers: { ETag: '"7"' } });
  screen.answers.give(updateItem, ({ params }) => made.itemNamed(params.uuid));
});
afterEach(() => screen.close());

const dialog = page.getByRole('dialog');
const field = (name: string) => dialog.bySelector(`[data-field=${name}]`);
const fold = dialog.getByRole('button', { name: editing.group.LOW });
const save = dialog.getByRole('button', { name: editing.form.save, exact: true });
const isNotShown = (name: string) => expect.element(field(name)).not.toBeInTheDocument();

async function edit(shown: Parameters<Screen['open']>[1] = {}): Promise<void> {
  await screen.open(`/ui/catalog/${root.uuid}/cultural-item/${herbal.uuid}`, shown);
  await expect.element(page.getByRole('button', { name: en.item.viewAll })).toBeVisible();
  await userEvent.keyboard('e');
  await expect.element(field('sgtt')).toHaveFocus();
}

test('a long form has its fields in groups: those of low priority are folded away, and stay as they were left', async () => {
  await edit();
  await expect.element(dialog.getByRole('region', { name: editing.group.HIGH })).toBeVisible();
  // A field that is required is always in sight.
  await expect.element(field('mill')).toHaveValue('Fabriano');
  await expect
    .element(fold)
    .toHaveTextContent(`${editing.group.LOW} (5)` + filled(editing.group.filled_one, { count: 1 }));
  await isNotShown('leaves');
  await screen.expectAccessible();
  await fold.click();
  await expect.element(field('leaves')).toHaveValue('12');
  await dialog.getByRole('button', { name: editing.form.cancel, exact: true }).click();
  await dialog.getByRole('button', { name: editing.form.edit, exact: true }).click();
  await expect.element(field('leaves')).toBeVisible();
});

test('two fields stand side by side where there is room, and one below the other on a phone', async () => {
  await edit();
  const place = (name: string) => field(name).element().getBoundingClientRect();
  expect(place('binding').top).toBe(place('autn').top);
  expect(place('binding').left).toBeGreaterThan(place('autn').right);
  await page.viewport(390, 844);
  await expect.poll(() => place('binding').left).toBe(place('autn').left);
});

test('a field is found by its name, also where it is folded away', async () => {
  await edit();
  await userEvent.keyboard('{Alt>}g{/Alt}');
  const finder = dialog.getByRole('combobox', { name: editing.finder.label });
  await expect.element(finder).toHaveFocus();
  await userEvent.keyboard('lèav');
  await expect.element(page.getByRole('option', { name: 'Leaves' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(field('leaves')).toHaveFocus();
  // A key that only found a field has saved nothing.
  expect(screen.answers.asked(updateItem)).toEqual([]);
});

test('a field with a fault is in sight, whatever is folded', async () => {
  screen.answers.give(updateItem, () => {
    throw new Refused('invalid', [{ name: 'customMetadataList[1]', code: 'not-in-dictionary', message: '' }]);
  });
  await edit();
  await field('sgtt').fill('Herbarium');
  await save.click();
  await expect.element(dialog.getByText(editing.form.refused['not-in-dictionary'])).toBeVisible();
  await expect.element(field('leaves')).toHaveAttribute('aria-invalid', 'true');
  // When the fault is mended, the field stays where somebody types.
  await field('leaves').fill('120');
  await expect.element(field('leaves')).not.toHaveAttribute('aria-invalid');
  await expect.element(field('leaves')).toHaveFocus();
});

test('values in use are offered for a short text, by the arrow keys and Enter, which then saves nothing', async () => {
  screen.answers.give(findValuesInUse, () => ({ values: ['Anna Rossi', 'Rossi, Ada'] }));
  await edit();
  await field('autn').fill('ro');
  const offered = page.getByRole('option');
  await expect
    .poll(() => offered.elements().map((one) => one.textContent))
    .toEqual(['Anna Rossi', 'Rossi, Ada']);
  expect(screen.answers.asked(findValuesInUse).map(({ query }) => query)).toEqual([
    { name: 'autn', text: 'ro' },
  ]);
  // Escape closes the list, and leaves the dialog open.
  await userEvent.keyboard('{Escape}');
  await expect.element(offered.first()).not.toBeInTheDocument();
  await expect.element(field('autn')).toHaveValue('ro');
  // What was found for another text is not offered.
  await field('autn').fill('z');
  await expect.element(offered.first()).not.toBeInTheDocument();
  await field('autn').fill('ro');
  await userEvent.keyboard('s');
  await expect.element(offered.first()).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.element(field('autn')).toHaveValue('Rossi, Ada');
  expect(screen.answers.asked(updateItem)).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => screen.answers.asked(updateItem)[0]?.body.customMetadataList)
    .toContainEqual({
      name: 'autn',
      value: 'Rossi, Ada',
    });
  // A title and a pressmark name one item: nothing is offered for them.
  expect(screen.answers.asked(findValuesInUse).every(({ query }) => query.name === 'autn')).toBe(true);
});

test('a bulk edit has the same groups and the same search for a field', async () => {
  screen.answers.give(findSelectionValues, { items: 1, byState: {}, public: 0, fields: [] });
  await screen.open(`/ui/catalog/${root.uuid}`);
  await page.getByRole('checkbox', { name: filled(en.catalogue.choose, { title: 'Herbal' }) }).click();
  await expect
    .element(page.getByText(filled(selection.chosen, { formatted: 1 }), { exact: true }))
    .toBeVisible();
  await userEvent.keyboard('e');
  const what = (name: string) =>
    dialog.getByRole('combobox', { name: filled(selection.bulk.what, { field: name }) });
  await expect.element(what('Title')).toHaveFocus();
  await expect.element(what('Leaves')).not.toBeInTheDocument();
  await userEvent.keyboard('{Alt>}g{/Alt}leav{Enter}');
  await expect.element(what('Leaves')).toHaveFocus();
  await userEvent.selectOptions(what('Leaves'), selection.bulk.kind.clear);
  await fold.click();
  await expect.element(fold).toHaveTextContent(filled(selection.bulk.changedFields_one, { count: 1 }));
});
