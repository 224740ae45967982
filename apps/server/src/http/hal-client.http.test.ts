import { Client, type Resource, type State } from 'ketting';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  importedItem,
  openInstallation,
  rootOf,
  settledImport,
  uploaded,
} from '../../../../tests/http/test-installation.ts';
import { madePng } from '../../../../tests/http/made-png.ts';

const house = await openInstallation({ worker: true });
const account = await house.account('default', ['ROLE_TENANT_ADMIN']);
const manager = await house.signedIn(account);
const root = await rootOf(manager);

let hal: Client;

/** An ordinary client of HAL, told no more than where to begin and how to sign in. */
beforeAll(async () => {
  const basic = Buffer.from(`${account.username}:${account.password}`).toString('base64');
  const answer = await fetch(`${house.origin}/users/login`, { headers: { authorization: `Basic ${basic}` } });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const token = /XSRF-TOKEN=([^;]+)/.exec(cookie)?.[1] ?? '';
  hal = new Client(`${house.origin}/meta/culturalItemCollections/search/findRoot`);
  hal.use((request, next) => {
    request.headers.set('cookie', cookie);
    request.headers.set('x-xsrf-token', decodeURIComponent(token));
    return next(request);
  });
});

const titleOf = (state: State) => (state.data as { sgtt: string }).sgtt;

/** The titles of all members of a list, by following `next` to its end. */
async function walked(list: Resource): Promise<string[]> {
  const titles: string[] = [];
  for (let page: Resource | undefined = list; page;) {
    const state: State = await page.get();
    for (const embedded of state.getEmbedded()) titles.push(titleOf(embedded));
    page = state.links.has('next') ? state.follow('next') : undefined;
  }
  return titles;
}

describe('an ordinary client of HAL', () => {
  it('[API-002] walks from the root collection to an image and to its parent again', async () => {
    const shelf = await house.collection('default', 'Scaffale del cammino', [root.uuid]);
    const { uuid } = await uploaded(manager, { source: madePng(), name: 'foglio.png' });
    const item = await importedItem(manager, { sgtt: 'Il codice', parents: [shelf] }, [{ uuid }]);
    await settledImport(manager, item.uuid);

    const collections = await (await hal.go().get()).follow('collections').get();
    const found = collections.getEmbedded().find((state) => titleOf(state) === 'Scaffale del cammino');
    const items = await found!.follow('culturalItems').get();
    const [codex] = items.getEmbedded();
    expect(titleOf(codex!)).toBe('Il codice');
    // What is embedded is what its own address says.
    const alone = await hal.go(codex!.uri).get();
    expect(alone.data).toEqual(codex!.data);
    const images = await codex!.follow('images').get();
    const [image] = images.getEmbedded();
    const owner = await image!.follow('culturalItem').get();
    expect(owner.uri).toBe(codex!.uri);
    const parents = await owner.follow('parentCollections').get();
    expect(parents.getEmbedded().map(titleOf)).toEqual(['Scaffale del cammino']);
  });

  it('[API-011, API-012] reads every page of a list by its links, each record once, and comes back by prev', async () => {
    const shelf = await house.collection('default', 'Molti', [root.uuid]);
    const titles = Array.from({ length: 7 }, (_, index) => `Volume ${index + 1}`);
    for (const sgtt of titles) await importedItem(manager, { sgtt, parents: [shelf] });
    const first = hal.go(`${house.origin}/meta/culturalItemCollections/${shelf}/culturalItems?size=3`);
    expect(await walked(first)).toEqual(titles);
    const last = await (await first.get()).follow('last').get();
    expect(last.links.has('next')).toBe(false);
    const back = await (await last.follow('prev').get()).follow('prev').get();
    expect(back.links.has('prev')).toBe(false);
    expect(back.getEmbedded().map(titleOf)).toEqual(titles.slice(0, 3));
  });

  it('[API-030] sends back what it read, changed, and the server keeps the change', async () => {
    const item = await importedItem(manager, { sgtt: 'Da mandare' });
    const resource = hal.go(`${house.origin}/meta/culturalItems/${item.uuid}`);
    const state = await resource.get();
    const data = state.data as { sgtt: string; customMetadataList: { name: string; value: string }[] };
    const list = data.customMetadataList.map((entry) =>
      entry.name === 'sgtt' ? { ...entry, value: 'Mandato' } : entry,
    );
    await resource.patch({ data: { ...data, sgtt: 'Mandato', customMetadataList: list } });
    expect(titleOf(await resource.refresh())).toBe('Mandato');
  });
});
