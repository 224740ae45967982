import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { changeImageDelivery } from '@armarium/contract/image-delivery';
import { updateItem } from '@armarium/contract/record-edits';
import { createShareLink } from '@armarium/contract/sharing';
import {
  arrangeSeries,
  createSeries,
  createStory,
  deleteSeries,
  deleteStory,
  getSeries,
  updateSeries,
  updateStory,
} from '@armarium/contract/story-calls';
import type { StepGiven } from '@armarium/contract/story-steps';
import {
  importedItem,
  openInstallation,
  settledImport,
  uploaded,
} from '../../../../../../../tests/http/test-installation.ts';

const house = await openInstallation({ worker: true });
const administrator = await house.person('default', 'ROLE_TENANT_ADMIN');
const reader = await house.person('default', 'ROLE_RESEARCHER');
const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');
const visitor = house.visitor();

const source = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#7a6a5a' } })
  .png()
  .toBuffer();
const images = await Promise.all(
  ['1r', '1v'].map((name) => uploaded(administrator, { source, name: `${name}.png` })),
);
const [shown = '', other = ''] = images.map(({ uuid }) => uuid);
const item = await importedItem(
  administrator,
  { sgtt: 'Atlante', pressmark: 'Ms. 7' },
  images.map(({ uuid }) => ({ uuid, sgtt: '' })),
);
await settledImport(administrator, item.uuid);

const stepOn = (canvasUuid: string, xywh: string): StepGiven => ({
  canvasUuid,
  on: [{ selector: { default: { value: `xywh=${xywh}` } } }],
});
async function madeStory(sgtt: string, annotations: StepGiven[] = []): Promise<string> {
  const answer = await administrator.call(createStory, { body: { sgtt, annotations } });
  expect(answer.status).toBe(201);
  return answer.body.uuid;
}
const publish = (uuid: string, confirmedImages: string[] = []) =>
  administrator.call(updateStory, { params: { uuid }, body: { visibility: 'public', confirmedImages } });
const restrict = (uuid: string) =>
  administrator.call(updateStory, { params: { uuid }, body: { visibility: 'restricted' } });
const linksTo = (stories: readonly string[]) =>
  stories.map((uuid) => `${house.origin}/meta/storyboards/${uuid}`);
async function madeSeries(
  stories: readonly string[],
  visibility: 'public' | 'private' | 'restricted' = 'public',
): Promise<string> {
  const customMetadataList = [
    { name: 'sgtt', value: 'Viaggi' },
    { name: 'sgti', value: 'Per mare e per terra' },
  ];
  const { body } = await administrator.call(createSeries, {
    body: { customMetadataList, storyboards: linksTo(stories) },
  });
  const changed = await administrator.call(updateSeries, {
    params: { uuid: body.uuid },
    body: { visibility },
  });
  expect(changed.status).toBe(200);
  return body.uuid;
}
const address = (uuid: string, more = '') => `/images/viewers/series/?seriesID=${uuid}${more}`;
const storyAddress = (uuid: string, more: string) => `/images/viewers/story/?storyID=${uuid}${more}`;
const open = async (path: string, who = visitor, headers: Record<string, string> = {}) => {
  const answer = await who.send('GET', path, headers);
  return { ...answer, page: answer.bytes.toString() };
};
/** The stories of the cards of a page, in their order. */
const cardsOf = (page: string) => [...page.matchAll(/<li id="([^"]+)"/g)].map(([, uuid]) => uuid);
/** What the end of a story offers. */
const onwardOf = (page: string) => {
  const nav = /<nav class="series-links".*?<\/nav>/s.exec(page)?.[0] ?? '';
  return [...nav.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
};

describe('the page of a series', () => {
  it('is open to anybody while it is public, in frames of any site, and shows visitors its public stories alone', async () => {
    const [one, hidden, two] = [await madeStory('Uno'), await madeStory('Due'), await madeStory('Tre')];
    for (const uuid of [one, two]) await publish(uuid);
    const series = await madeSeries([two, hidden, one]);
    const { status, headers, page } = await open(address(series));
    expect([status, cardsOf(page)]).toEqual([200, [two, one]]);
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(headers['content-security-policy']).toContain('frame-ancestors *');
    expect(headers['x-frame-options']).toBeUndefined();
    expect(page).toContain('<title>Viaggi</title>');
    expect(page).toContain('Per mare e per terra');
    expect(page).toContain('"numberOfItems":2');
    expect(page).not.toMatch(/Due|noindex|<script (?!type="application\/ld\+json")/);

    const member = await open(address(series), reader);
    expect(cardsOf(member.page)).toEqual([two, hidden, one]);
    expect(member.headers['cache-control']).toBe('private, no-store');
    await restrict(hidden);
    expect(cardsOf((await open(address(series), reader)).page)).toEqual([two, one]);
    expect(cardsOf((await open(address(series), administrator)).page)).toEqual([two, hidden, one]);
    // In a frame of another site a member sees what a visitor sees.
    const framed = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' };
    const inFrame = await open(address(series), administrator, framed);
    expect(cardsOf(inFrame.page)).toEqual([two, one]);
    expect(inFrame.page).toContain(`storyID=${two}~&amp;seriesID=${series}`);
  });

  it('is to everybody else a series that is not there', async () => {
    const series = await madeSeries([], 'private');
    const there = await open(address(series), reader);
    expect(there.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'x-frame-options': 'SAMEORIGIN',
    });
    expect(there.page).toContain('<meta name="robots" content="noindex" />');
    const refused = async (uuid: string, who = visitor) => {
      const { status, page } = await open(address(uuid), who);
      return { status, page: page.replaceAll(uuid, '').replace(/<code>[^<]*<\/code>/g, '') };
    };
    const [forVisitors, forMembers] = [await refused(randomUUID()), await refused(randomUUID(), stranger)];
    expect([forVisitors.status, forMembers.status]).toEqual([404, 404]);
    expect(await refused(series)).toEqual(forVisitors);
    expect(await refused(series, stranger)).toEqual(forMembers);
    await administrator.call(updateSeries, { params: { uuid: series }, body: { visibility: 'restricted' } });
    expect(await refused(series, reader)).toEqual(forMembers);
    expect((await open(address(series), administrator)).status).toBe(200);
    await administrator.call(deleteSeries, { params: { uuid: series } });
    expect((await open(address(series), administrator)).status).toBe(404);
    for (const wrong of ['', 'nothing', item.uuid]) expect((await open(address(wrong))).status).toBe(404);
    const byToken = await open(address(series, `&token=${'a'.repeat(32)}`), administrator);
    expect([byToken.status, byToken.page.includes('This link is no longer valid')]).toEqual([404, true]);
  });

  it('shows the first picture of a story that the reader may see, to visitors at the public size', async () => {
    const story = await madeStory('Figurata', [
      stepOn(shown, '100,200,800,600'),
      stepOn(other, '0,0,400,400'),
    ]);
    await publish(story, [shown, other]);
    const series = await madeSeries([story]);
    const pictureFor = async (who = visitor) =>
      /<img src="([^"]+)"/.exec((await open(address(series), who)).page)?.[1];
    const whole = `/iiif/3/${shown}/100,200,800,600/400,300/0/default.jpg`;
    expect(await pictureFor()).toBe(whole);
    await administrator.call(changeImageDelivery, { body: { publicMaxPx: 1200 } });
    const confined = `/iiif/3/${shown}/75,150,600,450/400,300/0/default.jpg`;
    expect(await pictureFor()).toBe(confined);
    expect(await pictureFor(reader)).toBe(whole);
    expect((await visitor.send('GET', confined)).status).toBe(200);
    await administrator.call(changeImageDelivery, { body: { publicMaxPx: null } });

    // An agreement to show the images of a private item is none to show those of a restricted one.
    const setItem = (visibility: 'restricted' | 'private') =>
      administrator.call(updateItem, { params: { uuid: item.uuid }, body: { visibility } });
    await setItem('restricted');
    for (const who of [visitor, reader]) {
      const { page } = await open(address(series), who);
      expect(page).toContain('No picture');
      expect(page).not.toMatch(/iiif/);
    }
    expect(await pictureFor(administrator)).toBe(whole);
    await setItem('private');

    // The same as the story's page has, whoever agreed to show a restricted image, in a story that is private or public.
    const hushed = await madeStory('Per link', [stepOn(shown, '0,0,200,200')]);
    const ofHushed = await madeSeries([hushed], 'private');
    const firstPicture = async (at: string, who = reader) =>
      /\/iiif\/3\/[0-9a-f-]{36}\/0,0,200,200\//.exec((await open(at, who)).page)?.[0];
    const same = async (isShown: boolean, who = reader) => {
      const [card, page] = [
        await firstPicture(address(ofHushed), who),
        await firstPicture(storyAddress(hushed, '&view=page'), who),
      ];
      expect(card).toBe(page);
      expect(card !== undefined).toBe(isShown);
    };
    await same(true);
    await setItem('restricted');
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const made = await administrator.call(createShareLink, {
      body: { recordUuid: hushed, expiresAt, confirmedImages: [shown] },
    });
    expect(made.status).toBe(201);
    await same(false);
    await same(true, administrator);
    await publish(hushed, []);
    await same(true);
    await setItem('private');

    const closed = await madeStory('Con una chiusa', [stepOn(shown, '0,0,100,100')]);
    await publish(closed, [shown]);
    const steps = [stepOn(other, '0,0,500,500'), stepOn(shown, '0,0,100,100')];
    await administrator.call(updateStory, { params: { uuid: closed }, body: { annotations: steps } });
    const mixed = await open(address(await madeSeries([closed])));
    expect(mixed.page).toContain(`/iiif/3/${shown}/0,0,100,100/`);
    expect(mixed.page).not.toContain(other);
  });

  it('shows 100 stories on a page, and the last page beyond the last', async () => {
    const stories = await Promise.all(Array.from({ length: 101 }, (_, index) => madeStory(`N ${index}`)));
    const series = await madeSeries(stories, 'private');
    const shownOn = async (page: string) =>
      cardsOf((await open(address(series, `&page=${page}`), reader)).page);
    expect(await shownOn('1')).toEqual(stories.slice(0, 100));
    expect(await shownOn('2')).toEqual([stories[100]]);
    expect(await shownOn('7')).toEqual([stories[100]]);
    const { page } = await open(storyAddress(stories[100] ?? '', `&seriesID=${series}`), reader);
    expect(onwardOf(page)).toEqual([address(series, `&page=2#${stories[100]}`)]);
  });

  it('is where the series says', async () => {
    const uuid = await madeSeries([]);
    const { body } = await administrator.call(getSeries, { params: { uuid } });
    const { pathname, search } = new URL(body._links.viewer.href);
    expect(pathname + search).toBe(address(uuid));
  });
});

describe('a story that is read in a series', () => {
  it('ends with the next one of the series that the reader may see', async () => {
    const stories = [await madeStory('A'), await madeStory('B'), await madeStory('C'), await madeStory('D')];
    const [a = '', b = '', c = '', d = ''] = stories;
    for (const uuid of [a, c, d]) await publish(uuid);
    const series = await madeSeries(stories);
    const ofSeries = `&seriesID=${series}`;
    const back = (story: string) => address(series, `#${story}`);
    const onward = async (story: string, who = visitor) =>
      onwardOf((await open(storyAddress(story, ofSeries), who)).page);
    expect(await onward(a)).toEqual([storyAddress(c, ofSeries), back(a)]);
    expect(await onward(a, reader)).toEqual([storyAddress(b, ofSeries), back(a)]);
    expect(await onward(d)).toEqual([back(d)]);
    const order = linksTo([d, a, c, b]);
    await administrator.call(arrangeSeries, { params: { uuid: series }, body: order });
    expect(await onward(d)).toEqual([storyAddress(a, ofSeries), back(d)]);
    await administrator.call(deleteStory, { params: { uuid: a } });
    expect(await onward(d)).toEqual([storyAddress(c, ofSeries), back(d)]);

    const { page } = await open(storyAddress(d, ofSeries));
    expect(page).toMatch(/<link rel="canonical" href="[^"&]*storyID=[^"&]*" \/>/);
    const article = await open(storyAddress(d, `${ofSeries}&view=page`), reader);
    expect(onwardOf(article.page)).toHaveLength(2);
  });

  it('is the story alone where the series is not for the reader, is another one, or is none', async () => {
    const [one, two] = [await madeStory('Una'), await madeStory('Altra')];
    for (const uuid of [one, two]) await publish(uuid);
    const hidden = await madeSeries([one, two], 'private');
    const without = await madeSeries([two]);
    const alone = await open(storyAddress(one, ''));
    for (const wrong of [hidden, without, randomUUID(), one, 'nothing', '', `${hidden}&seriesID=${hidden}`])
      expect((await open(storyAddress(one, `&seriesID=${wrong}`))).page).toBe(alone.page);
    expect(onwardOf((await open(storyAddress(one, `&seriesID=${hidden}`), reader)).page)).toHaveLength(2);
  });

  it('leads from its article to its player as for a visitor, in a frame of another site', async () => {
    const story = await madeStory('In cornice', [stepOn(shown, '0,0,100,100')]);
    await publish(story, [shown]);
    const series = await madeSeries([story]);
    const framed = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-site' };
    const path = storyAddress(story, `&seriesID=${series}&view=page`);
    const { page } = await open(path, administrator, framed);
    const player = storyAddress(`${story}~`, `&amp;seriesID=${series}`);
    expect(page).toContain(`<a class="way" href="${player}">`);
  });

  it('that is opened by a token leads to stories that are open to anybody', async () => {
    const [one, closed, two] = [await madeStory('Una'), await madeStory('Chiusa'), await madeStory('Aperta')];
    await publish(two);
    const series = await madeSeries([one, closed, two]);
    const link = await administrator.call(createShareLink, {
      body: { recordUuid: one, expiresAt: new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString() },
    });
    const query = `&token=${link.body.token}&seriesID=${series}`;
    const onward = onwardOf((await open(storyAddress(one, query), reader)).page);
    expect(onward).toEqual([
      storyAddress(`${two}~`, `&seriesID=${series}`),
      address(`${series}~`, `#${one}`),
    ]);
    expect((await open(onward[0] ?? '')).status).toBe(200);
    // The page of the series has only the public one, for whoever came by a token too.
    expect(cardsOf((await open(onward[1] ?? '', reader)).page)).toEqual([two]);
    const article = await open(storyAddress(one, `${query}&view=page`));
    expect(onwardOf(article.page)).toEqual(onward);
  });
});
