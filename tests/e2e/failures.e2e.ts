import { problems, type ProblemCode } from '@armarium/contract/problem';
import type { Browser, Locator, Route } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { rootUuid, signedIn } from '../harness/importing.ts';
import { makeCatalogue } from './made-catalogue.ts';
import { Person } from './person.ts';
import { openSite } from './open-site.ts';
import type { Site } from './site.ts';
import { eventually } from '../harness/waiting.ts';
import { en, filled, problemWords } from './words.ts';

const { app, catalogue, editing, entry, selection, ui } = en;

let armarium: Site;
let browser: Browser;
let person: Person;
let root: string;
let maps: string;
let prints: string;
let herbal: string;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  const client = await signedIn(armarium);
  root = await rootUuid(client);
  client.close();
  await makeCatalogue(armarium, async (make) => {
    maps = await make.collection('Maps', [root]);
    prints = await make.collection('Prints', [root]);
    await make.collection('Town maps', [maps]);
    await make.collection('Both', [maps, prints]);
    herbal = await make.item({ sgtt: 'Herbal', pressmark: 'MS 12' }, [root]);
    for (let number = 1; number <= 21; number += 1)
      await make.item({ sgtt: `Map ${number}`, pressmark: `M ${number}` }, [maps]);
  });
});
beforeEach(async () => {
  person = await Person.signedIn(browser, armarium);
});
afterEach(async () => {
  await person.leave();
});

/** How a call fails: as the server refuses it, as a proxy does in its place, or without any answer. */
type Fault = ProblemCode | 'proxy' | 'offline';

/** Whatever is done meanwhile, calls to an address fail. */
async function failing(
  fault: Fault,
  method: string,
  path: RegExp,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const { page } = person;
  const matches = (url: URL) => path.test(url.pathname);
  const answer = (route: Route) => {
    if (route.request().method() !== method) return route.fallback();
    if (fault === 'offline') return route.abort('connectionrefused');
    if (fault === 'proxy') return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502' });
    const { status, title } = problems[fault];
    const json = { type: '', title, status, detail: '', code: fault, fields: [], requestId: 'r' };
    return route.fulfill({ status, contentType: 'application/problem+json', json });
  };
  await page.route(matches, answer);
  await meanwhile();
  await page.unroute(matches, answer);
  if (fault === 'offline') person.expectFailure(/ERR_CONNECTION_REFUSED/, method, path);
  else person.expectFailure(fault === 'proxy' ? 502 : problems[fault].status, method, path);
}

/** The words of a problem: why it failed, and what to do. */
const wordsOf = (code: ProblemCode | 'offline') => Object.values(problemWords[code]).slice(0, 2);

/** That a failure is told there in all of these words. */
async function isTold(place: Locator, words: readonly string[]): Promise<void> {
  const alert = place.getByRole('alert');
  await alert.waitFor();
  for (const word of words) await eventually(() => alert.first().innerText()).toContain(word);
}

const dialogOf = (name: string) => person.page.getByRole('dialog', { name, exact: true });
const messages = () => person.page.locator('.mantine-Notifications-notification');

async function openStep(step: 'move' | 'link' | 'unlink' | 'delete', parent = root): Promise<void> {
  const { page } = person;
  await page.goto(`/ui/catalog/${maps}?parentId=${parent}`);
  await page.getByRole('navigation', { name: catalogue.breadcrumb }).getByRole('button').click();
  await dialogOf(editing.collection.show)
    .getByRole('button', { name: editing.collection[step], exact: true })
    .click();
}

test('[ERR-01, ERR-03] a call that fails beside the work is told in a message: what failed, why, what to do', async () => {
  const { page } = person;
  await page.goto(`/ui/catalog/${maps}`);
  await person.cardOf('M 1').first().waitFor();
  await failing('unavailable', 'POST', /^\/users\/logout$/, async () => {
    await page.getByRole('button', { name: app.signOut }).click();
    for (const word of [app.signOutFailed, ...wordsOf('unavailable')])
      await messages().filter({ hasText: word }).waitFor();
  });
  await failing('internal', 'GET', /\/breadcrumb$/, async () => {
    await page.reload();
    await messages()
      .filter({ hasText: ui.failed.load })
      .filter({ hasText: wordsOf('internal')[1] })
      .waitFor();
    // The place where one is stands there all the same.
    const way = page.getByRole('navigation', { name: catalogue.breadcrumb });
    await way.getByRole('button', { name: 'Maps' }).waitFor();
  });
});

test('[ERR-04] a list that cannot be loaded is emptied, says why, and loads when it is tried again', async () => {
  const { page } = person;
  const again = page.getByRole('button', { name: ui.retry, exact: true });
  const cards = page.getByRole('article');
  await page.goto(`/ui/catalog/${maps}`);
  await person.cardOf('Map 20').waitFor();
  await failing('internal', 'GET', /\/culturalItems$/, async () => {
    await page.getByRole('link', { name: filled(ui.page, { page: 2 }), exact: true }).click();
    await isTold(page.locator('main'), wordsOf('internal'));
    expect(await cards.count()).toBe(0);
    await person.expectAccessible();
  });
  await again.click();
  await eventually(() => cards.count()).toBe(1);

  const strip = page.getByRole('region', { name: new RegExp(`^${catalogue.collections}`) });
  await failing('internal', 'GET', /\/collections$/, async () => {
    await page.reload();
    await isTold(strip, wordsOf('internal'));
    expect(await strip.getByRole('listitem').count()).toBe(0);
  });
  await strip.getByRole('button', { name: ui.retry, exact: true }).click();
  await strip.getByRole('link', { name: /Town maps/ }).waitFor();

  // By the wire, a call without an answer is tried again before it is told.
  await failing('offline', 'GET', /\/search\/findBySgttOrAutnOrPressmark$/, async () => {
    await page.goto('/ui/catalog/results?searchTerm=map');
    await isTold(page.locator('main'), wordsOf('offline'));
    expect(await cards.count()).toBe(0);
  });
  await again.click();
  await eventually(() => cards.count()).toBe(20);
  for (const [path, address] of [
    ['trash', 'trash'],
    ['batches', 'operations'],
  ] as const) {
    await failing('internal', 'GET', new RegExp(`^/meta/${path}$`), async () => {
      await page.goto(`/ui/catalog/${address}`);
      await isTold(page.locator('main'), wordsOf('internal'));
    });
    await again.click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  }
});

test('[ERR-03, ERR-05] a deletion that fails says so where it was asked for', async () => {
  const { page } = person;
  await openStep('delete');
  const deletion = dialogOf(filled(editing.collection.deleteTitle, { title: 'Maps' }));
  const remove = deletion.getByRole('button', { name: editing.collection.delete, exact: true });
  const reason = deletion.getByRole('textbox', { name: editing.collection.reason });
  await reason.fill('Sold');
  await failing('offline', 'DELETE', /\/culturalItemCollections\//, async () => {
    await remove.click();
    const failed = filled(editing.collection.deleteFailed, { title: 'Maps' });
    await isTold(deletion, [failed, ...wordsOf('offline')]);
  });
  expect(await reason.inputValue()).toBe('Sold');

  await page.goto(`/ui/catalog/${root}/cultural-item/${herbal}`);
  await page.getByRole('button', { name: catalogue.item.viewAll }).click();
  await dialogOf(catalogue.item.allMetadata).getByRole('button', { name: editing.item.remove }).click();
  const removal = dialogOf(editing.item.remove);
  await failing('proxy', 'DELETE', /\/culturalItems\//, async () => {
    await removal.getByRole('button', { name: editing.item.remove }).click();
    const failed = filled(editing.item.removeFailed, { title: 'Herbal' });
    await isTold(removal, [failed, ...wordsOf('unavailable')]);
  });

  await page.goto('/ui/catalog/results?searchTerm=herbal');
  await page.getByRole('checkbox', { name: filled(catalogue.choose, { title: 'Herbal' }) }).check();
  await page
    .getByRole('region', { name: selection.bar })
    .getByRole('button', { name: selection.delete })
    .click();
  const title = filled(selection.deleteTitle_one, { formatted: 1 });
  await failing('storage-full', 'POST', /^\/meta\/batches$/, async () => {
    await dialogOf(title).getByRole('button', { name: selection.delete, exact: true }).click();
    await isTold(dialogOf(title), [title, ...wordsOf('storage-full')]);
  });
});

test('[ERR-06, ERR-07, ERR-08] the form that moves, links or unlinks a collection tells each status in its own words', async () => {
  const moved = (code: Fault) =>
    failing(code, 'PATCH', /\/culturalItemCollections\//, async () => {
      const { failedWord, dialog, confirm } = form;
      await dialog.getByRole('button', { name: confirm, exact: true }).click();
      const refused = editing.place.refused;
      const words =
        code in refused ? Object.values(refused[code as keyof typeof refused]) : wordsOf(code as ProblemCode);
      await isTold(dialog, [failedWord, ...words]);
    });
  const { move, moveFailed, link, linkFailed, unlink, unlinkFailed } = editing.collection;
  let form = { failedWord: moveFailed, dialog: dialogOf(move), confirm: editing.form.confirm };
  await openStep('move');
  await form.dialog.getByRole('radio', { name: 'Prints' }).check();
  for (const code of [
    'destination-is-descendant',
    'forbidden',
    'not-found',
    'last-parent',
    'stale',
    'internal',
  ] as const)
    await moved(code);
  await person.expectAccessible();
  await form.dialog.getByRole('button', { name: editing.form.cancel }).click();

  await openStep('link');
  form = { failedWord: linkFailed, dialog: dialogOf(link), confirm: editing.form.confirm };
  await form.dialog.getByRole('radio', { name: 'Prints' }).check();
  await moved('not-found');
  // What was chosen is still chosen: once whatever it was has passed, it is done.
  await form.dialog.getByRole('button', { name: editing.form.confirm }).click();
  await form.dialog.waitFor({ state: 'detached' });

  await openStep('unlink', prints);
  form = { failedWord: unlinkFailed, dialog: dialogOf(unlink), confirm: unlink };
  await moved('last-parent');
  await moved('stale');
});

test('[ERR-02] a pressmark that cannot be looked up is told at its field, in no message', async () => {
  const { page } = person;
  await page.goto(`/ui/catalog/${maps}/new-record`);
  const pressmark = page.locator('[data-field="pressmark"]');
  await failing('internal', 'GET', /\/findByPressmark$/, async () => {
    await pressmark.fill('M 22');
    await page.getByText(entry.pressmark.unknown).waitFor();
    await person.settled();
  });
  expect(await messages().count()).toBe(0);
});

test('[ERR-03, ERR-08] what is saved while the server is away is told, kept, and saved once it is back', async () => {
  const { page } = person;
  await page.goto(`/ui/catalog/${root}/cultural-item/${herbal}`);
  await page.getByRole('button', { name: catalogue.item.viewAll }).click();
  const dialog = dialogOf(catalogue.item.allMetadata);
  await dialog.getByRole('button', { name: editing.form.edit }).click();
  const title = dialog.getByRole('textbox', { name: catalogue.standardField.sgtt });
  await title.fill('A herbal');
  await failing('offline', 'PATCH', /\/meta\/culturalItems\//, async () => {
    await title.press('Control+s');
    await isTold(dialog, [editing.form.saveFailed, ...wordsOf('offline')]);
  });
  expect(await title.inputValue()).toBe('A herbal');
  await title.press('Control+s');
  await dialog.getByRole('button', { name: editing.form.edit }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1, name: 'A herbal' }).waitFor();
});
