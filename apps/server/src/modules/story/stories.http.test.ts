import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { getStoryHistory, getSeriesHistory } from '@armarium/contract/history';
import { deleteItem, dryRunDeleteCollection } from '@armarium/contract/deletions';
import { deleteImage } from '@armarium/contract/image-calls';
import { updateItem } from '@armarium/contract/record-edits';
import type { Story } from '@armarium/contract/stories';
import {
  addStoryToSeries,
  arrangeSeries,
  createSeries,
  createStory,
  deleteSeries,
  deleteStory,
  findSeriesByCustomMetadata,
  findSeriesByUuid,
  findStoryByUuid,
  getSeries,
  getStory,
  getStoryUseOfImage,
  listSeries,
  listStories,
  listStoriesOfSeries,
  removeStoryFromSeries,
  updateSeries,
  updateStory,
} from '@armarium/contract/story-calls';
import type { StepGiven } from '@armarium/contract/story-steps';
import { changeImageDelivery } from '@armarium/contract/image-delivery';
import { createShareLink, getStoryPublicView, revokeShareLink } from '@armarium/contract/sharing';
import { listTransitionLogs, performTransition } from '@armarium/contract/transition-logs';
import { findTransitionsByResourceType } from '@armarium/contract/transitions';
import { createTemplate } from '@armarium/contract/templates';
import { findRecordChanges } from '@armarium/contract/record-changes';
import { listTrash, purgeTrashEntry, restoreTrashEntry } from '@armarium/contract/trash';
import type { HttpClient } from '../../../../../tests/harness/http-client.ts';
import { listening } from '../../../../../tests/http/event-listener.ts';
import {
  importedItem,
  openInstallation,
  rootOf,
  settledImport,
  uploaded,
} from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation({ worker: true });
const editor = await house.person('default', 'ROLE_METADATA_EDITOR');
const colleague = await house.person('default', 'ROLE_METADATA_EDITOR');
const publisher = await house.person('default', 'ROLE_PUBLISHER');
const administrator = await house.person('default', 'ROLE_TENANT_ADMIN');
const reader = await house.person('default', 'ROLE_RESEARCHER');
const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');

const pictureOf = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7a6a5a' } })
    .png()
    .toBuffer();
const page = await pictureOf(640, 480);
const largePage = await pictureOf(1600, 1200);

async function madeItem(sgtt: string, images = 1, source = page, parents?: string[]) {
  const uploads = await Promise.all(
    Array.from({ length: images }, () => uploaded(administrator, { source, name: 'page.png' })),
  );
  const { uuid } = await importedItem(administrator, { sgtt, ...(parents && { parents }) }, uploads);
  await settledImport(administrator, uuid);
  return { uuid, images: uploads.map((upload) => upload.uuid) };
}
const root = (await rootOf(administrator)).uuid;
const album = await madeItem('Album', 2);
const [first = '', second = ''] = album.images;

const stepOn = (canvasUuid: string, xywh = '10,20,300,200', more: Partial<StepGiven> = {}): StepGiven => ({
  canvasUuid,
  on: [{ selector: { default: { value: `xywh=${xywh}` } } }],
  ...more,
});
async function madeStory(sgtt: string, annotations: StepGiven[] = [], who: HttpClient = editor) {
  const answer = await who.call(createStory, { body: { sgtt, annotations } });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}
async function madeSeries(sgtt: string, stories: readonly Story[] = [], who: HttpClient = editor) {
  const storyboards = stories.map(({ _links }) => _links.self.href);
  const answer = await who.call(createSeries, { body: { sgtt, storyboards } });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}
const storyOf = async (uuid: string, who: HttpClient = editor) =>
  (await who.call(getStory, { params: { uuid } })).body;
const seriesOf = async (uuid: string) => (await editor.call(getSeries, { params: { uuid } })).body;
const membersOf = async (uuid: string, size = 10_000) => {
  const { body } = await editor.call(listStoriesOfSeries, { params: { uuid }, query: { size } });
  return body._embedded.storyboards.map((story) => story.uuid);
};
const actionsIn = async (uuid: string) => {
  const { body } = await administrator.call(getStoryHistory, { params: { uuid } });
  return body._embedded.history.map(({ action }) => action).reverse();
};

describe('a story', () => {
  it('[STORY-26] [API-134] [API-140] [EDIT-36] [EDIT-37] [EDIT-38] [EDIT-39] is made with its steps, and read as it was made', async () => {
    const made = await editor.call(createStory, {
      body: {
        customMetadataList: [
          { name: 'sgtt', value: ' Il viaggio ' },
          { name: 'autn', value: 'Ada Rossi' },
          { name: 'sgti', value: 'Per mare' },
        ],
        annotations: [
          stepOn(first, '10,20,300,200', {
            label: ' La nave ',
            alt: 'Una nave',
            resource: [{ chars: '<p onclick="x()">Ecco <b>qui</b><script>alert(1)</script></p>' }],
          }),
          stepOn(second, '0,0,640,480', { transition: { easing: 'easeInOutCubic', speed: 2 } }),
        ],
      },
    });
    expect(made.status).toBe(201);
    const { uuid } = made.body;
    expect(made.headers['location']).toBe(`${house.origin}/meta/storyboards/${uuid}`);
    const canvas = `${house.origin}/iiif/presentation/2/${album.uuid}`;
    expect(made.body).toEqual({
      uuid,
      resourceType: 'STORY',
      sgtt: 'Il viaggio',
      label: 'Il viaggio',
      author: 'Ada Rossi',
      description: 'Per mare',
      customMetadataList: [
        { name: 'sgtt', value: 'Il viaggio' },
        { name: 'autn', value: 'Ada Rossi' },
        { name: 'sgti', value: 'Per mare' },
      ],
      state: 'Default',
      visibility: 'private',
      imagesCount: 2,
      thumbnail: expect.stringMatching(`/iiif/3/${first}/full/`) as string,
      seriesUuids: [],
      createdDate: expect.any(String) as string,
      lastModifiedDate: expect.any(String) as string,
      allowedActions: ['edit', 'duplicate', 'delete'],
      availableTransitions: expect.any(Array) as unknown[],
      _links: {
        self: { href: `${house.origin}/meta/storyboards/${uuid}` },
        storyboards: { href: `${house.origin}/meta/storyboards` },
        viewer: { href: `${house.origin}/images/viewers/story/?storyID=${uuid}` },
        manifest: { href: `${house.origin}/iiif/presentation/3/story/${uuid}/manifest` },
        history: { href: `${house.origin}/meta/storyboards/${uuid}/history` },
      },
      annotations: [
        {
          '@id': expect.stringMatching(/^urn:uuid:/) as string,
          '@type': 'oa:Annotation',
          label: 'La nave',
          canvasUuid: first,
          motivation: ['oa:tagging', 'oa:commenting'],
          alt: 'Una nave',
          check: null,
          transition: {
            enabled: true,
            type: 'fade',
            easing: 'easeOutSine',
            duration: 10,
            delay: 1,
            measureUnit: 's',
            speed: 1,
          },
          resource: [
            { '@type': 'dctypes:Text', format: 'text/html', chars: '<p>Ecco <strong>qui</strong></p>' },
          ],
          on: [
            {
              '@type': 'oa:SpecificResource',
              full: `${canvas}/canvas/${first}`,
              selector: {
                '@type': 'oa:Choice',
                default: { '@type': 'oa:FragmentSelector', value: 'xywh=10,20,300,200' },
                item: { '@type': 'oa:SvgSelector', value: expect.stringContaining('M10,20h300') as string },
              },
              within: { '@id': `${canvas}/manifest`, '@type': 'sc:Manifest' },
            },
          ],
        },
        expect.objectContaining({
          label: '',
          alt: '',
          transition: expect.objectContaining({ easing: 'easeInOutCubic', speed: 2, delay: 3 }) as object,
        }),
      ],
    });
    expect((await editor.call(findStoryByUuid, { query: { uuid } })).body).toEqual(made.body);
    expect(await storyOf(uuid)).toEqual(made.body);
  });

  it('[API-135] is changed as a whole by PATCH, with its entity tag, and keeps the ids of steps that move', async () => {
    const { uuid, annotations } = await madeStory('Da cambiare', [stepOn(first), stepOn(second)]);
    const [one, two] = annotations.map((step) => step['@id']);
    const params = { uuid };
    const steps = [...annotations].reverse();
    const changed = await editor.call(updateStory, {
      params,
      body: { sgtt: 'Cambiato', annotations: [...steps, stepOn(first, '0,0,20,20', { label: 'Nuovo' })] },
      ifMatch: '"1"',
    });
    expect(changed).toMatchObject({ status: 200, body: { sgtt: 'Cambiato', imagesCount: 3 } });
    expect(changed.headers['etag']).toBe('"2"');
    const ids = changed.body.annotations.map((step) => step['@id']);
    expect(ids.slice(0, 2)).toEqual([two, one]);
    expect(new Set(ids).size).toBe(3);

    expect(
      await editor.call(updateStory, { params, body: { annotations: [] }, ifMatch: '"1"' }),
    ).toMatchObject({ status: 412, body: { code: 'stale' } });
    // What is sent back as it was read changes nothing.
    const same = await editor.call(updateStory, { params, body: changed.body });
    expect(same.headers['etag']).toBe('"2"');
    const { body } = await editor.call(getStoryHistory, { params });
    const [latest, ...earlier] = body._embedded.history;
    expect(earlier.map(({ action }) => action)).toEqual(['create']);
    expect(latest).toMatchObject({
      action: 'update',
      before: {
        customMetadataList: [{ value: 'Da cambiare' }],
        steps: [],
        stepOrder: expect.any(Array) as string[],
      },
      after: { steps: [{ number: 3, title: 'Nuovo', xywh: 'xywh=0,0,20,20' }] },
    });
  });

  it('is duplicated by sending what was read: its steps are new, its state and visibility are not copied', async () => {
    const story = await madeStory('Originale', [stepOn(first)]);
    await house.query(`update story set state = 'Approved', visibility = 'public' where uuid = $1`, [
      story.uuid,
    ]);
    const { uuid: _, ...read } = await storyOf(story.uuid, publisher);
    const copy = await publisher.call(createStory, { body: { ...read, sgtt: undefined } });
    expect(copy).toMatchObject({
      status: 201,
      body: { sgtt: 'Originale', state: 'Default', visibility: 'private' },
    });
    expect(copy.body.uuid).not.toBe(story.uuid);
    expect(copy.body.annotations[0]?.['@id']).not.toBe(story.annotations[0]?.['@id']);
    expect(copy.body.annotations[0]?.on).toEqual(story.annotations[0]?.on);
  });

  it('is duplicated with values of a field that is gone, but takes no others for it', async () => {
    const story = await madeStory('Più vecchia dei suoi campi');
    const old = [...story.customMetadataList, { name: 'sala', value: 'Grande' }];
    await house.query(`update story set metadata = $2::jsonb where uuid = $1`, [
      story.uuid,
      JSON.stringify(old),
    ]);
    const { sgtt: _, ...read } = await storyOf(story.uuid);
    const copy = await editor.call(createStory, { body: read });
    expect(copy).toMatchObject({ status: 201, body: { customMetadataList: old } });
    expect(copy.body.uuid).not.toBe(story.uuid);
    const other = old.map((entry) => (entry.name === 'sala' ? { ...entry, value: 'Piccola' } : entry));
    expect((await editor.call(createStory, { body: { ...read, customMetadataList: other } })).status).toBe(
      422,
    );
    const { uuid: __, ...withoutSource } = read;
    expect((await editor.call(createStory, { body: withoutSource })).status).toBe(422);
  });

  it('is duplicated with steps whose image is gone; who does not see a story can take no steps from it', async () => {
    const { images } = await madeItem('Che sparisce');
    const [gone = ''] = images;
    const story = await madeStory('Con lacuna', [stepOn(gone)]);
    await administrator.call(deleteImage, { params: { uuid: gone } });
    const { annotations } = await storyOf(story.uuid);
    expect(annotations[0]).toMatchObject({ check: 'image-missing', canvasUuid: gone });
    expect(annotations[0]?.on[0]).not.toHaveProperty('full');
    const duplicate = (who: HttpClient) => who.call(createStory, { body: { sgtt: 'Copia', annotations } });
    const copy = await duplicate(editor);
    expect(copy).toMatchObject({ status: 201, body: { annotations: [{ check: 'image-missing' }] } });
    await publisher.call(updateStory, { params: { uuid: story.uuid }, body: { visibility: 'restricted' } });
    await house.query(`update tenant set user_rights = 'own' where id = $1`, [house.tenantIds.default]);
    const user = await house.person('default', 'ROLE_USER');
    expect(await duplicate(user)).toMatchObject({
      status: 422,
      body: { fields: [{ name: 'annotations[0].canvasUuid' }] },
    });
    await house.query(`update tenant set user_rights = 'all' where id = $1`, [house.tenantIds.default]);
  });

  it('refuses steps that show nothing, with their number; nothing is written', async () => {
    const { uuid } = await madeStory('Rifiutata', [stepOn(first)]);
    const foreign = await madeStrangersImage();
    const refused = await editor.call(updateStory, {
      params: { uuid },
      body: {
        annotations: [
          stepOn(first, '600,400,300,200'),
          stepOn(foreign),
          stepOn(randomUUID()),
          stepOn(first, '0,0,300,200', { '@id': `urn:uuid:${randomUUID()}` }),
        ],
      },
    });
    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid' } });
    const { fields } = refused.body as unknown as { fields: { name: string; message: string }[] };
    expect(fields.map(({ name }) => name)).toEqual([
      'annotations[0].on[0].selector.default.value',
      'annotations[1].canvasUuid',
      'annotations[2].canvasUuid',
    ]);
    // An image of another organisation and one that never was are the same.
    expect(fields[1]?.message.replace('Step 2', '')).toBe(fields[2]?.message.replace('Step 3', ''));
    expect((await storyOf(uuid)).imagesCount).toBe(1);
    const many = Array.from({ length: 501 }, () => stepOn(first));
    const tooMany = await editor.call(updateStory, { params: { uuid }, body: { annotations: many } });
    expect(tooMany).toMatchObject({ status: 422, body: { fields: [{ name: 'annotations' }] } });
    const most = await editor.call(updateStory, { params: { uuid }, body: { annotations: many.slice(1) } });
    expect(most).toMatchObject({ status: 200, body: { imagesCount: 500 } });
  });

  it('refuses the id of a step of another story, in whichever organisation it is', async () => {
    const { uuid } = await madeStory('Questa');
    const others = [
      await madeStory('Altra', [stepOn(first)]),
      await madeStory('Altrove', [stepOn(await madeStrangersImage())], stranger),
    ];
    for (const other of others) {
      const taken = stepOn(first, '0,0,30,30', { '@id': other.annotations[0]?.['@id'] ?? '' });
      expect(
        await editor.call(updateStory, { params: { uuid }, body: { annotations: [taken] } }),
      ).toMatchObject({
        status: 422,
        body: { fields: [{ name: 'annotations' }] },
      });
    }
  });

  it('[API-143] is listed, the newest first, and found by its text, its step titles and its state', async () => {
    const word = `zx${randomUUID().slice(0, 8)}`;
    const older = await madeStory(`Storia ${word}`);
    const newer = await madeStory('Altra', [stepOn(first, '0,0,50,50', { label: `La ${word}` })]);
    const found = async (query: object) => {
      const { body } = await reader.call(listStories, { query });
      return { uuids: body._embedded.storyboards.map(({ uuid }) => uuid), page: body.page };
    };
    const all = await found({ size: 2 });
    expect(all.uuids).toEqual([newer.uuid, older.uuid]);
    expect(all.page).toMatchObject({ number: 0, size: 2 });
    expect((await found({ size: 2, sort: ['createdDate'] })).uuids).not.toContain(newer.uuid);
    expect((await found({ text: word.toUpperCase() })).uuids).toEqual([newer.uuid, older.uuid]);
    await editor.call(updateStory, { params: { uuid: newer.uuid }, body: { annotations: [] } });
    expect((await found({ text: word })).uuids).toEqual([older.uuid]);
    expect((await found({ text: word, state: 'Approved' })).uuids).toEqual([]);
    const { body } = await reader.call(listStories, { query: { size: 1 } });
    expect(body._embedded.storyboards[0]).not.toHaveProperty('annotations');
    expect(body._links).toHaveProperty('next');
    expect((await reader.call(listStories, { query: { sort: ['autn'] } })).status).toBe(400);
  });

  it('[PERM-25] [PERM-26] is edited by editors and publishers, and deleted by its maker or a publisher', async () => {
    const { uuid } = await madeStory('Di Ada');
    const params = { uuid };
    expect((await reader.call(updateStory, { params, body: { sgtt: 'No' } })).status).toBe(403);
    expect((await reader.call(createStory, { body: { sgtt: 'No' } })).status).toBe(403);
    expect((await colleague.call(updateStory, { params, body: { sgtt: 'Della collega' } })).status).toBe(200);
    expect((await storyOf(uuid, colleague)).allowedActions).toEqual(['edit', 'duplicate']);
    expect((await storyOf(uuid, publisher)).allowedActions).toEqual([
      'edit',
      'duplicate',
      'delete',
      'publish',
    ]);
    expect((await colleague.call(deleteStory, { params })).status).toBe(403);
    expect((await editor.call(updateStory, { params, body: { visibility: 'public' } })).status).toBe(403);
    expect((await editor.call(deleteStory, { params })).status).toBe(204);
    expect((await stranger.call(getStory, { params })).status).toBe(404);
  });

  it('[API-136] goes to the trash, keeps its places in series, and comes back to them', async () => {
    const [one, two, three] = [await madeStory('Uno'), await madeStory('Due'), await madeStory('Tre')];
    const series = await madeSeries('Con tre', [one, two, three]);
    const listener = await listening(editor);
    expect((await publisher.call(deleteStory, { params: { uuid: two.uuid } })).status).toBe(204);
    await listener.hears('record.changed', { uuid: series.uuid, resourceType: 'SERIES', etag: '"2"' });
    listener.close();
    expect((await editor.call(getStory, { params: { uuid: two.uuid } })).status).toBe(404);
    expect(await membersOf(series.uuid)).toEqual([one.uuid, three.uuid]);
    expect((await seriesOf(series.uuid)).storyboardsCount).toBe(2);
    // Those that are left change places meanwhile.
    const links = [three, one].map(({ _links }) => _links.self.href);
    const arranged = await editor.call(arrangeSeries, { params: { uuid: series.uuid }, body: links });
    expect(arranged.status).toBe(204);
    await administrator.call(deleteItem, { params: { uuid: (await importedItem(administrator, {})).uuid } });
    const { body } = await publisher.call(listTrash, {});
    const entry = body._embedded.trash.find(({ recordUuid }) => recordUuid === two.uuid);
    expect(entry).toMatchObject({ resourceType: 'STORY', allowedActions: ['restore'] });
    // A publisher sees no deletions of items.
    expect(new Set(body._embedded.trash.map(({ resourceType }) => resourceType))).toEqual(new Set(['STORY']));
    const params = { uuid: entry?.uuid ?? '' };
    expect((await colleague.call(restoreTrashEntry, { params, body: {} })).status).toBe(403);
    expect((await publisher.call(restoreTrashEntry, { params, body: {} })).status).toBe(200);
    expect(await membersOf(series.uuid)).toEqual([three.uuid, two.uuid, one.uuid]);
    expect(await actionsIn(two.uuid)).toEqual(['create', 'delete', 'restore']);
  });

  it('goes through its workflow, which REQUIRE_ASSETS_READY holds while an image is gone', async () => {
    const item = await madeItem('Che se ne va');
    const story = await madeStory('Da pubblicare', [stepOn(first), stepOn(item.images[0] ?? '')]);
    const { body } = await publisher.call(findTransitionsByResourceType, {
      query: { resourceType: 'STORY' },
    });
    const named = (name: string) =>
      body._embedded.transitionTemplates.find((transition) => transition.name === name)?.uuid ?? '';
    const perform = (name: string, more: object = {}) =>
      publisher.call(performTransition, {
        body: { assetUuid: story.uuid, resourceType: 'STORY', transitionUuid: named(name), ...more },
      });
    expect(await perform('Start')).toMatchObject({ status: 201, body: { itemToState: 'In progress' } });
    await house.query(`update story set state = 'Approved' where uuid = $1`, [story.uuid]);
    await administrator.call(deleteImage, { params: { uuid: item.images[0] ?? '' } });
    expect(await perform('Publish')).toMatchObject({ status: 409, body: { code: 'assets-not-ready' } });
    expect((await storyOf(story.uuid)).annotations.map(({ check }) => check)).toEqual([
      null,
      'image-missing',
    ]);

    // Without that step: the image that is left is private, and has to be confirmed.
    const [kept] = story.annotations;
    await editor.call(updateStory, {
      params: { uuid: story.uuid },
      body: { annotations: kept ? [kept] : [] },
    });
    expect(await perform('Publish')).toMatchObject({
      status: 409,
      body: {
        code: 'images-not-confirmed',
        images: [{ uuid: first, title: expect.stringContaining('Album') as string }],
      },
    });
    expect(await perform('Publish', { confirmedImages: [first] })).toMatchObject({ status: 201 });
    expect(await storyOf(story.uuid)).toMatchObject({ state: 'Published', visibility: 'public' });
    const logs = await administrator.call(listTransitionLogs, { query: { assetUuid: story.uuid } });
    expect(logs.body._embedded.transitionLogs.map(({ name }) => name)).toEqual(['Publish', 'Start']);
  });

  it('is made public once somebody who may publish agreed to show its private images, each of them', async () => {
    const story = await madeStory('Pubblica', [stepOn(first), stepOn(second), stepOn(first, '0,0,20,20')]);
    const params = { uuid: story.uuid };
    const view = async () => (await editor.call(getStoryPublicView, { params })).body;
    const closed = async () => (await view()).images.filter(({ isOpen }) => !isOpen);
    const titled = expect.stringContaining('Album') as string;
    expect(await closed()).toMatchObject([
      { uuid: first, title: titled },
      { uuid: second, title: titled },
    ]);
    const open = (confirmedImages?: string[]) =>
      publisher.call(updateStory, { params, body: { visibility: 'public', confirmedImages } });
    const refused = await open([first]);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'images-not-confirmed', images: [{ uuid: second }] },
    });
    expect((await storyOf(story.uuid)).visibility).toBe('private');
    expect(await open([first, second])).toMatchObject({ status: 200, body: { visibility: 'public' } });
    expect(await closed()).toEqual([]);

    // An image that is added later stays closed until somebody who may publish agrees.
    const { images } = await madeItem('Aggiunta');
    const [added = ''] = images;
    const more = await editor.call(updateStory, {
      params,
      body: { annotations: [stepOn(first), stepOn(added)] },
    });
    expect(more.body.annotations.map(({ check }) => check)).toEqual([null, 'image-not-open']);
    const notHers = await editor.call(updateStory, { params, body: { confirmedImages: [added] } });
    expect(notHers.status).toBe(403);
    const agreed = await publisher.call(updateStory, { params, body: { confirmedImages: [added] } });
    expect(agreed.body.annotations.map(({ check }) => check)).toEqual([null, null]);
    // One that left the story and comes back is agreed upon anew.
    const again = await editor.call(updateStory, {
      params,
      body: { annotations: [stepOn(first), stepOn(second)] },
    });
    expect(again.body.annotations.map(({ check }) => check)).toEqual([null, 'image-not-open']);
    // A public item needs nobody's agreement.
    await publisher.call(updateItem, { params: { uuid: album.uuid }, body: { visibility: 'public' } });
    expect((await storyOf(story.uuid)).annotations.map(({ check }) => check)).toEqual([null, null]);
    await publisher.call(updateItem, { params: { uuid: album.uuid }, body: { visibility: 'private' } });
  });

  it('is hidden while it is restricted, from those who may not see it', async () => {
    const { uuid } = await madeStory('Riservata');
    await publisher.call(updateStory, { params: { uuid }, body: { visibility: 'restricted' } });
    const { body } = await reader.call(listStories, { query: { text: 'Riservata' } });
    expect(body.page.totalElements).toBe(0);
    expect((await reader.call(getStory, { params: { uuid } })).status).toBe(404);
    expect((await editor.call(getStory, { params: { uuid } })).status).toBe(200);
  });

  it('that is restricted is not counted in its series, and a restricted series not told of by its stories', async () => {
    const [hidden, shown] = [await madeStory('Nascosta', [stepOn(first)]), await madeStory('Visibile')];
    const series = await madeSeries('Mista', [hidden, shown]);
    const secret = await madeSeries('Segreta', [shown]);
    await publisher.call(updateStory, { params: { uuid: hidden.uuid }, body: { visibility: 'restricted' } });
    await publisher.call(updateSeries, { params: { uuid: secret.uuid }, body: { visibility: 'restricted' } });
    const params = { uuid: series.uuid };
    const seen = async (who: HttpClient) => {
      const { storyboardsCount, thumbnail } = (await who.call(getSeries, { params })).body;
      const { body } = await who.call(listStoriesOfSeries, { params });
      return {
        count: [storyboardsCount, body.page.totalElements],
        hasThumbnail: thumbnail !== null,
        series: (await storyOf(shown.uuid, who)).seriesUuids.length,
        secret: (await who.call(getSeries, { params: { uuid: secret.uuid } })).status,
      };
    };
    expect(await seen(editor)).toEqual({ count: [2, 2], hasThumbnail: true, series: 2, secret: 200 });
    expect(await seen(reader)).toEqual({ count: [1, 1], hasThumbnail: false, series: 1, secret: 404 });
    const { body } = await reader.call(listSeries, { query: { size: 1000 } });
    expect(body._embedded.storyboardCollections.map(({ uuid }) => uuid)).not.toContain(secret.uuid);
    const researcher = await reader.call(getStoryHistory, { params: { uuid: hidden.uuid } });
    expect(researcher.status).toBe(404);
  });

  it('leaves a tombstone and its history when it is purged, and nothing in its series', async () => {
    const story = await madeStory('Da eliminare', [stepOn(first)]);
    const series = await madeSeries('Che la aveva', [story]);
    await publisher.call(deleteStory, { params: { uuid: story.uuid } });
    const { body } = await administrator.call(listTrash, { query: { text: 'eliminare' } });
    const [entry] = body._embedded.trash;
    await administrator.call(purgeTrashEntry, { params: { uuid: entry?.uuid ?? '' } });
    expect(await actionsIn(story.uuid)).toEqual(['create', 'delete', 'purge']);
    const rows = await house.query('select from story_step where story_uuid = $1', [story.uuid]);
    expect([rows, await membersOf(series.uuid)]).toEqual([[], []]);
  });

  it('is found by its title in the audit, which tells its steps', async () => {
    const word = `zq${randomUUID().slice(0, 8)}`;
    const { uuid } = await madeStory(word, [stepOn(first, '0,0,50,50', { label: 'Uno' })]);
    const text = [{ chars: '<p>Tom &amp; Jerry</p>' }];
    const annotations = [stepOn(first, '0,0,50,50', { label: 'Due', resource: text })];
    await editor.call(updateStory, { params: { uuid }, body: { annotations } });
    const { body } = await administrator.call(findRecordChanges, { query: { text: word } });
    expect(body._embedded.changes.map(({ record, fields }) => [record.resourceType, fields])).toEqual([
      ['STORY', [{ name: 'steps', before: ['1. Uno'], after: ['1. Due Tom & Jerry'] }]],
      ['STORY', []],
    ]);
  });
});

describe('the images of a story', () => {
  const visitor = house.visitor();
  const days = (count: number) => new Date(Date.now() + count * 24 * 60 * 60 * 1000).toISOString();
  /** What a visitor gets of an image: its width, that of its greatest level within the public size, or the status. */
  const seen = async (image: string, token = '') => {
    const { status, body } = await visitor.send<{ width?: number }>(
      'GET',
      `/iiif/3/${image}${token}/info.json`,
    );
    return status === 200 ? body.width : status;
  };

  it('[SHARE-23] are open to visitors while it is public: exactly those that its steps show, at the public size', async () => {
    const { images, uuid: item } = await madeItem('Chiusa', 3, largePage);
    const [shown = '', added = '', other = ''] = images;
    await administrator.call(changeImageDelivery, { body: { publicMaxPx: 1200 } });
    const story = await madeStory('Aperta', [stepOn(shown)]);
    const params = { uuid: story.uuid };
    const change = (body: object, who: HttpClient = publisher) => who.call(updateStory, { params, body });
    expect(await seen(shown)).toBe(404);
    expect((await change({ visibility: 'public', confirmedImages: [shown] })).status).toBe(200);
    expect([await seen(shown), await seen(other)]).toEqual([1200, 404]);
    // Its item stays closed, and members see the image as before.
    expect((await visitor.send('GET', `/iiif/presentation/3/${item}/manifest`)).status).toBe(404);
    const own = await editor.send<{ width: number }>('GET', `/iiif/3/${shown}/info.json`);
    expect(own.body.width).toBe(1600);
    // One that somebody adds is closed until a publisher agrees.
    await change({ annotations: [stepOn(shown), stepOn(added)] }, editor);
    expect([await seen(shown), await seen(added)]).toEqual([1200, 404]);
    await change({ confirmedImages: [added] });
    expect([await seen(shown), await seen(added)]).toEqual([1200, 1200]);
    // Where its item is restricted later, that takes a new agreement.
    const restrict = (visibility: 'restricted' | 'private') =>
      publisher.call(updateItem, { params: { uuid: item }, body: { visibility } });
    await restrict('restricted');
    expect(await seen(shown)).toBe(404);
    await change({ confirmedImages: [shown, added] });
    expect(await seen(shown)).toBe(1200);
    await restrict('private');
    const { body: history } = await administrator.call(getStoryHistory, { params });
    expect(history._embedded.history[0]).toMatchObject({ after: { confirmedImages: [shown, added] } });
    // One that leaves the story is closed, and so are all with the story.
    await change({ annotations: [stepOn(added)] }, editor);
    expect([await seen(shown), await seen(added)]).toEqual([404, 1200]);
    await publisher.call(deleteStory, { params });
    expect(await seen(added)).toBe(404);
  });

  it('are told to those who are about to show them, as visitors will get them', async () => {
    const { images } = await madeItem('Da mostrare', 3, largePage);
    const [shown = '', closed = '', gone = ''] = images;
    const ofRestricted = await madeItem('Riservata');
    const [hidden = ''] = ofRestricted.images;
    await administrator.call(changeImageDelivery, { body: { publicMaxPx: 1200 } });
    const story = await madeStory('Vista prima', [
      ...[stepOn(closed), stepOn(gone), stepOn(shown), stepOn(gone)],
      ...[stepOn(hidden)],
    ]);
    const params = { uuid: story.uuid };
    await publisher.call(updateStory, { params, body: { confirmedImages: [shown] } });
    await publisher.call(updateItem, {
      params: { uuid: ofRestricted.uuid },
      body: { visibility: 'restricted' },
    });
    await administrator.call(deleteImage, { params: { uuid: gone } });
    const view = async (who: HttpClient) => (await who.call(getStoryPublicView, { params })).body;
    const given = { width_px: 1200, height_px: 900 };
    const thumb = (uuid: string) => expect.stringContaining(`${house.origin}/iiif/3/${uuid}/`) as string;
    const title = expect.stringContaining('Da mostrare') as string;
    const seen = [
      { uuid: closed, title, visibility: 'private', thumb: thumb(closed), given, isOpen: false },
      { uuid: shown, title, visibility: 'private', thumb: thumb(shown), given, isOpen: true },
    ];
    const restricted = {
      uuid: hidden,
      visibility: 'restricted',
      given: { width_px: 640, height_px: 480 },
      isOpen: false,
    };
    expect(await view(administrator)).toMatchObject({
      visibility: 'private',
      publicMaxPx: 1200,
      hasWatermark: false,
      stepsCount: 5,
      stepsWithoutImageCount: 2,
      images: [...seen, restricted],
    });
    // Who may not see a restricted item is not told of it.
    const less = await view(reader);
    expect(less).toMatchObject({ stepsWithoutImageCount: 3 });
    expect(less.images).toEqual(seen);
  });

  it('[SHARE-25] are opened by its token: exactly those that its steps show, until it is withdrawn', async () => {
    const { images } = await madeItem('Ancora chiusa', 2, largePage);
    const [shown = '', other = ''] = images;
    const { uuid } = await madeStory('Per link', [stepOn(shown)]);
    const share = (confirmedImages?: string[]) =>
      publisher.call(createShareLink, { body: { recordUuid: uuid, expiresAt: days(1), confirmedImages } });
    expect(await share()).toMatchObject({
      status: 409,
      body: { code: 'images-not-confirmed', images: [{ uuid: shown }] },
    });
    const made = await share([shown]);
    expect(made.status).toBe(201);
    const token = `~${made.body.token}`;
    expect([await seen(shown, token), await seen(shown), await seen(other, token)]).toEqual([1200, 404, 404]);
    // A restricted item's image is opened too: somebody agreed to it. A restricted story opens nothing.
    await publisher.call(updateItem, { params: { uuid: album.uuid }, body: { visibility: 'restricted' } });
    const ofRestricted = await madeStory('Di riservata', [stepOn(first)]);
    const body = { recordUuid: ofRestricted.uuid, expiresAt: days(1), confirmedImages: [first] };
    const second = `~${(await publisher.call(createShareLink, { body })).body.token}`;
    expect(await seen(first, second)).toBe(640);
    await publisher.call(updateStory, {
      params: { uuid: ofRestricted.uuid },
      body: { visibility: 'restricted' },
    });
    expect(await seen(first, second)).toBe(404);
    await publisher.call(updateItem, { params: { uuid: album.uuid }, body: { visibility: 'private' } });
    await publisher.call(revokeShareLink, { params: { uuid: made.body.uuid } });
    expect(await seen(shown, token)).toBe(404);
  });
});

describe('the stories that show an image', () => {
  const useOf = async (image: string, who: HttpClient = editor) =>
    who.call(getStoryUseOfImage, { params: { uuid: image } });

  it('are told for it, as far as the reader sees them', async () => {
    const { uuid: item, images } = await madeItem('Vista due volte', 2);
    const [shown = '', other = ''] = images;
    const one = await madeStory('Prima', [stepOn(shown), stepOn(shown)]);
    const two = await madeStory('Seconda', [stepOn(other), stepOn(shown)]);
    const named = async (who?: HttpClient) =>
      (await useOf(shown, who)).body.storyboards.map(({ title, isThere }) => [title, isThere]);
    expect(await named()).toEqual([
      ['Prima', true],
      ['Seconda', true],
    ]);
    expect((await useOf(other)).body).toEqual({
      storyboardsCount: 1,
      storyboards: [{ uuid: two.uuid, title: 'Seconda', isThere: true }],
    });
    await publisher.call(updateStory, { params: { uuid: one.uuid }, body: { visibility: 'restricted' } });
    expect(await named(reader)).toEqual([['Seconda', true]]);
    expect((await useOf(shown, reader)).body.storyboardsCount).toBe(1);
    await publisher.call(deleteStory, { params: { uuid: two.uuid } });
    expect(await named()).toEqual([
      ['Prima', true],
      ['Seconda', false],
    ]);
    expect((await useOf(item)).status).toBe(404);
    await administrator.call(deleteImage, { params: { uuid: other } });
    expect((await useOf(other)).status).toBe(404);
    await administrator.call(updateItem, { params: { uuid: item }, body: { visibility: 'restricted' } });
    expect([(await useOf(shown, reader)).status, (await useOf(shown)).status]).toEqual([404, 200]);
  });

  it('[API-180] are named by the trash, which keeps the image for them', async () => {
    const { uuid: item, images } = await madeItem('Da eliminare', 1);
    const [shown = ''] = images;
    const stories = [];
    for (let number = 10; number < 22; number += 1)
      stories.push(await madeStory(`Racconto ${number}`, [stepOn(shown)]));
    const [first] = stories;
    await publisher.call(deleteStory, { params: { uuid: first?.uuid ?? '' } });
    await administrator.call(deleteItem, { params: { uuid: item } });
    const { body } = await administrator.call(listTrash, { query: {} });
    const entry = body._embedded.trash.find(({ recordUuid }) => recordUuid === item);
    expect(entry).toMatchObject({ purgeDate: null, keptFor: ['stories'], shownIn: { storyboardsCount: 12 } });
    expect(entry?.shownIn.storyboards).toHaveLength(10);
    expect(entry?.shownIn.storyboards[0]).toEqual({
      uuid: first?.uuid,
      title: 'Racconto 10',
      isThere: false,
    });
    expect(entry?.shownIn.storyboards[1]).toMatchObject({ title: 'Racconto 11', isThere: true });
  });

  it('are told by the trash to nobody who does not see them, though they keep the image', async () => {
    const contributor = await house.person('default', 'ROLE_USER');
    // They see their own restricted records only (PERM-42).
    await house.query(`update tenant set user_rights = 'own' where id = $1`, [house.tenantIds.default]);
    onTestFinished(async () => {
      await house.query(`update tenant set user_rights = 'all' where id = $1`, [house.tenantIds.default]);
    });
    const upload = await uploaded(contributor, { source: page, name: 'page.png' });
    const { uuid: item } = await importedItem(contributor, { sgtt: 'Raccontato di nascosto' }, [upload]);
    await settledImport(administrator, item);
    const story = await madeStory('Nascosto', [stepOn(upload.uuid)]);
    await publisher.call(updateStory, { params: { uuid: story.uuid }, body: { visibility: 'restricted' } });
    await contributor.call(deleteItem, { params: { uuid: item } });
    const { body } = await contributor.call(listTrash, { query: {} });
    expect(body._embedded.trash).toMatchObject([
      { recordUuid: item, keptFor: ['stories'], shownIn: { storyboardsCount: 0, storyboards: [] } },
    ]);
  });

  it('are named by the dry run of a deletion, for items that go with it', async () => {
    const [doomed, kept] = [
      await house.collection('default', 'Va via', [root]),
      await house.collection('default', 'Resta', [root]),
    ];
    const going = await madeItem('Va via con essa', 1, page, [doomed]);
    const staying = await madeItem('Resta altrove', 1, page, [doomed, kept]);
    const deleted = await madeItem('Già senza immagine', 1, page, [doomed]);
    await madeStory('Mostrava ciò che manca', [stepOn(deleted.images[0] ?? '')]);
    await administrator.call(deleteImage, { params: { uuid: deleted.images[0] ?? '' } });
    const story = await madeStory('Mostra ciò che va via', [stepOn(going.images[0] ?? '')]);
    await madeStory('Mostra ciò che resta', [stepOn(staying.images[0] ?? '')]);
    const dry = await administrator.call(dryRunDeleteCollection, { params: { uuid: doomed } });
    expect(dry.body).toMatchObject({
      orphanItems: 2,
      shownIn: { storyboardsCount: 1, storyboards: [{ uuid: story.uuid, isThere: true }] },
    });
  });
});

describe('a series', () => {
  it('[SERIES-24] [API-138] [API-139] [API-142] is made of stories in its order, and listed', async () => {
    const [one, two] = [await madeStory('Prima', [stepOn(first)]), await madeStory('Seconda')];
    const series = await madeSeries('Serie', [one, two]);
    expect(series).toEqual({
      uuid: series.uuid,
      resourceType: 'SERIES',
      sgtt: 'Serie',
      label: 'Serie',
      customMetadataList: [{ name: 'sgtt', value: 'Serie' }],
      state: 'Default',
      visibility: 'private',
      storyboardsCount: 2,
      thumbnail: expect.stringMatching(`/iiif/3/${first}/full/`) as string,
      createdDate: expect.any(String) as string,
      lastModifiedDate: expect.any(String) as string,
      allowedActions: ['edit', 'delete', 'arrange'],
      availableTransitions: expect.any(Array) as unknown[],
      _links: {
        self: { href: `${house.origin}/meta/storyboardCollections/${series.uuid}` },
        storyboards: { href: `${house.origin}/meta/storyboardCollections/${series.uuid}/storyboards` },
        viewer: { href: `${house.origin}/images/viewers/series/?seriesID=${series.uuid}` },
        history: { href: `${house.origin}/meta/storyboardCollections/${series.uuid}/history` },
      },
    });
    expect((await reader.call(findSeriesByUuid, { query: { uuid: series.uuid } })).body.uuid).toBe(
      series.uuid,
    );
    const { body } = await reader.call(listSeries, { query: { size: 1 } });
    expect(body._embedded.storyboardCollections.map(({ uuid }) => uuid)).toEqual([series.uuid]);
    expect((await storyOf(one.uuid)).seriesUuids).toEqual([series.uuid]);
    const unknown = await editor.call(createSeries, {
      body: { sgtt: 'No', storyboards: [`${house.origin}/meta/storyboards/${randomUUID()}`] },
    });
    expect(unknown).toMatchObject({ status: 422, body: { fields: [{ name: 'storyboards[0]' }] } });
  });

  it('[API-137] is found by a part of a field, without case and accents', async () => {
    const word = randomUUID().slice(0, 8);
    const series = await madeSeries(`Città di ${word}`);
    const found = async (value: string, name = 'sgtt') => {
      const { body } = await reader.call(findSeriesByCustomMetadata, { query: { name, value } });
      return body._embedded.storyboardCollections.map(({ uuid }) => uuid);
    };
    expect(await found(`CITTA DI ${word.slice(0, 5)}`)).toEqual([series.uuid]);
    expect(await found(word, 'sgti')).toEqual([]);
  });

  it('[API-141] [API-148] shows its stories in its order, in pages of up to 10,000', async () => {
    const stories = [await madeStory('1'), await madeStory('2'), await madeStory('3')];
    const series = await madeSeries('In pagine', stories);
    const params = { uuid: series.uuid };
    const { body } = await reader.call(listStoriesOfSeries, { params, query: { page: 1, size: 2 } });
    expect(body._embedded.storyboards.map(({ uuid }) => uuid)).toEqual([stories[2]?.uuid]);
    expect(body.page).toEqual({ number: 1, size: 2, totalElements: 3, totalPages: 2 });
    const whole = await reader.call(listStoriesOfSeries, { params, query: { size: 20_000 } });
    expect(whole.body.page.size).toBe(10_000);
  });

  it('[API-144] [API-145] takes stories in at its end and lets them go; once more changes nothing', async () => {
    const [one, two] = [await madeStory('Una'), await madeStory('Altra')];
    const series = await madeSeries('Che cresce', [one]);
    const change = async (
      operation: typeof addStoryToSeries | typeof removeStoryFromSeries,
      storyboardUuid: string,
    ) => {
      const answer = await colleague.call(operation, {
        params: { uuid: series.uuid },
        query: { storyboardUuid },
      });
      return { status: answer.status, etag: answer.headers['etag'], held: await membersOf(series.uuid) };
    };
    const before = (await editor.call(getStory, { params: { uuid: two.uuid } })).headers['etag'];
    const both = [one.uuid, two.uuid];
    expect(await change(addStoryToSeries, two.uuid)).toEqual({ status: 200, etag: '"2"', held: both });
    expect(await change(addStoryToSeries, two.uuid)).toEqual({ status: 200, etag: '"2"', held: both });
    expect(await change(removeStoryFromSeries, one.uuid)).toEqual({
      status: 200,
      etag: '"3"',
      held: [two.uuid],
    });
    expect(await change(removeStoryFromSeries, one.uuid)).toEqual({
      status: 200,
      etag: '"3"',
      held: [two.uuid],
    });
    // Its story is not changed by that.
    expect((await editor.call(getStory, { params: { uuid: two.uuid } })).headers['etag']).toBe(before);
    expect((await change(addStoryToSeries, randomUUID())).status).toBe(422);
    const { body } = await administrator.call(getSeriesHistory, { params: { uuid: series.uuid } });
    expect(body._embedded.history.map(({ action }) => action)).toEqual(['unlink', 'link', 'create']);
  });

  it('[SERIES-23] [A-39] holds no series', async () => {
    const [outer, inner] = [await madeSeries('Fuori'), await madeSeries('Dentro')];
    const answer = await editor.call(addStoryToSeries, {
      params: { uuid: outer.uuid },
      query: { storyboardUuid: inner.uuid },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'series-in-series' } });
  });

  it('[API-147] is put in order by a list of exactly its stories', async () => {
    const [one, two, three] = [await madeStory('A'), await madeStory('B'), await madeStory('C')];
    const series = await madeSeries('Ordinata', [one, two]);
    const put = async (text: string, who: HttpClient = editor) => {
      const bytes = Buffer.from(text);
      const headers = {
        'content-type': 'text/uri-list',
        'content-length': String(bytes.length),
        'x-xsrf-token': await who.csrfToken(),
      };
      const address = `/meta/storyboardCollections/${series.uuid}/storyboards`;
      return who.send<{ code: string } | undefined>('PUT', address, headers, Readable.from([bytes]));
    };
    const linked = (...stories: Story[]) => stories.map(({ _links }) => `${_links.self.href}\r\n`).join('');
    expect((await put(linked(two, one))).status).toBe(204);
    expect(await membersOf(series.uuid)).toEqual([two.uuid, one.uuid]);
    for (const wrong of [linked(one), linked(one, one), linked(one, two, three)]) {
      expect(await put(wrong)).toMatchObject({ status: 409, body: { code: 'order-differs' } });
    }
    expect((await put('https://example.org/else\r\n')).status).toBe(422);
    expect((await put(linked(one, two), colleague)).status).toBe(403);
    expect(await membersOf(series.uuid)).toEqual([two.uuid, one.uuid]);
  });

  it('[API-146] [SERIES-26] [A-38] is changed by PATCH, and its stories outlive it', async () => {
    const story = await madeStory('Che resta');
    const series = await madeSeries('Che passa', [story]);
    const params = { uuid: series.uuid };
    const list = [
      { name: 'sgtt', value: 'Che passò' },
      { name: 'sgti', value: 'Sottotitolo' },
    ];
    const changed = await editor.call(updateSeries, {
      params,
      body: { customMetadataList: list },
      ifMatch: '"1"',
    });
    expect(changed).toMatchObject({ status: 200, body: { sgtt: 'Che passò', customMetadataList: list } });
    expect((await editor.call(updateSeries, { params, body: { sgtt: 'No' }, ifMatch: '"1"' })).status).toBe(
      412,
    );
    expect((await colleague.call(deleteSeries, { params })).status).toBe(403);
    expect((await editor.call(deleteSeries, { params })).status).toBe(204);
    expect(await storyOf(story.uuid)).toMatchObject({ sgtt: 'Che resta', seriesUuids: [] });
    const { body } = await editor.call(listTrash, { query: { text: 'Sottotitolo' } });
    const [entry] = body._embedded.trash;
    expect(entry).toMatchObject({ resourceType: 'SERIES', recordUuid: series.uuid });
    await editor.call(restoreTrashEntry, { params: { uuid: entry?.uuid ?? '' }, body: {} });
    expect(await membersOf(series.uuid)).toEqual([story.uuid]);
  });

  it('[A-37] has the fields of stories, and those of series with other names', async () => {
    await administrator.call(createTemplate, {
      body: { name: 'place', label: 'Place', type: 'STRING', resourceType: 'SERIES' },
    });
    const list = [
      { name: 'sgtt', value: 'Con campi' },
      { name: 'autn', value: 'Ada' },
      { name: 'place', value: 'Roma' },
    ];
    const made = await editor.call(createSeries, { body: { customMetadataList: list } });
    expect(made).toMatchObject({ status: 201, body: { customMetadataList: list } });
    const params = { uuid: made.body.uuid };
    const wrong = [...list, { name: 'unknown', value: 'x' }];
    expect((await editor.call(updateSeries, { params, body: { customMetadataList: wrong } })).status).toBe(
      422,
    );
    const ofStory = await editor.call(createStory, { body: { customMetadataList: list } });
    expect(ofStory).toMatchObject({ status: 422 });
  });

  it('goes through its workflow', async () => {
    const series = await madeSeries('In lavorazione', [await madeStory('Una')]);
    const { body } = await publisher.call(findTransitionsByResourceType, {
      query: { resourceType: 'SERIES' },
    });
    const [start] = body._embedded.transitionTemplates.filter(({ name }) => name === 'Start');
    const performed = await editor.call(performTransition, {
      body: { assetUuid: series.uuid, resourceType: 'SERIES', transitionUuid: start?.uuid ?? '' },
    });
    expect(performed).toMatchObject({ status: 201, body: { itemToState: 'In progress' } });
    expect((await seriesOf(series.uuid)).state).toBe('In progress');
  });
});

async function madeStrangersImage(): Promise<string> {
  const { uuid } = await uploaded(stranger, { source: page, name: 'altra.png' });
  const item = await importedItem(stranger, { sgtt: 'Altrove' }, [{ uuid }]);
  await settledImport(stranger, item.uuid);
  return uuid;
}
