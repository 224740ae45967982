import type { Browser, Locator } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { rootUuid, signedIn } from '../harness/importing.ts';
import { makeCatalogue, inDatabase } from './made-catalogue.ts';
import { Person } from './person.ts';
import { openSite } from './open-site.ts';
import type { Site } from './site.ts';
import { eventually } from '../harness/waiting.ts';
import { en, filled, it } from './words.ts';

const LEAVES = 45;

let armarium: Site;
let browser: Browser;
let person: Person;
let leaves: string;
let shelf: string;
let boxes: string;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  const client = await signedIn(armarium);
  const root = await rootUuid(client);
  client.close();
  await makeCatalogue(armarium, async (make) => {
    leaves = await make.collection('Leaves', [root]);
    shelf = await make.collection('Shelf', [root]);
    boxes = await make.collection('Boxes', [root]);
    for (let number = 1; number <= 4; number += 1)
      await make.item({ sgtt: `Print ${number}`, pressmark: `P ${number}` }, [boxes]);
    await make.item({ sgtt: 'Print 5', pressmark: 'P 5' }, [boxes, shelf]);
    for (let number = 1; number <= LEAVES; number += 1) {
      const padded = String(number).padStart(2, '0');
      await make.item({ sgtt: `Leaf ${padded}`, pressmark: `LEAF ${padded}` }, [leaves]);
    }
  });
});
beforeEach(async () => {
  person = await Person.signedIn(browser, armarium);
});
afterEach(async () => {
  await person.leave();
});

/** What the screen of a list has for choosing items. */
const choice = (who = person) => {
  const { page, words } = who;
  return {
    bar: page.getByRole('region', { name: words.selection.bar }),
    all: page.getByRole('checkbox', { name: words.catalogue.chooseAll, exact: true }),
    box: (title: string) =>
      page.getByRole('checkbox', { name: filled(words.catalogue.choose, { title }), exact: true }),
    chosen: (count: number | string) =>
      page.getByText(filled(words.selection.chosen, { formatted: count }), { exact: true }),
  };
};
const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);

test('[GRID-28] the selection holds over pages, going back and a reload, and belongs to its list', async () => {
  const { page } = person;
  const { bar, box, chosen } = choice();
  await page.goto(`/ui/catalog/${leaves}`);
  await box('Leaf 02').check();
  const pages = page.getByRole('navigation', { name: en.browse.itemPages });
  await pages.getByRole('link', { name: 'Page 2' }).click();
  await box('Leaf 21').check();
  await chosen(2).waitFor();
  await page.reload();
  await chosen(2).waitFor();
  expect(await box('Leaf 21').isChecked()).toBe(true);
  // The keyboard opens an item while others are chosen.
  await person.cardOf('LEAF 22').getByRole('link').press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Leaf 22' }).waitFor();
  expect(await bar.count()).toBe(0);
  await page.goBack();
  await chosen(2).waitFor();
  await page.goBack();
  await eventually(() => box('Leaf 02').isChecked()).toBe(true);
  await page.goto('/ui/catalog/results?searchTerm=leaf+02');
  await box('Leaf 02').waitFor();
  expect(await bar.count()).toBe(0);
});

test('[GRID-21, GRID-22, GRID-23] by touch the first tap highlights, the second opens, and a long press chooses', async () => {
  const guest = await Person.signedIn(
    browser,
    armarium,
    { locale: 'it-IT', colorScheme: 'dark', viewport: { width: 390, height: 844 }, hasTouch: true },
    it,
  );
  const { page } = guest;
  const { box, chosen } = choice(guest);
  await page.goto(`/ui/catalog/${leaves}?view=cards`);
  const card = guest.cardOf('LEAF 01');
  await card.waitFor();
  expect(
    await box('Leaf 01').evaluate((element) => getComputedStyle(element.parentElement ?? element).opacity),
  ).toBe('1');
  await card.tap();
  await card.getByText(it.catalogue.open, { exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/ui/catalog/${leaves}`);
  await guest.expectAccessible();
  const other = guest.cardOf('LEAF 02');
  const { x = 0, y = 0 } = (await other.boundingBox()) ?? {};
  const touch = await page.context().newCDPSession(page);
  await touch.send('Input.dispatchTouchEvent', {
    type: 'touchStart',
    touchPoints: [{ x: x + 80, y: y + 90 }],
  });
  await chosen(1).waitFor();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  expect(await box('Leaf 02').isChecked()).toBe(true);
  await guest.expectAccessible();
  await other.tap();
  await chosen(1).waitFor({ state: 'detached' });
  await card.tap();
  await page.getByRole('heading', { level: 1, name: 'Leaf 01' }).waitFor();
  await guest.leave();
});

/** Chooses an entry of the split button. */
async function choose(entry: string, who = person): Promise<Locator> {
  const { page, words } = who;
  await choice(who).bar.getByRole('button', { name: words.selection.more }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
  return page.getByRole('dialog');
}
const panel = (who = person) => who.page.getByRole('region', { name: who.words.selection.batch.panel });
const { selection, editing, workflow } = en;
const changed = (count: number) => filled(selection.batch.changed_other, { formatted: count });

test('[GRID-24, GRID-25, GRID-26, GRID-27] chosen items are linked, moved and unlinked by jobs whose result is told', async () => {
  const { page } = person;
  const { bar, box, chosen } = choice();
  await page.goto(`/ui/catalog/${boxes}`);
  await box('Print 1').check();
  await box('Print 2').check();
  let dialog = await choose(selection.link);
  const confirm = dialog.getByRole('button', { name: editing.form.confirm, exact: true });
  await dialog.getByRole('treeitem', { name: 'Shelf' }).first().waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  await person.expectAccessible();
  await dialog.getByRole('treeitem', { name: 'Shelf' }).first().click();
  await confirm.click();
  await dialog.waitFor({ state: 'detached' });
  await panel().getByText('Link to “Shelf”').waitFor();
  await panel().getByText(changed(2)).waitFor();
  await person.expectAccessible();
  // The link is seen in the list without a reload, and what was chosen still is.
  await person.cardOf('P 1').getByTitle(en.browse.linked).waitFor();
  await chosen(2).waitFor();
  await panel().getByRole('button', { name: selection.batch.leave }).click();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');

  await person.cardOf('P 2').click();
  await person.cardOf('P 3').click();
  expect(await box('Print 1').isChecked()).toBe(true);
  expect(await box('Print 2').isChecked()).toBe(false);
  dialog = await choose(selection.move);
  await dialog.getByRole('treeitem', { name: 'Shelf' }).first().waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  expect(await dialog.getByRole('treeitem', { name: 'Boxes' }).getAttribute('aria-disabled')).toBe('true');
  await dialog.getByRole('treeitem', { name: 'Shelf' }).first().click();
  await confirm.click();
  await panel().getByText('Move to “Shelf”').waitFor();
  await panel().getByText(changed(2)).waitFor();
  await bar.waitFor({ state: 'detached' });
  await eventually(() =>
    page.getByRole('article').getByRole('heading', { name: 'Print' }).allInnerTexts(),
  ).toEqual(['Print 2', 'Print 4', 'Print 5']);
  await panel()
    .getByRole('button', { name: `${selection.batch.undo}: Move to “Shelf”` })
    .click();
  await person.cardOf('P 3').waitFor();
  await panel().getByText(selection.kind.undo, { exact: true }).waitFor();
  await panel()
    .getByText(filled(selection.batch.undone_other, { formatted: 2 }))
    .waitFor();
  await panel().getByRole('button', { name: selection.batch.leave }).click();

  await box('Print 4').check();
  await box('Print 5').check();
  dialog = await choose(selection.unlink);
  await dialog.getByText(filled(selection.unlinkQuestion_other, { formatted: 2, title: 'Boxes' })).waitFor();
  await dialog.getByRole('button', { name: selection.unlink, exact: true }).click();
  await panel()
    .getByText(filled(selection.batch.failed_one, { formatted: 1 }))
    .waitFor();
  await person.cardOf('P 5').waitFor({ state: 'detached' });
  expect(await person.cardOf('P 4').count()).toBe(1);

  // The one that stood nowhere else is named, with the cause.
  await panel().getByRole('link', { name: selection.batch.details }).click();
  await page.getByRole('tab', { name: selection.operations.filter.failed }).click();
  const records = page.getByRole('list', { name: selection.operations.records });
  await records.getByText('Print 4').waitFor();
  await records.getByText('It must stay in at least one collection').waitFor();
  await eventually(() => records.getByRole('listitem').count()).toBe(1);
  await person.expectAccessible();
  await page.getByRole('link', { name: selection.operations.toList }).click();
  const operations = page.getByRole('list', { name: selection.operations.title });
  await eventually(() => operations.getByRole('listitem').count()).toBe(4);
  await person.expectAccessible();
});

test('the metadata of many items are changed after a look at what that does; what was typed outlives a reload', async () => {
  const { page } = person;
  const { bar, all, chosen } = choice();
  const { bulk } = selection;
  await page.goto(`/ui/catalog/${leaves}`);
  await all.check();
  await chosen(20).waitFor();
  const dialog = page.getByRole('dialog');
  const what = (field: string) =>
    dialog.getByRole('combobox', { name: filled(bulk.what, { field }), exact: true });
  await bar.getByRole('button', { name: selection.edit }).click();
  await what('Author').selectOption({ label: bulk.kind.replace });
  const preview = dialog.getByRole('button', { name: bulk.preview, exact: true });
  expect(await preview.isDisabled()).toBe(true);
  await dialog.getByRole('combobox', { name: 'Author', exact: true }).fill('Merian');
  await person.expectAccessible();
  await page.reload();
  await chosen(20).waitFor();
  await bar.getByRole('button', { name: selection.edit }).click();
  await dialog.getByText(editing.form.restored).waitFor();
  expect(await dialog.getByRole('combobox', { name: 'Author', exact: true }).inputValue()).toBe('Merian');
  await what('Title').selectOption({ label: bulk.kind.find });
  await dialog.getByLabel(bulk.find, { exact: true }).fill('Leaf 0');
  await dialog.getByLabel(bulk.replacement).fill('Sheet 0');
  await page.keyboard.press('Control+s');
  const changes = dialog.getByRole('list', { name: bulk.changes });
  const first = changes.getByRole('listitem').filter({ hasText: 'Merian' });
  await first.getByText('20 items').waitFor();
  await changes.getByRole('listitem').filter({ hasText: 'Sheet 07' }).waitFor();
  // The focus goes along to the figures, and back to the first field.
  expect(await isFocused(dialog.getByRole('status'))).toBe(true);
  await dialog.getByRole('button', { name: bulk.back }).click();
  await eventually(() => isFocused(dialog.getByRole('combobox').first())).toBe(true);
  await preview.click();
  await first.waitFor();
  expect(await changes.getByRole('listitem').count()).toBe(10);
  await person.expectAccessible();
  const start = dialog.getByRole('button', {
    name: filled(bulk.start_other, { formatted: 20 }),
    exact: true,
  });
  // The second click of somebody who clicked the preview twice, which stood there before.
  await start.hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await person.settled();
  expect(await start.isVisible()).toBe(true);
  await start.click();
  await panel().getByText(changed(20)).waitFor();
  await page.getByRole('link', { name: 'Page 3' }).click();
  await person.cardOf('LEAF 09').getByText('Sheet 09').waitFor();
  await panel()
    .getByRole('button', { name: `${selection.batch.undo}: ${selection.kind.edit}` })
    .click();
  await panel().getByText(changed(20)).waitFor();
  await page.getByRole('link', { name: 'Page 1' }).click();
  await person.cardOf('LEAF 01').getByRole('link', { name: 'Leaf 01' }).waitFor();
});

test('many items go to the trash with a reason, after their number was typed, and come back by an undo', async () => {
  const { page } = person;
  const { bar, all, box } = choice();
  const many = await inCollection('Scraps', 51);
  await page.goto(`/ui/catalog/${many}`);
  await box('Scraps 01').check();
  await box('Scraps 02').check();
  await bar.getByRole('button', { name: selection.delete, exact: true }).click();
  const dialog = page.getByRole('dialog');
  const sure = dialog.getByRole('button', { name: selection.delete, exact: true });
  await dialog.getByLabel(selection.reason).fill('Given back');
  await person.expectAccessible();
  await sure.click();
  await panel().getByText(changed(2)).waitFor();
  await person.cardOf('Scraps 01').waitFor({ state: 'detached' });
  await panel()
    .getByRole('button', { name: `${selection.batch.undo}: ${selection.kind.trash}` })
    .click();
  await person.cardOf('Scraps 01').waitFor();
  await all.check();
  await bar.getByRole('button', { name: filled(selection.chooseMatching, { formatted: 51 }) }).focus();
  await page.keyboard.press('Enter');
  // That button goes; the focus is on the first of what can be done.
  await eventually(() => isFocused(bar.getByRole('button', { name: selection.move, exact: true }))).toBe(
    true,
  );
  await bar.getByRole('button', { name: selection.delete, exact: true }).click();
  expect(await sure.isDisabled()).toBe(true);
  await dialog.getByLabel(filled(selection.typeNumber_other, { formatted: 51 })).fill('51');
  await sure.click();
  await page.getByText(en.browse.empty.title).waitFor();
  await bar.waitFor({ state: 'detached' });
  // On a phone the panel leaves no gap for a bar that isn't there.
  await page.setViewportSize({ width: 390, height: 844 });
  const below = () => panel().evaluate((element) => innerHeight - element.getBoundingClientRect().bottom);
  await eventually(below).toBe(8);
});

test('[GRID-29, WFACT-04, WFACT-08] all that match are put through a workflow action by one operation, and those refused are chosen again', async () => {
  const { page } = person;
  const { bar, all } = choice();
  let drawer = '';
  await makeCatalogue(armarium, async (make) => {
    drawer = await make.collection('Drawer', [shelf]);
    for (let number = 1; number <= 20; number += 1)
      await make.item({ sgtt: `Signed ${number}`, pressmark: `D ${number}`, autn: 'Somebody' }, [drawer]);
    await make.item({ sgtt: 'Unsigned', pressmark: 'D 21' }, [drawer]);
  });
  await inDatabase(
    armarium,
    `insert into transition_task (tenant_id, uuid, transition_uuid, sort_order, template_name, parameters)
     select tenant_id, gen_random_uuid(), uuid, 0, 'REQUIRE_METADATA', '{"fields": ["autn"]}' from transition_template
     where resource_type = 'ITEM' and name = 'Start'`,
  );
  await page.goto(`/ui/catalog/${drawer}`);
  await all.check();
  await bar.getByRole('button', { name: filled(selection.chooseMatching, { formatted: 21 }) }).click();
  const dialog = await choose(selection.workflow);
  await dialog.getByRole('radio', { name: 'Default > In progress' }).waitFor();
  await dialog.getByRole('radiogroup', { name: /21 records/ }).waitFor();
  await person.expectAccessible();
  const asked = page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/meta/batches'));
  await dialog.getByRole('button', { name: 'Start' }).click();
  expect((await asked).postDataJSON()).toMatchObject({
    selection: { query: { collectionUuid: drawer, state: ['Default'] } },
    action: { kind: 'transition', transitions: [{ expected: 21 }] },
  });
  await page.getByRole('alert').filter({ hasText: workflow.failed }).first().waitFor();
  await page.getByRole('link', { name: selection.batch.details }).click();
  await page.getByRole('tab', { name: selection.operations.filter.failed }).click();
  const records = page.getByRole('list', { name: selection.operations.records });
  await records.getByRole('listitem').filter({ hasText: 'Unsigned' }).waitFor();
  await page.getByRole('button', { name: selection.operations.chooseAnew }).click();
  const again = page.getByRole('dialog', { name: workflow.title });
  await again.getByRole('radiogroup', { name: /1 record/ }).waitFor();
  await person.expectAccessible();
  await page.keyboard.press('Escape');
  await again.waitFor({ state: 'detached' });
});

/** A collection of its own with so many items. */
async function inCollection(title: string, count: number): Promise<string> {
  let made = '';
  await makeCatalogue(armarium, async (make) => {
    made = await make.collection(title, [shelf]);
    for (let number = 1; number <= count; number += 1) {
      const name = `${title} ${String(number).padStart(2, '0')}`;
      await make.item({ sgtt: name, pressmark: name.toUpperCase() }, [made]);
    }
  });
  return made;
}
