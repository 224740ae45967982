import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { weighPages } from '../checks/page-weight.mjs';
import { openBrowser } from '../harness/browser.ts';
import { drawnImage } from '../harness/drawn-image.ts';
import { importEnded, importNewItem, rootUuid, signedIn, upload } from '../harness/importing.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { eventually, Person } from './person.ts';

let armarium: RunningArmarium;
let browser: Browser;

beforeAll(async () => {
  [armarium, browser] = await Promise.all([RunningArmarium.start(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await armarium?.close();
});

test('the pages load the scripts that the check of their weight counts, and no others', async () => {
  const client = await signedIn(armarium);
  const root = await rootUuid(client);
  const picture = { source: await drawnImage('png', 300, 200), name: 'leaf.png', type: 'image/png' };
  const uploads = [await upload(client, picture)];
  const item = await importNewItem(client, { pressmark: 'W 1', sgtt: 'Weighed', parents: [root], uploads });
  await importEnded(client, item);
  client.close();
  const addresses: Record<string, string> = {
    'sign-in': '/ui/login',
    catalogue: `/ui/catalog/${root}`,
    item: `/ui/catalog/${root}/cultural-item/${item}`,
    'viewer dzi': `/images/viewers/dzi/?uuid=${item}`,
    'viewer iiif': `/images/viewers/iiif/?manifest=/iiif/presentation/3/${item}/manifest`,
  };
  for (const { name, scripts } of weighPages(
    fileURLToPath(new URL('../../apps/web/dist', import.meta.url)),
  )) {
    const person =
      name === 'sign-in' ? await Person.arrive(browser, armarium) : await Person.signedIn(browser, armarium);
    const loaded = new Set<string>();
    person.page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('.js')) loaded.add(pathname.replace(/^\/ui\//, ''));
    });
    await person.page.goto(addresses[name] ?? '');
    const seen = () => ({ name, scripts: [...loaded].sort() });
    // A machine that reads the first scripts slowly asks for the next ones late.
    await eventually(seen).toEqual({ name, scripts });
    await person.settled();
    expect(seen()).toEqual({ name, scripts });
    await person.leave();
  }
});
