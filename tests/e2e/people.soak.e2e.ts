import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { drawnImage } from '../harness/drawn-image.ts';
import { rootUuid, signedIn } from '../harness/importing.ts';
import { eventually } from '../harness/waiting.ts';
import { makeCatalogue } from './made-catalogue.ts';
import { openSite } from './open-site.ts';
import { Person } from './person.ts';
import { usernameAt, type Site } from './site.ts';
import { en, filled } from './words.ts';

const words = en.users;
const password = 'correct horse battery staple';

let armarium: Site;
let browser: Browser;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  const client = await signedIn(armarium);
  const root = await rootUuid(client);
  client.close();
  await makeCatalogue(armarium, async (make) => {
    await make.item({ sgtt: 'Herbal', pressmark: 'H 1' }, [root]);
  });
});

test('[USER-39, SHELL-20] an administrator adds an editor with a picture, who works in the catalogue alone until being deactivated', async () => {
  const username = usernameAt(armarium, 'carla');
  const admin = await Person.signedIn(browser, armarium);
  // That the username is free is told by a 404.
  admin.expectFailure(404, 'GET', /\/jarvisUsers\/search\/findByUsername$/);
  await admin.page.goto('/ui/catalog');
  await admin.page
    .getByRole('navigation', { name: en.app.menu })
    .getByRole('link', { name: en.app.management })
    .click();
  await admin.page.waitForURL('**/ui/management');
  await admin.page.getByRole('tab', { name: words.title, exact: true }).click();

  await admin.page.getByRole('button', { name: words.add, exact: true }).click();
  const dialog = admin.page.getByRole('dialog');
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'carla.jpg',
    mimeType: 'image/jpeg',
    buffer: await drawnImage('jpeg', 600, 400),
  });
  await button(en.avatar.confirm).click();
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  await field(words.field.name).fill('Carla');
  await field(words.field.surname).fill('Bassi');
  await field(words.field.username).fill(username);
  await field(words.field.email).fill('carla@armarium.test');
  await dialog.locator('input[autocomplete=new-password]').fill(password);
  await button(words.role.ROLE_USER).click();
  await button(words.role.ROLE_METADATA_EDITOR).click();
  // The check of the username comes after a pause.
  await admin.settled();
  await button(words.create).click();
  await dialog.waitFor({ state: 'detached' });
  const row = admin.page
    .getByRole('list', { name: words.title, exact: true })
    .getByRole('listitem')
    .filter({ hasText: username });
  await row.getByText('Bassi Carla', { exact: true }).waitFor();
  await row.getByText('Editor', { exact: true }).waitFor();
  await admin.expectPainted(row.locator('img'));

  const editor = await Person.arrive(browser, armarium);
  await editor.page.goto('/ui/login');
  await editor.fillSignIn(username, password);
  await editor.cardOf('Herbal').waitFor();
  await editor.settled();
  const menu = editor.page.getByRole('navigation', { name: en.app.menu });
  await editor.expectPainted(menu.locator('img'));
  expect(await menu.getByRole('link', { name: en.app.management }).count()).toBe(0);

  await row.click();
  await button(words.deactivate).click();
  await dialog.getByText(filled(words.deactivateQuestion, { username })).waitFor();
  await button(words.deactivate).click();
  await dialog.getByText(words.deactivatedText).waitFor();

  await editor.cardOf('Herbal').getByRole('link').first().click();
  const again = editor.page.getByRole('dialog', { name: en.session.again.title });
  await again.waitFor();
  // The password is right, but no way in any more.
  await again.getByRole('textbox', { name: en.session.password }).fill(password);
  await editor.page.keyboard.press('Enter');
  await again.getByRole('alert').waitFor();
  editor.expectFailure(401, 'GET', /^\/users\/login$/);
  editor.allowFailure(401);

  // Once activated again, the session goes on where it was.
  await button(words.activate).click();
  await button(words.deactivate).waitFor();
  await again.getByRole('textbox', { name: en.session.password }).fill(password);
  await editor.page.keyboard.press('Enter');
  await again.waitFor({ state: 'detached' });
  await eventually(() => editor.page.getByRole('heading', { level: 1 }).innerText()).toBe('Herbal');
  await Promise.all([editor.leave(), admin.leave()]);
});
