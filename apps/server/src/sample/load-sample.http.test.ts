import { listSeries, listStories, listStoriesOfSeries } from '@armarium/contract/story-calls';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { expectStatus } from '../../../../tests/harness/importing.ts';
import { until } from '../../../../tests/harness/waiting.ts';
import { openInstallation } from '../../../../tests/http/test-installation.ts';
import { makeLogger } from '../observe/log.ts';
import { loadSampleCatalogue } from './load-sample.ts';
import { fileNameOf, readSampleCatalogue, readSampleStories } from './sample-catalogue.ts';

const installation = await openInstallation({ worker: false });
const sample = fileURLToPath(new URL('../../sample', import.meta.url));
const { series: sampleSeries, stories: sampleStories } = await readSampleStories(sample);

/** The sample with the items that its stories show, since preparing all of its pages takes longer. */
const folder = await mkdtemp(join(tmpdir(), 'armarium-sample-'));
afterAll(() => rm(folder, { recursive: true }));
const { collections, items } = await readSampleCatalogue(sample);
const shown = new Set(sampleStories.flatMap(({ steps }) => steps.map(({ page }) => page)));
const shownItems = items.filter(({ pages }) => pages.some((page) => shown.has(page)));
const pagesCount = shownItems.flatMap(({ pages }) => pages).length;
await writeFile(join(folder, 'catalogue.json'), JSON.stringify({ collections, items: shownItems }));
for (const name of ['stories.json', 'pages']) await symlink(join(sample, name), join(folder, name));

const member = await installation.administrator();

/** Loads the sample, as a start of the program does. */
function load(wanted: boolean, signal = new AbortController().signal): Promise<void> {
  const { program, access, tenantIds } = installation;
  return loadSampleCatalogue(program.media, tenantIds.default, access.migrator, {
    wanted,
    folder,
    news: program.news,
    signal,
    log: makeLogger('silent'),
  });
}

const stories = async () =>
  expectStatus(await member.call(listStories, {}), 200)._embedded.storyboards.map(({ uuid }) => uuid);

test('[RUN-27] the stories of the sample are made once, when its images are ready, whatever is interrupted', async () => {
  // Nothing prepares images, so the first start ends before there are stories.
  const stopping = new AbortController();
  const first = load(true, stopping.signal);
  await until('all pages are imported', async () => {
    const [row] = await installation.query<{ count: number }>('select count(*)::integer from asset');
    return row?.count === pagesCount ? true : undefined;
  });
  stopping.abort();
  await first;
  expect(await stories()).toEqual([]);

  await installation.restart({ worker: true });
  await load(false);
  const made = await stories();
  expect(made).toHaveLength(2);

  // Killed before the mark was written.
  await installation.query(
    `update armarium.installation set value = 'wanted' where name = 'sample-catalogue'`,
  );
  await load(false);
  expect(await stories()).toEqual(made);
});

test('[RUN-27] a visitor reads both stories of the sample with their pictures, in a series', async () => {
  const visitor = installation.visitor();
  const [series, ...others] = expectStatus(await member.call(listSeries, {}), 200)._embedded
    .storyboardCollections;
  expect([series?.sgtt, others]).toEqual([sampleSeries.metadata.sgtt, []]);
  const uuid = series?.uuid ?? '';
  const read = expectStatus(await member.call(listStoriesOfSeries, { params: { uuid } }), 200)._embedded
    .storyboards;
  expect(read.map(({ sgtt }) => sgtt)).toEqual(sampleStories.map(({ metadata }) => metadata.sgtt));

  const seriesPage = String((await visitor.send('GET', `/images/viewers/series/?seriesID=${uuid}`)).bytes);
  for (const [index, story] of read.entries()) {
    expect(seriesPage).toContain(story.uuid);
    const page = await visitor.send('GET', `/images/viewers/story/?storyID=${story.uuid}&view=page`);
    expect(page.status).toBe(200);
    const html = String(page.bytes);
    const steps = sampleStories[index]?.steps ?? [];
    expect(html.match(/<img /g)).toHaveLength(steps.length);
    for (const { commentary } of steps) expect(html).toContain(commentary);
    const [picture = ''] = /\/iiif\/3\/[^"\s]+\.jpg/.exec(html) ?? [];
    expect((await visitor.send('GET', picture)).headers['content-type']).toBe('image/jpeg');
  }
});

test('[RUN-27] a story of the sample whose image somebody replaced before is left out', async () => {
  // As if the first start had ended before the stories were made.
  for (const table of ['series_story', 'series', 'story_confirmed_image', 'story_step', 'story'])
    await installation.query(`delete from ${table}`);
  const [first, second] = sampleStories;
  const [page = ''] = shownItems.flatMap((item) =>
    item.pages.flatMap((name, index) => (name === first?.steps[0]?.page ? [fileNameOf(item, index)] : [])),
  );
  await installation.query(
    `update asset set wanted_version = 2 from upload where upload.uuid = asset.uuid and original_filename = $1`,
    [page],
  );
  await installation.query(
    `update armarium.installation set value = 'wanted' where name = 'sample-catalogue'`,
  );
  await load(false);
  const { _embedded: made } = expectStatus(await member.call(listStories, {}), 200);
  expect(made.storyboards.map(({ sgtt }) => sgtt)).toEqual([second?.metadata.sgtt]);
});
