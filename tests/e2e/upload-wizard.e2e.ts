import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { drawnImage } from '../harness/drawn-image.ts';
import { rootUuid, signedIn } from '../harness/importing.ts';
import { Person, type FileToChoose } from './person.ts';
import { openSite } from './open-site.ts';
import type { Site } from './site.ts';
import { en } from './words.ts';

let armarium: Site;
let browser: Browser;
let root: string;
let image: Buffer;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  image = await drawnImage('png', 400, 300);
  const client = await signedIn(armarium);
  root = await rootUuid(client);
  client.close();
});

const png = (name: string): FileToChoose => ({ name, mimeType: 'image/png', buffer: image });

test('[UPL-12, UPL-49, UPL-50, ITEM-25] a new item is made with its files, and one more is added to it', async () => {
  const person = await Person.signedIn(browser, armarium);
  const { page } = person;
  await page.goto('/ui/catalog');
  const wizard = await person.openWizard();
  await person.fillNewItem(wizard, 'A new book', '', 'NEW 1');
  const lookup = page.waitForResponse('**/findByPressmark?*');
  await person.goOn(wizard);
  expect((await lookup).status()).toBe(404);
  await person.chooseFiles(wizard, [png('b.png'), png('a.png')]);
  const [made] = await Promise.all([
    page.waitForResponse('**/ccc/importCulturalItem'),
    person.upload(wizard),
  ]);
  expect(made.request().method()).toBe('POST');
  expect(made.request().postDataJSON()).toMatchObject({
    sgtt: 'A new book',
    pressmark: 'NEW 1',
    parentCollectionsUuids: [root],
    images: [{ originalFilename: 'a.png' }, { originalFilename: 'b.png' }],
  });
  const { uuid } = (await made.json()) as { uuid: string };
  await person
    .cardOf('NEW 1')
    .or(page.getByText(/new item\(s\) have been added/))
    .first()
    .waitFor();

  await page.goto(`/ui/catalog/${root}/cultural-item/${uuid}`);
  await page.getByRole('button', { name: en.assets.add }).click();
  const one = page.getByRole('dialog', { name: en.upload.title, exact: true });
  await person.chooseFiles(one, [png('second.png')]);
  const [added] = await Promise.all([page.waitForResponse('**/ccc/importImage'), person.upload(one)]);
  expect(added.request().postDataJSON()).toMatchObject({ culturalItemUuid: uuid });
  expect(added.status()).toBe(202);
  await person.leave();
});
