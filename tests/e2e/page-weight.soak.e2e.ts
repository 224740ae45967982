import { fileURLToPath } from 'node:url';
import { audioCalls, videoCalls } from '@armarium/contract/asset-calls';
import { uploadCalls } from '@armarium/contract/uploads';
import { getItem } from '@armarium/contract/item-calls';
import { createSeries, createStory } from '@armarium/contract/story-calls';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { weighPages } from '../checks/page-weight.mjs';
import { drawnImage } from '../harness/drawn-image.ts';
import {
  expectStatus,
  importEnded,
  importNewItem,
  rootUuid,
  signedIn,
  upload,
} from '../harness/importing.ts';
import { until } from '../harness/waiting.ts';
import { madeFilm, madeWave } from '../http/made-recordings.ts';
import { stepOn, storyPage } from './coloured-story.ts';
import { Person } from './person.ts';
import { openSite } from './open-site.ts';
import type { Site } from './site.ts';
import { eventually } from '../harness/waiting.ts';

let armarium: Site;
let browser: Browser;

beforeAll(async () => {
  [armarium, browser] = await openSite();
});

test('the pages load the scripts that the check of their weight counts, and no others', async () => {
  const client = await signedIn(armarium);
  const root = await rootUuid(client);
  const picture = { source: await drawnImage('png', 300, 200), name: 'leaf.png', type: 'image/png' };
  const uploads = [await upload(client, picture)];
  const item = await importNewItem(client, { pressmark: 'W 1', sgtt: 'Weighed', parents: [root], uploads });
  await importEnded(client, item);
  for (const { send, calls, source, name } of [
    { send: uploadCalls.audio, calls: audioCalls, source: madeWave(1), name: 'tone.wav' },
    { send: uploadCalls.video, calls: videoCalls, source: await madeFilm(), name: 'film.mp4' },
  ]) {
    const sent = await client.upload(send, { source, name, type: 'application/octet-stream' });
    const body = { culturalItemUuid: item, uuid: expectStatus(sent, 201).uuid };
    expectStatus(await client.call(calls.import, { body }), 202);
  }
  await until('the recordings can be played', async () => {
    const { _links } = (await client.call(getItem, { params: { uuid: item } })).body;
    return _links.player_audio && _links.player_video;
  });
  const [image] = uploads;
  const annotations = [stepOn(image?.uuid ?? '', 'Leaf', '0,0,100,100')];
  const made = await client.call(createStory, { body: { sgtt: 'Weighed', annotations } });
  const story = expectStatus(made, 201).uuid;
  const series = expectStatus(await client.call(createSeries, { body: { sgtt: 'Weighed' } }), 201);
  client.close();
  const addresses: Record<string, string> = {
    'sign-in': '/ui/login',
    catalogue: `/ui/catalog/${root}`,
    item: `/ui/catalog/${root}/cultural-item/${item}`,
    'viewer dzi': `/images/viewers/dzi/?uuid=${item}`,
    'player audio': `/images/players/audio/?uuid=${item}`,
    'player video': `/images/players/video/?uuid=${item}`,
    'story player': storyPage(story),
    'story as a page': storyPage(story, '&view=page'),
    series: series._links.viewer.href,
    'viewer iiif': `/images/viewers/iiif/?manifest=/iiif/presentation/3/${item}/manifest`,
  };
  for (const { name, scripts } of weighPages(
    fileURLToPath(new URL('../../apps/web/dist', import.meta.url)),
    'src/app/english.ts',
  )) {
    const address = addresses[name];
    // Of models there is none here (viewers.soak.e2e.ts looks at their page), and a viewer without its library is no page.
    if (address === undefined && (name.startsWith('viewer 3d') || name.endsWith(', own script'))) continue;
    const person =
      name === 'sign-in' ? await Person.arrive(browser, armarium) : await Person.signedIn(browser, armarium);
    const loaded = new Set<string>();
    person.page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('.js')) loaded.add(pathname.replace(/^\/ui\//, ''));
    });
    await person.page.goto(address ?? '');
    const seen = () => ({ name, scripts: [...loaded].sort() });
    // A machine that reads the first scripts slowly asks for the next ones late.
    await eventually(seen).toEqual({ name, scripts });
    await person.settled();
    expect(seen()).toEqual({ name, scripts });
    await person.leave();
  }
});
