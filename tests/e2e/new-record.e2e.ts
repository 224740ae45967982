import { findItemByPressmark, listCollectionItems } from '@armarium/contract/records';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { rootUuid, signedIn } from '../harness/importing.ts';
import { makeCatalogue, inDatabase } from './made-catalogue.ts';
import { Person } from './person.ts';
import { openSite } from './open-site.ts';
import type { Site } from './site.ts';
import { eventually } from '../harness/waiting.ts';
import { en, filled, it as italian, problemWords } from './words.ts';

const { catalogue, editing, entry } = en;

let armarium: Site;
let browser: Browser;
let person: Person;
let shelf: string;
let letters: string;
let drawer: string;

/** Fields beside the four standard ones, so that a record has eight. */
const more = ['place', 'date', 'hand', 'material'];

beforeAll(async () => {
  [armarium, browser] = await openSite();
  const client = await signedIn(armarium);
  const root = await rootUuid(client);
  client.close();
  await makeCatalogue(armarium, async (make) => {
    shelf = await make.collection('Letters to file', [root]);
    letters = await make.collection('Other letters', [root]);
    drawer = await make.collection('Drawer', [root]);
    await make.item({ sgtt: 'First of the drawer', pressmark: 'D 1' }, [drawer]);
    await make.item({ sgtt: 'Taken', pressmark: 'CV 205' }, [root]);
    await make.item({ sgtt: 'Elsewhere', pressmark: 'X 1' }, [root]);
  });
  for (const [index, name] of more.entries()) {
    await inDatabase(
      armarium,
      `insert into metadata_template (tenant_id, uuid, name, label, type, resource_type, priority, sort_order)
       select id, gen_random_uuid(), $1, $1, 'STRING', 'ITEM', 'MEDIUM', $2 from tenant where name = $3`,
      [name, 50 + index, armarium.tenant],
    );
  }
});
beforeEach(async () => {
  person = await Person.signedIn(browser, armarium);
});
afterEach(async () => {
  await person.leave();
});

const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`);
const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);
const enteredList = (page: Page) => page.getByRole('region', { name: /entered/ }).getByRole('listitem');

/** Types by the keyboard alone, and counts the keys that are no letters of a value. */
function typist(page: Page) {
  let beyond = 0;
  return {
    type: (text: string) => page.keyboard.type(text),
    press: async (key: string) => {
      beyond += 1;
      await page.keyboard.press(key);
    },
    beyond: () => beyond,
  };
}

test('records of eight fields are entered by keyboard alone, with at most three keys beyond what is typed', async () => {
  const { page } = person;
  await page.goto(`/ui/catalog/${shelf}`);
  await page.getByRole('link', { name: catalogue.newRecord }).waitFor();
  await page.keyboard.press('n');
  await field(page, 'sgtt').waitFor();
  await eventually(() => isFocused(field(page, 'sgtt'))).toBe(true);
  expect(await page.locator('[data-field]').count()).toBe(8);

  // The first record sets what the others have in common.
  const common = { place: 'Firenze', date: '[1871]', hand: 'A', material: 'paper', autn: 'Capponi, Gino' };
  await page.keyboard.type('To Vieusseux, 1');
  await page.keyboard.press('Enter');
  await page.keyboard.type('CV 098');
  await page.keyboard.press('Enter');
  for (let index = 0; index < 5; index += 1) {
    const name = await page.evaluate(() => (document.activeElement as HTMLElement).dataset['field'] ?? '');
    await page.keyboard.type(common[name as keyof typeof common]);
    await page.keyboard.press('Alt+p');
    await page.keyboard.press('Enter');
  }
  expect(await isFocused(field(page, 'sgti'))).toBe(true);
  await page.keyboard.type('One sheet.');
  await page.keyboard.press('Control+Enter');
  await eventually(() => isFocused(field(page, 'sgtt'))).toBe(true);
  await enteredList(page).filter({ hasText: 'CV 098' }).waitFor();

  const records = 12;
  const keys = typist(page);
  for (let number = 2; number <= records; number += 1) {
    await keys.type(`To Vieusseux, ${number}`);
    await keys.press('Enter');
    // From the pressmark that is proposed the record can be saved at once, or the note be entered first.
    if (number < records) {
      await keys.press('Enter');
      await keys.type(`Sheet ${number}.`);
    }
    await keys.press('Control+Enter');
  }
  expect(keys.beyond() / (records - 1)).toBeLessThanOrEqual(3);
  await eventually(() => enteredList(page).count()).toBe(records);
  await person.expectAccessible();

  const client = await signedIn(armarium);
  const at = { ...listCollectionItems, path: listCollectionItems.path.replace(':uuid', shelf) };
  const { body } = await client.call(at, { query: { size: 100 } });
  client.close();
  const made = body._embedded.culturalItems;
  expect(made.map(({ pressmark }) => pressmark).sort()).toEqual(
    Array.from({ length: records }, (_, index) => `CV ${String(98 + index).padStart(3, '0')}`),
  );
  for (const item of made) {
    const values = Object.fromEntries(item.customMetadataList.map(({ name, value }) => [name, value]));
    const isLast = item.pressmark === 'CV 109';
    expect(values).toMatchObject({
      ...common,
      ...(!isLast && { sgti: expect.stringMatching(/sheet/i) as string }),
    });
    expect(Object.keys(values)).toHaveLength(isLast ? 7 : 8);
  }
});

test('[ITEM-22] a blank title and a taken pressmark are refused, a nearly equal one is told, and what was typed stays', async () => {
  const { page } = person;
  await page.goto(`/ui/catalog/${letters}`);
  await page.getByRole('link', { name: catalogue.newRecord }).click();
  await field(page, 'sgtt').waitFor();
  await eventually(() => isFocused(field(page, 'sgtt'))).toBe(true);
  await page.keyboard.type('  ');
  await page.keyboard.press('Control+Enter');
  await page.getByText(entry.titleIsRequired).waitFor();
  expect(await isFocused(field(page, 'sgtt'))).toBe(true);
  await person.expectAccessible();

  await page.keyboard.type('Herbal');
  await page.keyboard.press('Enter');
  await page.keyboard.type('cv  205');
  await page.getByText(filled(entry.pressmark.takenBy, { title: 'Taken' })).waitFor();
  await page.keyboard.press('Control+Enter');
  expect(await isFocused(field(page, 'pressmark'))).toBe(true);
  await field(page, 'pressmark').fill('CV-2O5');
  await page.getByText(/Nearly equal: CV 205 \(Taken\)/).waitFor();

  // Over a reload it stays; so does what the server refuses after all.
  await page.reload();
  await page.getByText(editing.form.restored).waitFor();
  expect([await field(page, 'sgtt').inputValue(), await field(page, 'pressmark').inputValue()]).toEqual([
    'Herbal',
    'CV-2O5',
  ]);
  // It is saved before it is known that it is taken, however slow the hand.
  let tell = () => undefined as void;
  const told = new Promise<void>((resolve) => (tell = resolve));
  await page.route(`**${findItemByPressmark.path}?*`, async (route) => {
    await told;
    await route.continue();
  });
  await field(page, 'pressmark').fill('CV 205');
  await page.keyboard.press('Control+Enter');
  person.expectFailure(409, 'POST', /^\/ccc\/importCulturalItem$/);
  tell();
  await page.getByText(filled(entry.pressmark.takenBy, { title: 'Taken' })).waitFor();
  await page.unroute(`**${findItemByPressmark.path}?*`);
  await eventually(() => field(page, 'sgtt').inputValue()).toMatch(/Herbal/);

  // Without a network nothing is lost: the record comes back, with the reason.
  await page.context().setOffline(true);
  await field(page, 'pressmark').fill('CV 300');
  await page.getByText(entry.pressmark.unknown).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('alert').getByText(problemWords.offline.title).waitFor();
  expect(await field(page, 'pressmark').inputValue()).toBe('CV 300');
  await page.getByText(entry.pressmark.unknown).waitFor();
  // Who types on without looking writes behind what came back, not in its place.
  await page.keyboard.type('!');
  expect(await field(page, 'sgtt').inputValue()).toMatch(/Herbal!$/);
  await page.keyboard.press('Backspace');
  await person.expectAccessible();
  person.expectOffline('POST', /^\/ccc\/importCulturalItem$/);
  await page.context().setOffline(false);
  await page.waitForFunction(() => navigator.onLine);

  // Or it waits at the side, where the next one was begun meanwhile.
  let cut = () => undefined as void;
  const typed = new Promise<void>((resolve) => (cut = resolve));
  await page.route('**/ccc/importCulturalItem', async (route) => {
    await typed;
    await route.abort('internetdisconnected');
  });
  const asked = page.waitForRequest('**/ccc/importCulturalItem');
  await page.keyboard.press('Control+Enter');
  await asked;
  await eventually(() => field(page, 'sgtt').inputValue()).toBe('');
  await page.keyboard.type('Atlas');
  cut();
  await page.getByText(filled(entry.record.notSaved, { title: 'Herbal' })).waitFor();
  await page.unroute('**/ccc/importCulturalItem');
  person.expectOffline('POST', /^\/ccc\/importCulturalItem$/);
  await person.expectAccessible();
  await page.getByRole('button', { name: entry.record.takeUp }).click();
  expect(await field(page, 'pressmark').inputValue()).toBe('CV 300');
  await page.getByText(filled(entry.record.waits, { title: 'Atlas' })).waitFor();
  await page.keyboard.press('Control+Enter');
  await enteredList(page).filter({ hasText: 'CV 300' }).waitFor();
  await page.getByRole('button', { name: entry.record.takeUp }).click();
  expect(await field(page, 'sgtt').inputValue()).toBe('Atlas');
});

test('values are copied from the record before, and a record just entered is opened and corrected', async () => {
  const { page } = person;
  await page.goto(`/ui/catalog/${letters}/new-record`);
  await field(page, 'sgtt').waitFor();
  await field(page, 'sgtt').fill('Psalter');
  await field(page, 'pressmark').fill('Ricc. 12 bis');
  await field(page, 'place').fill('Prato');
  await page.keyboard.press('Control+Enter');
  await eventually(() => isFocused(field(page, 'sgtt'))).toBe(true);
  await page.keyboard.press("Control+'");
  expect(await field(page, 'sgtt').inputValue()).toBe('Psalter');
  await page.keyboard.press('Enter');
  expect(await field(page, 'pressmark').getAttribute('placeholder')).toContain('Ricc. 13');
  await page.keyboard.press('Enter');
  expect(await field(page, 'pressmark').inputValue()).toBe('Ricc. 13');
  await field(page, 'place').focus();
  await page.keyboard.press("Control+'");
  expect(await field(page, 'place').inputValue()).toBe('Prato');

  await enteredList(page)
    .getByRole('button', { name: /Psalter/ })
    .click();
  const dialog = page.getByRole('dialog', { name: catalogue.item.allMetadata });
  await dialog.getByRole('button', { name: editing.form.edit }).click();
  await dialog.getByRole('textbox', { name: catalogue.standardField.sgtt }).fill('Psalter of Prato');
  await dialog.getByRole('button', { name: editing.form.save }).click();
  await dialog.getByText('Psalter of Prato').waitFor();
  await page.keyboard.press('Escape');
  const corrected = enteredList(page).getByRole('button', { name: /Psalter of Prato/ });
  await corrected.waitFor();
  await eventually(() => isFocused(corrected)).toBe(true);
  // What was being typed is still there.
  expect(await field(page, 'pressmark').inputValue()).toBe('Ricc. 13');
  const client = await signedIn(armarium);
  const { body } = await client.call(findItemByPressmark, { query: { pressmark: 'Ricc. 12 bis' } });
  client.close();
  expect(body.sgtt).toBe('Psalter of Prato');
});

test('a record that is sent after the session ended is saved once its sender has signed in again', async () => {
  const { page } = person;
  await page.goto(`/ui/catalog/${letters}/new-record`);
  await field(page, 'sgtt').fill('Missal');
  await field(page, 'pressmark').fill('CV 400');
  await page.getByText(entry.pressmark.free).waitFor({ state: 'attached' });
  await person.context.clearCookies({ name: 'armarium_session' });
  await page.keyboard.press('Control+Enter');
  const again = page.getByRole('dialog', { name: en.session.again.title });
  await again.getByRole('textbox', { name: en.session.password }).fill(armarium.password);
  await page.keyboard.press('Enter');
  await enteredList(page).filter({ hasText: 'CV 400' }).waitFor();
  await eventually(() => isFocused(field(page, 'sgtt'))).toBe(true);
  person.expectFailure(401, 'POST', /^\/ccc\/importCulturalItem$/);
  // So do the looks at the pressmark, where they are still under way.
  person.allowFailure(401, 'GET', /\/culturalItems\/search\//);
});

test('what is typed first stays, a key held down sends one record, and no answer takes the focus from a dialog', async () => {
  const { page } = person;
  await page.goto(`/ui/catalog/${drawer}`);
  await page.getByRole('link', { name: /First of the drawer/ }).waitFor();
  await page.keyboard.press('n');
  await field(page, 'sgtt').waitFor();
  await page.keyboard.type('Second');
  expect(await field(page, 'sgtt').inputValue()).toBe('Second');
  await field(page, 'pressmark').fill('D 2');
  await field(page, 'sgti').focus();
  await page.keyboard.down('Control');
  for (let times = 0; times < 4; times += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.up('Control');
  await enteredList(page).filter({ hasText: 'D 2' }).waitFor();
  await eventually(() => isFocused(field(page, 'sgtt'))).toBe(true);
  await page.keyboard.type('Third');
  await page.keyboard.down('Enter');
  for (let times = 0; times < 4; times += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  expect(await isFocused(field(page, 'pressmark'))).toBe(true);
  expect(await field(page, 'pressmark').inputValue()).toBe('');

  let cut = () => undefined as void;
  const opened = new Promise<void>((resolve) => (cut = resolve));
  await page.route('**/ccc/importCulturalItem', async (route) => {
    await opened;
    await route.abort('internetdisconnected');
  });
  await field(page, 'pressmark').fill('D 3');
  await page.keyboard.press('Control+Enter');
  await eventually(() => field(page, 'sgtt').inputValue()).toBe('');
  await enteredList(page)
    .getByRole('button', { name: /Second/ })
    .click();
  const dialog = page.getByRole('dialog', { name: catalogue.item.allMetadata });
  await dialog.getByRole('button', { name: editing.form.edit }).click();
  await dialog.getByRole('textbox', { name: catalogue.standardField.sgtt }).focus();
  cut();
  await eventually(() => page.getByText(filled(entry.record.notSaved, { title: 'Third' })).count()).toBe(1);
  await page.keyboard.type('!');
  expect(await dialog.getByRole('textbox', { name: catalogue.standardField.sgtt }).inputValue()).toContain(
    '!',
  );
  const form = page.getByRole('form', { name: entry.record.form });
  expect(await form.locator('[data-field="sgtt"]').inputValue()).toBe('');
  person.expectOffline('POST', /^\/ccc\/importCulturalItem$/);

  // Where an entered record is deleted one goes on in the form.
  await dialog.getByRole('button', { name: editing.form.cancel }).click();
  await dialog.getByRole('button', { name: editing.item.remove }).click();
  await page
    .getByRole('dialog', { name: editing.item.remove, exact: true })
    .getByRole('button', { name: editing.item.remove })
    .click();
  await enteredList(page).filter({ hasText: 'D 2' }).waitFor({ state: 'detached' });
  await eventually(() => isFocused(field(page, 'sgtt'))).toBe(true);
});

test('a record whose answer comes after the page was left stands there when somebody comes back', async () => {
  const { page } = person;
  await page.goto(`/ui/catalog/${letters}/new-record`);
  await field(page, 'sgtt').fill('Slow');
  await field(page, 'pressmark').fill('S 1');
  await page.getByText(entry.pressmark.free).waitFor({ state: 'attached' });
  let answer = () => undefined as void;
  const left = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/ccc/importCulturalItem', async (route) => {
    await left;
    await route.continue();
  });
  await page.keyboard.press('Control+Enter');
  await eventually(() => field(page, 'sgtt').inputValue()).toBe('');
  await page.getByRole('link', { name: entry.record.back }).click();
  await page.getByRole('link', { name: catalogue.newRecord }).click();
  await field(page, 'sgtt').fill('Typed since');
  answer();
  await enteredList(page).filter({ hasText: 'S 1' }).waitFor();
  await page.getByText(entry.pressmark.free).waitFor({ state: 'attached' });
  expect(await page.getByRole('button', { name: entry.record.takeUp }).count()).toBe(0);
  await page.reload();
  expect(await field(page, 'sgtt').inputValue()).toBe('Typed since');
  await page.getByText(entry.pressmark.free).waitFor({ state: 'attached' });
});

test('the form stands in Italian on a phone, in the dark', async () => {
  const guest = await Person.signedIn(
    browser,
    armarium,
    { locale: 'it-IT', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
    italian,
  );
  const { page, words } = guest;
  await page.goto(`/ui/catalog/${letters}/new-record`);
  await page.getByRole('heading', { level: 1, name: words.entry.record.title }).waitFor();
  await page.getByRole('button', { name: words.entry.record.save }).waitFor();
  await guest.expectAccessible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await guest.leave();
});
