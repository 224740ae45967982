import { importItem } from '@armarium/contract/imports';
import { findAllItems, findItemByPressmark, searchItems } from '@armarium/contract/item-calls';
import type { Item } from '@armarium/contract/items';
import { signIn } from '@armarium/contract/session';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { en } from '../e2e/words.ts';
import { madeUser } from './made-catalogue.ts';
import { Screen } from './screen.tsx';

const { form, tabs, existing, leave } = en.upload;
const step2 = en.choosing;

let screen: Screen;
let herbarium: Item;
let atlas: Item;

beforeEach(() => {
  screen = new Screen();
  const { catalogue, answers } = screen;
  const made = (pressmark: string, sgtt: string, autn: string, day: number) =>
    catalogue.item(sgtt, [catalogue.root], {
      pressmark,
      autn,
      lastModifiedDate: `2026-04-0${day}T09:00:00.000Z`,
    });
  herbarium = made('WIZ 1', 'Herbarium', 'Fuchs', 3);
  atlas = made('WIZ 2', 'Atlas', 'Blaeu', 1);
  made('WIZ 3', 'Psalter', 'Anonymous', 2);
  answers.fail(findItemByPressmark, 'not-found');
});
afterEach(() => screen.close());

const opener = page.getByRole('button', { name: en.browse.addItem, exact: true });
const wizard = page.getByRole('dialog', { name: en.upload.title, exact: true });
const button = (name: string) => wizard.getByRole('button', { name, exact: true });
const field = (name: string) => wizard.getByRole('textbox', { name });
const kinds = wizard.getByText(step2.of.image.kinds, { exact: true });

async function openWizard(): Promise<void> {
  await screen.open('/ui/catalog');
  await opener.click();
  await expect.element(wizard.getByRole('tab', { name: tabs.new })).toBeVisible();
}

async function fillNewItem(title: string, author: string, pressmark: string): Promise<void> {
  await field(form.title).fill(title);
  await field(form.author).fill(author);
  await field(form.pressmark).fill(pressmark);
}

async function goOn(): Promise<void> {
  await button(en.upload.continue).click();
  await expect.element(kinds).toBeVisible();
}

const png = (name: string) => new File(['a picture'], name, { type: 'image/png' });

async function chooseFiles(...files: File[]): Promise<void> {
  await userEvent.upload(wizard.bySelector('input[type=file]'), files);
}

test('[UPL-01, UPL-02, UPL-03, UPL-06, UPL-07, UPL-08, UPL-09, UPL-12, UPL-14, UPL-17, UPL-18, UPL-27, UPL-33, A11Y-08] a new item, step by step, until its files are sent', async () => {
  await openWizard();
  await expect.element(wizard.getByRole('heading', { name: 'Upload', exact: true })).toBeVisible();
  const steps = wizard.getByRole('list', { name: en.upload.steps.label }).getByRole('listitem');
  expect(steps.elements().map(({ textContent }) => textContent)).toEqual(['1Item', '2Files']);
  expect(
    wizard
      .getByRole('tab')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([tabs.new, tabs.existing]);
  await expect.element(button(en.upload.continue)).toBeDisabled();
  await expect.element(button(en.upload.cancel)).toBeVisible();

  await field(form.pressmark).click();
  await field(form.title).click();
  await expect.element(wizard.getByText('Pressmark is required')).toBeVisible();
  await field(form.pressmark).fill('  ');
  await expect.element(button(en.upload.continue)).toBeDisabled();
  await field(form.pressmark).fill('NEW 1');
  await button(en.upload.continue).click();
  await expect.element(wizard.getByText('Title is required')).toBeVisible();
  await screen.expectAccessible();

  // No author: it is optional. A lookup that answers 404 says nothing.
  await field(form.title).fill('A new book');
  await goOn();
  expect(screen.answers.asked(findItemByPressmark).at(-1)?.query).toEqual({ pressmark: 'NEW 1' });
  expect(wizard.getByRole('alert').query()).toBeNull();
  await expect.element(button(en.upload.upload)).toBeDisabled();
  const accept = wizard.bySelector('input[type=file]').element().getAttribute('accept')?.split(',') ?? [];
  expect(accept).toEqual(expect.arrayContaining(['image/png', 'image/tiff', 'image/jpeg', 'image/gif']));

  await chooseFiles(png('b.png'), png('a.png'));
  await expect.element(wizard.getByText('a.png', { exact: true })).toBeVisible();
  await expect.element(button(en.upload.upload)).toBeEnabled();
  await screen.expectAccessible();
  await button(en.upload.back).click();
  await expect.element(field(form.title)).toHaveValue('A new book');
  await expect.element(field(form.pressmark)).toHaveValue('NEW 1');
  await button(en.upload.continue).click();
  await expect.element(wizard.getByText('a.png', { exact: true })).toBeVisible();
});

test('[UPL-10, UPL-11] a pressmark that is taken names its item, and Continue stays here', async () => {
  screen.answers.give(findItemByPressmark, () => herbarium);
  await openWizard();
  await fillNewItem('Another herbarium', '', 'WIZ 1');
  // Told by itself: it comes a moment after the field was left.
  const taken = wizard.getByRole('alert').filter({ hasText: 'This pressmark ID already exists' });
  await expect.element(taken).toHaveTextContent('This pressmark ID already exists: Herbarium');
  expect(screen.answers.asked(findItemByPressmark).at(-1)?.query).toEqual({ pressmark: 'WIZ 1' });
  await button(en.upload.continue).click();
  await expect.element(field(form.pressmark)).toHaveFocus();
  expect(kinds.query()).toBeNull();
  await screen.expectAccessible();
});

test('[UPL-13] any other answer of the lookup is told, and Continue tries again', async () => {
  await openWizard();
  await screen.answers.failing(findItemByPressmark, 'internal', async () => {
    await fillNewItem('A book', '', 'NEW 2');
    await expect.element(wizard.getByText(form.lookupFailed)).toBeVisible();
    await screen.expectAccessible();
    const before = screen.answers.asked(findItemByPressmark).length;
    await button(en.upload.continue).click();
    await expect.poll(() => screen.answers.asked(findItemByPressmark).length).toBe(before + 1);
    // While it asks, the button is called otherwise.
    await expect.element(button(en.upload.continue)).toBeVisible();
    expect(kinds.query()).toBeNull();
  });
  await goOn();
});

test('[UPL-19, A11Y-09] Cancel asks before it throws away, closes, and uploads nothing; the focus goes back', async () => {
  await openWizard();
  await fillNewItem('Not to be', '', 'NEW 3');
  await goOn();
  await chooseFiles(png('a.png'));
  await button(en.upload.cancel).click();
  const question = page.getByRole('dialog', { name: leave.title });
  await expect.element(question).toBeVisible();
  await screen.expectAccessible();
  await question.getByRole('button', { name: leave.stay }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(wizard.getByText('a.png', { exact: true })).toBeVisible();
  await button(en.upload.cancel).click();
  await question.getByRole('button', { name: leave.discard }).click();
  await expect.element(wizard).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  expect(screen.answers.asked(importItem)).toEqual([]);
});

test('[UPL-04, UPL-05] an existing item: the latest modified first, a search, and the one chosen gets the files', async () => {
  const titles = wizard.getByRole('group', { name: existing.choose }).bySelector('.record-title');
  const shown = () => titles.elements().map(({ textContent }) => textContent);
  await openWizard();
  await wizard.getByRole('tab', { name: tabs.existing }).click();
  await expect.poll(shown).toHaveLength(3);
  expect(screen.answers.asked(findAllItems).at(-1)?.query).toMatchObject({
    page: 0,
    sort: ['lastModifiedDate,desc'],
  });
  await screen.expectAccessible();

  await wizard.getByRole('searchbox', { name: existing.search }).fill('blaeu');
  await expect.poll(shown).toEqual(['Atlas']);
  expect(screen.answers.asked(searchItems).at(-1)?.query).toMatchObject({ text: 'blaeu' });
  await expect.element(button(en.upload.continue)).toBeDisabled();
  await wizard.getByText('Atlas').click();
  await expect.element(wizard.getByRole('radio')).toBeChecked();
  await goOn();
  await expect.element(wizard.getByText(atlas.sgtt)).toBeVisible();
  await expect.element(wizard.getByText(atlas.pressmark)).toBeVisible();
});

test('[PERM-06] an item that takes no uploads of this user can’t be chosen, and says so', async () => {
  screen.catalogue.item('Of somebody else', [screen.catalogue.root], { allowedActions: [] });
  await openWizard();
  await wizard.getByRole('tab', { name: tabs.existing }).click();
  await expect.element(wizard.getByRole('radio', { name: /Of somebody else/ })).toBeDisabled();
  await expect.element(wizard.getByRole('radio', { name: /Atlas/ })).toBeEnabled();
  expect(wizard.getByText(existing.anothers).elements()).toHaveLength(1);
});

test('[UPL-20, UPL-21, UPL-22, UPL-23] for a single item the wizard starts with the files', async () => {
  await screen.open(`/ui/catalog/${screen.catalogue.root.uuid}/cultural-item/${herbarium.uuid}`);
  await page.getByRole('button', { name: en.item.addMedia }).click();
  await expect.element(kinds).toBeVisible();
  await expect.element(wizard.getByText('Herbarium')).toBeVisible();
  expect(wizard.getByRole('list', { name: en.upload.steps.label }).query()).toBeNull();
  expect(button(en.upload.back).query()).toBeNull();
  expect(wizard.getByRole('tab').query()).toBeNull();
  await screen.expectAccessible();
});

test('[A11Y-01] files are left out by name, ordered, moved and removed, by keyboard as well', async () => {
  await openWizard();
  await fillNewItem('Ordered', '', 'NEW 4');
  await goOn();
  await chooseFiles(
    png('page 10.png'),
    png('page 2.png'),
    new File(['no image'], 'notes.txt', { type: 'text/plain' }),
    new File([], 'nothing.png', { type: 'image/png' }),
  );
  const rows = wizard.getByRole('list', { name: step2.list }).getByRole('listitem');
  const names = () => rows.elements().map((row) => row.querySelector('[title]')?.getAttribute('title'));
  await expect.poll(names).toEqual(['page 2.png', 'page 10.png']);
  await expect.element(wizard.getByText(/notes\.txt is not a PNG/)).toBeVisible();
  await expect.element(wizard.getByText(/nothing\.png is empty/)).toBeVisible();
  await screen.expectAccessible();
  const press = async (name: string) => {
    button(name).element().focus();
    await userEvent.keyboard('{Enter}');
  };
  await press('Move page 2.png down');
  await expect.poll(names).toEqual(['page 10.png', 'page 2.png']);
  await press('Remove page 10.png');
  await expect.poll(names).toEqual(['page 2.png']);
});

test('a session that ends while the wizard is filled in is opened again over it, and nothing typed is lost', async () => {
  await openWizard();
  await fillNewItem('Kept while signed out', 'Somebody', 'AGAIN 1');
  await expect.element(wizard.getByText(form.pressmarkFree)).toBeInTheDocument();
  screen.answers.give(signIn, madeUser());
  const again = page.getByRole('dialog', { name: en.session.again.title });
  await screen.answers.failing(findItemByPressmark, 'not-signed-in', async () => {
    await field(form.pressmark).fill('AGAIN 2');
    await expect.element(again).toBeVisible();
  });
  await screen.expectAccessible();
  await again.bySelector('input[name=password]').fill('a password');
  await again.getByRole('button', { name: en.session.signIn, exact: true }).click();
  await expect.element(again).not.toBeInTheDocument();
  expect(atob(screen.answers.asked(signIn)[0]?.headers.get('Authorization')?.split(' ')[1] ?? '')).toBe(
    'ada:a password',
  );
  // The call that was refused is made again.
  await expect.element(wizard.getByText(form.pressmarkFree)).toBeInTheDocument();
  await expect.element(field(form.title)).toHaveValue('Kept while signed out');
  await expect.element(field(form.author)).toHaveValue('Somebody');
  await expect.element(field(form.pressmark)).toHaveValue('AGAIN 2');
  await goOn();
});
