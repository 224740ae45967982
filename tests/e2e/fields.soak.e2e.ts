import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { rootUuid, signedIn } from '../harness/importing.ts';
import { eventually } from '../harness/waiting.ts';
import { makeCatalogue } from './made-catalogue.ts';
import { openSite } from './open-site.ts';
import { Person } from './person.ts';
import type { Site } from './site.ts';
import { en, filled } from './words.ts';

const { editing, fields: words } = en;

let armarium: Site;
let browser: Browser;
let herbal: string;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  const client = await signedIn(armarium);
  const root = await rootUuid(client);
  client.close();
  await makeCatalogue(armarium, async (make) => {
    const uuid = await make.item({ sgtt: 'Herbal', pressmark: 'H 1' }, [root]);
    herbal = `/ui/catalog/${root}/cultural-item/${uuid}`;
  });
});

test('[SHELL-20, META-35, META-61] a field is made, put on the cards while somebody else moves another, filled in, and archived', async () => {
  const admin = await Person.signedIn(browser, armarium);
  const { page } = admin;
  // That the ID is free is told by a 400.
  admin.expectFailure(400, 'GET', /\/customMetadataTemplates\/search\/findByNameAndResourceType$/);
  await page.goto('/ui/catalog');
  await page
    .getByRole('navigation', { name: en.app.menu })
    .getByRole('link', { name: en.app.configuration, exact: true })
    .click();
  await page.waitForURL('**/ui/configuration');
  await page.getByRole('button', { name: words.add, exact: true }).click();
  const dialog = page.getByRole('dialog');
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  await dialog.getByRole('combobox', { name: words.part.type, exact: true }).selectOption('Dictionary');
  // The check of the ID comes after a pause.
  const checked = page.waitForResponse(/findByNameAndResourceType/);
  await field(words.part.name).fill('hand');
  await field(words.part.label).fill('Hand');
  for (const option of ['Gothic', 'Humanist']) {
    await field(words.options.new).fill(option);
    await page.keyboard.press('Enter');
  }
  await checked;
  // It is read again a little later, with the tag that a move sends back.
  const readAgain = page.waitForResponse(/findByResourceType/);
  await button(words.create).click();
  await dialog.waitFor({ state: 'detached' });
  const opener = (label: string) => page.getByRole('main').getByRole('button', { name: label, exact: true });
  await opener('Hand').waitFor();
  await readAgain;
  await admin.settled();

  const other = await Person.signedIn(browser, armarium);
  await other.page.goto('/ui/configuration');
  await other.page.getByLabel(filled(words.priorityOf, { field: 'Author' })).selectOption('Low');
  await other.page.getByText('Author moved to Low, place 1 of 2.').waitFor();
  await other.leave();

  admin.expectFailure(412, 'PUT', /\/customMetadataTemplates\/order$/);
  await opener('Hand').focus();
  await page.keyboard.press('1');
  await page.getByRole('alert').getByText('Hand was not moved to High.').waitFor();
  await opener('Hand').focus();
  await page.keyboard.press('1');
  await page
    .getByText('Hand moved to High. Pressmark moved to Medium, because High has room for two.')
    .waitFor();

  await page.goto(herbal);
  await page.getByRole('button', { name: en.item.viewAll }).click();
  await button(editing.form.edit).click();
  await dialog.getByRole('combobox', { name: 'Hand', exact: true }).selectOption('Gothic');
  await button(editing.form.save).click();
  await dialog.getByText('Gothic', { exact: true }).waitFor();

  await page.goto('/ui/configuration');
  await opener('Hand').click();
  await dialog.getByText('1 record has a value of this field.', { exact: true }).waitFor();
  await button(words.delete).click();
  await button(words.delete).click();
  await dialog.waitFor({ state: 'detached' });
  await eventually(() => opener('Hand').count()).toBe(0);
  await page.goto(herbal);
  await page.getByRole('button', { name: en.item.viewAll }).click();
  await dialog.getByText('Gothic', { exact: true }).waitFor();
  expect(await dialog.getByText(en.catalogue.archivedField).count()).toBe(1);
  await admin.leave();
});
