import { listCollectionItems } from '@armarium/contract/collection-calls';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { rootUuid, signedIn } from '../harness/importing.ts';
import { makeCatalogue, inDatabase } from './made-catalogue.ts';
import { Person } from './person.ts';
import { openSite } from './open-site.ts';
import type { Site } from './site.ts';
import { eventually } from '../harness/waiting.ts';
import { en } from './words.ts';

const { browse, catalogue, editing, entry } = en;

let armarium: Site;
let browser: Browser;
let person: Person;
let shelf: string;
let letters: string;

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
  await page.getByRole('link', { name: browse.newRecord }).waitFor();
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

test('a record that is sent after the session ended is saved once its sender has signed in again', async () => {
  const { page } = person;
  await page.goto(`/ui/catalog/${letters}/new-record`);
  await field(page, 'sgtt').fill('Missal');
  await field(page, 'pressmark').fill('CV 400');
  await page.getByText(catalogue.pressmark.free).waitFor({ state: 'attached' });
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

test('a record whose answer comes after the page was left stands there when somebody comes back', async () => {
  const { page } = person;
  await page.goto(`/ui/catalog/${letters}/new-record`);
  await field(page, 'sgtt').fill('Slow');
  await field(page, 'pressmark').fill('S 1');
  await page.getByText(catalogue.pressmark.free).waitFor({ state: 'attached' });
  let answer = () => undefined as void;
  const left = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/ccc/importCulturalItem', async (route) => {
    await left;
    await route.continue();
  });
  await page.keyboard.press('Control+Enter');
  await eventually(() => field(page, 'sgtt').inputValue()).toBe('');
  await page.getByRole('link', { name: entry.record.back }).click();
  await page.getByRole('link', { name: browse.newRecord }).click();
  await field(page, 'sgtt').fill('Typed since');
  answer();
  await enteredList(page).filter({ hasText: 'S 1' }).waitFor();
  await page.getByText(catalogue.pressmark.free).waitFor({ state: 'attached' });
  expect(await page.getByRole('button', { name: entry.record.takeUp }).count()).toBe(0);
  await page.reload();
  await page.getByText(editing.form.restored).waitFor();
  expect(await field(page, 'sgtt').inputValue()).toBe('Typed since');
  await page.getByText(catalogue.pressmark.free).waitFor({ state: 'attached' });
});
