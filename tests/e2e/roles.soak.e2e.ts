import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { drawnImage } from '../harness/drawn-image.ts';
import { HttpClient } from '../harness/http-client.ts';
import { expectStatus, importEnded, importNewItem, rootUuid, upload } from '../harness/importing.ts';
import { makePeople, setUserRights } from './made-catalogue.ts';
import { Person } from './person.ts';
import { openSite } from './open-site.ts';
import { usernameAt, type Site } from './site.ts';
import { eventually } from '../harness/waiting.ts';
import { en, filled } from './words.ts';
import { isSoak } from '../harness/soak.ts';

const password = 'correct horse battery staple';
const people = [
  { name: 'sender', password, roles: ['ROLE_USER'] },
  { name: 'contributor', password, roles: ['ROLE_USER'] },
  { name: 'researcher', password, roles: ['ROLE_RESEARCHER'] },
  { name: 'downloader', password, roles: ['ROLE_IMAGE_DOWNLOAD'] },
] as const;

let armarium: Site;
let browser: Browser;
/** An item of the sender's: its first image is ready, the import of its second one failed. */
let item: string;
let root: string;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  await makePeople(armarium, people);
  const jpeg = await drawnImage('jpeg', 1200, 900);
  const client = new HttpClient(armarium.origin);
  try {
    expectStatus(await client.signIn(usernameAt(armarium, 'sender'), password), 200);
    root = await rootUuid(client);
    const send = (name: string, source: Buffer) => upload(client, { name, source, type: 'image/jpeg' });
    const uploads = [
      await send('whole.jpg', jpeg),
      await send('broken.jpg', jpeg.subarray(0, jpeg.length / 2)),
    ];
    item = await importNewItem(client, { pressmark: 'R 1', sgtt: 'Half ready', parents: [root], uploads });
    expect((await importEnded(client, item)).failedImagesCount).toBe(1);
  } finally {
    client.close();
  }
});

/** What somebody sees who opens the catalogue, then the item: which of the controls that change something. */
async function controlsSeenBy(name: string) {
  const person = await Person.arrive(browser, armarium);
  await person.openSession(usernameAt(armarium, name), password);
  const { page } = person;
  const { assets, browse, upload: words } = en;
  // Shown or not, each is known once the page has what it waits for.
  const permissions = page.waitForResponse((answer) => answer.url().endsWith('/iam/me/permissions'));
  await page.goto('/ui/catalog');
  await permissions;
  await person.cardOf('Half ready').waitFor();
  await person.settled();
  const button = (label: string) => page.getByRole('button', { name: label });
  const addItem = await button(browse.addItem).isVisible();
  const uploadsOfCatalogue = await button(words.widget.title).isVisible();

  await page.goto(`/ui/catalog/${root}/cultural-item/${item}`);
  const failure = filled(assets.named.images, { position: 2, name: 'broken.jpg' });
  await page.getByText(failure, { exact: true }).waitFor();
  await person.settled();
  const seen = {
    addItem,
    uploads: [uploadsOfCatalogue, await button(words.widget.title).isVisible()],
    addImages: await button(en.assets.add).isVisible(),
    retry: await button(filled(assets.retryNamed, { name: failure })).isVisible(),
    reason: (await page.getByRole('alert').filter({ hasText: failure }).innerText()).includes(assets.failed),
  };
  await person.expectAccessible();
  // Fails where the browser called what it may not: it writes each refusal into its console.
  await person.leave();
  return seen;
}

test.each(isSoak ? ['researcher', 'downloader'] : ['researcher'])(
  '[PERM-06] a %s is shown nothing that adds or tries again',
  async (name) => {
    expect(await controlsSeenBy(name)).toEqual({
      addItem: false,
      uploads: [false, false],
      addImages: false,
      retry: false,
      reason: true,
    });
  },
);

test('[PERM-06] a contributor is shown them, the retry for the own imports only', async () => {
  const seen = { addItem: true, uploads: [true, true], addImages: true };
  // The one knows no more than that it failed, the other why.
  expect(await controlsSeenBy('contributor')).toEqual({ ...seen, retry: false, reason: true });
  expect(await controlsSeenBy('sender')).toEqual({ ...seen, retry: true, reason: false });
});

test.runIf(isSoak)(
  '[PERM-06] where ROLE_USER may change own records only, others’ items can’t be chosen for new images',
  async () => {
    const { existing, tabs } = en.upload;
    await setUserRights(armarium, 'own');
    for (const [name, may] of [
      ['sender', true],
      ['contributor', false],
    ] as const) {
      const person = await Person.arrive(browser, armarium);
      await person.openSession(usernameAt(armarium, name), password);
      await person.page.goto('/ui/catalog');
      const wizard = await person.openWizard();
      await wizard.getByRole('tab', { name: tabs.existing }).click();
      const choice = wizard.getByRole('radio', { name: /Half ready/ });
      await eventually(() => choice.count()).toBe(1);
      expect(await choice.isEnabled()).toBe(may);
      expect(await wizard.getByText(existing.anothers).isVisible()).toBe(!may);
      await person.leave();
    }
  },
);
