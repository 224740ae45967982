import { convertPresentation2 } from '@iiif/parser/presentation-2';
import { normalize } from '@iiif/parser';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { changeImageDelivery } from '@armarium/contract/image-delivery';
import { createShareLink, revokeShareLink } from '@armarium/contract/sharing';
import { updateItem } from '@armarium/contract/record-edits';
import { createStory, getStory, importStory, updateStory } from '@armarium/contract/story-calls';
import type { Story } from '@armarium/contract/stories';
import { newStepTransition } from '@armarium/contract/story-steps';
import type { HttpClient } from '../../../../../tests/harness/http-client.ts';
import {
  importedItem,
  openInstallation,
  settledImport,
  uploaded,
} from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation({ worker: true });
const administrator = await house.person('default', 'ROLE_TENANT_ADMIN');
const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');
const visitor = house.visitor();

const pictureIn = (background: string) =>
  sharp({ create: { width: 1600, height: 1200, channels: 3, background } })
    .png()
    .toBuffer();
const source = await pictureIn('#7a6a5a');
const uploads = await Promise.all(
  ['1r', '1v'].map((name) => uploaded(administrator, { source, name: `${name}.png` })),
);
const [recto = '', verso = ''] = uploads.map(({ uuid }) => uuid);
const item = await importedItem(
  administrator,
  { sgtt: 'Atlante', pressmark: 'Ms. 7' },
  uploads.map(({ uuid }, index) => ({ uuid, sgtt: ['1r', '1v'][index] ?? '' })),
);
await settledImport(administrator, item.uuid);

const stepOn = (canvasUuid: string, label: string, xywh: string, chars: string) => ({
  canvasUuid,
  label,
  alt: `Alt of ${label}`,
  resource: [{ chars }],
  on: [{ selector: { default: { value: `xywh=${xywh}` } } }],
});
/** A story of three steps: on one leaf, on the other, and on the first one again. */
async function madeStory() {
  const customMetadataList = [
    { name: 'sgtt', value: 'Il viaggio' },
    { name: 'autn', value: 'Ada Rossi' },
    { name: 'sgti', value: 'Per mare' },
  ];
  const annotations = [
    stepOn(recto, 'La <nave>', '100,200,800,600', '<p>Ecco <strong>qui</strong></p>'),
    stepOn(verso, '', '0,0,1600,1200', '<p>Senza titolo</p>'),
    stepOn(recto, 'Il porto', '10,20,300,200', ''),
  ];
  const answer = await administrator.call(createStory, { body: { customMetadataList, annotations } });
  expect(answer.status).toBe(201);
  const steps = answer.body.annotations.map((step) => step['@id'].replace('urn:uuid:', ''));
  return { uuid: answer.body.uuid, steps, links: answer.body._links };
}

interface Annotation {
  readonly id: string;
  readonly label?: unknown;
  readonly summary?: unknown;
  readonly body: readonly { readonly value: string }[];
  readonly target: string;
}
interface Canvas {
  readonly id: string;
  readonly label: unknown;
  readonly items: readonly { readonly items: readonly { readonly body: Record<string, unknown> }[] }[];
  readonly annotations: readonly { readonly items: readonly Annotation[] }[];
}
interface Manifest {
  readonly id: string;
  readonly items: readonly Canvas[];
  readonly structures: readonly {
    readonly items: readonly { readonly items: readonly { id: string }[] }[];
  }[];
}
const path = (id: string, version: 2 | 3 = 3) => `/iiif/presentation/${version}/story/${id}/manifest`;
const told = async (id: string, who: HttpClient = administrator) => {
  const { status, headers, body } = await who.send<Manifest>('GET', path(id));
  expect(status).toBe(200);
  return { headers, body };
};
const textOf = ({ body }: Annotation) => body.map(({ value }) => value).join('');
const change = (uuid: string, body: object) => administrator.call(updateStory, { params: { uuid }, body });

it('tells a story in version 3: its images as canvases, its steps as annotations on them, and their order', async () => {
  const { uuid, steps, links } = await madeStory();
  const { headers, body } = await told(uuid);
  expect(links.manifest.href).toBe(body.id);
  expect(headers).toMatchObject({
    'content-type': 'application/ld+json;profile="http://iiif.io/api/presentation/3/context.json"',
    'access-control-allow-origin': '*',
    'cache-control': 'private, no-store',
  });
  const base = body.id.slice(0, -'/manifest'.length);
  const canvas = (image: string) => `${base}/canvas/${image}`;
  expect(body).toMatchObject({
    type: 'Manifest',
    label: { none: ['Il viaggio'] },
    summary: { none: ['Per mare'] },
    metadata: [{ value: { none: ['Ada Rossi'] } }],
    homepage: [{ id: links.viewer.href }],
    items: [
      {
        id: canvas(recto),
        ...{ width: 1600, height: 1200, label: { none: ['Atlante · 1r'] } },
        metadata: [{ value: { none: ['Ms. 7'] } }],
        seeAlso: [{ id: expect.stringContaining(`/iiif/presentation/3/${item.uuid}/manifest`) as string }],
      },
      { id: canvas(verso), label: { none: ['Atlante · 1v'] } },
    ],
  });
  const annotations = body.items.map(({ annotations: pages }) => pages.flatMap(({ items }) => items));
  expect(annotations.map((page) => page.map(({ target }) => target))).toEqual([
    [`${canvas(recto)}#xywh=100,200,800,600`, `${canvas(recto)}#xywh=10,20,300,200`],
    [`${canvas(verso)}#xywh=0,0,1600,1200`],
  ]);
  expect(annotations.map((page) => page.map(textOf))).toEqual([
    [
      '<p><strong>La &lt;nave&gt;</strong></p><p>Ecco <strong>qui</strong></p>',
      '<p><strong>Il porto</strong></p>',
    ],
    ['<p>Senza titolo</p>'],
  ]);
  expect(annotations[0]?.[0]).toMatchObject({
    id: `${base}/annotation/${steps[0]}`,
    label: { none: ['La <nave>'] },
    summary: { none: ['<span>Alt of La &lt;nave&gt;</span>'] },
  });
  expect(body.structures[0]?.items.map(({ items }) => items[0]?.id)).toEqual([
    `${canvas(recto)}#xywh=100,200,800,600`,
    `${canvas(verso)}#xywh=0,0,1600,1200`,
    `${canvas(recto)}#xywh=10,20,300,200`,
  ]);
  // Other people's readers find the same.
  const { entities } = normalize(structuredClone(body));
  expect(Object.keys(entities.Canvas)).toHaveLength(2);
  const ranges = Object.keys(entities.Range).filter((id) => id.includes('/range/'));
  expect(ranges).toHaveLength(4);
  expect(Object.keys(entities.Annotation).filter((id) => id.includes('/annotation/'))).toHaveLength(3);
});

it('tells the same in version 2.1, the steps in lists of annotations', async () => {
  const { uuid } = await madeStory();
  const { status, headers, body } = await administrator.send<{
    sequences: { canvases: { '@id': string; otherContent: { '@id': string }[] }[] }[];
    structures: { canvases?: string[] }[];
  }>('GET', path(uuid, 2));
  expect([status, headers['content-type']]).toEqual([200, 'application/ld+json']);
  expect(convertPresentation2(structuredClone(body) as never)).toMatchObject({
    type: 'Manifest',
    items: [{ width: 1600 }, { width: 1600 }],
  });
  const canvases = body.sequences[0]?.canvases ?? [];
  const lists = canvases.map(({ otherContent }) => new URL(otherContent[0]?.['@id'] ?? '').pathname);
  const list = await administrator.send('GET', lists[0] ?? '');
  const canvas = canvases[0]?.['@id'] ?? '';
  expect(list.body).toMatchObject({
    '@type': 'sc:AnnotationList',
    resources: [
      {
        label: 'La <nave>',
        description: '<span>Alt of La &lt;nave&gt;</span>',
        resource: [
          { chars: '<p><strong>La &lt;nave&gt;</strong></p>' },
          { chars: '<p>Ecco <strong>qui</strong></p>' },
        ],
        on: `${canvas}#xywh=100,200,800,600`,
      },
      { on: `${canvas}#xywh=10,20,300,200` },
    ],
  });
  expect(body.structures.slice(1).map(({ canvases: of }) => of?.[0]?.startsWith(canvas))).toEqual([
    true,
    false,
    true,
  ]);
  expect((await administrator.send('GET', (lists[0] ?? '').replace(recto, item.uuid))).status).toBe(404);
});

it('tells visitors of a public story, and whoever has a link, no more than its page does', async () => {
  const { uuid } = await madeStory();
  await administrator.call(changeImageDelivery, { body: { publicMaxPx: 1200 } });
  for (const who of [visitor, stranger])
    for (const address of [path(uuid), path(uuid, 2), `/iiif/presentation/2/story/${uuid}/list/${recto}`])
      expect((await who.send('GET', address)).status).toBe(404);
  expect((await change(uuid, { visibility: 'public', confirmedImages: [recto, verso] })).status).toBe(200);
  // An image that joins it is closed until somebody agrees: nobody learns which one it is.
  const hidden = await uploaded(administrator, { source: await pictureIn('#5a6a7a'), name: '2r.png' });
  const other = await importedItem(administrator, { sgtt: 'Segreto' }, [{ uuid: hidden.uuid }]);
  await settledImport(administrator, other.uuid);
  const annotations = [
    stepOn(recto, 'La nave', '100,200,800,600', '<p>Ecco</p>'),
    stepOn(hidden.uuid, 'Il segreto', '11,22,333,444', '<p>Solo testo</p>'),
  ];
  const { body: changed } = await change(uuid, { annotations });
  const { headers, body } = await told(uuid, visitor);
  expect(headers['cache-control']).toBe('public, max-age=60');
  const [shown, empty] = body.items;
  // The canvas keeps the size that the regions are in; the image on it is the public one.
  expect(shown).toMatchObject({ width: 1600, height: 1200 });
  expect(shown?.items[0]?.items[0]?.body).toMatchObject({ width: 1200, height: 900 });
  expect(shown).not.toHaveProperty('seeAlso');
  const step = changed.annotations[1]?.['@id'].replace('urn:uuid:', '');
  expect(empty).toMatchObject({
    id: expect.stringMatching(`/canvas/${step}$`) as string,
    items: [{ items: [] }],
  });
  expect(empty?.annotations[0]?.items.map((one) => [one.target, textOf(one)])).toEqual([
    [empty?.id, '<p><strong>Il segreto</strong></p><p>Solo testo</p>'],
  ]);
  const listOf = (canvas: string) => `/iiif/presentation/2/story/${uuid}/list/${canvas}`;
  const { body: older } = await visitor.send('GET', path(uuid, 2));
  const { body: list } = await visitor.send('GET', listOf(step ?? ''));
  expect(list).toMatchObject({ resources: [{ on: expect.stringMatching(`/canvas/${step}$`) as string }] });
  for (const secret of [hidden.uuid, 'Segreto', '333,444', 'Alt of Il segreto', item.uuid])
    expect(JSON.stringify([body, older, list])).not.toContain(secret);
  expect((await visitor.send('GET', listOf(hidden.uuid))).status).toBe(404);
  // Members are told of it, and no cache keeps that for others.
  const member = await told(uuid);
  expect(JSON.stringify(member.body)).toContain(hidden.uuid);
  expect(member.headers['cache-control']).toBe('private, no-store');
});

it('is opened by a link of the story, with its token in all addresses of it, until the link is withdrawn', async () => {
  const { uuid } = await madeStory();
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const made = await administrator.call(createShareLink, {
    body: { recordUuid: uuid, expiresAt, confirmedImages: [recto, verso] },
  });
  const identifier = `${uuid}~${made.body.token}`;
  const { headers, body } = await told(identifier, visitor);
  expect(headers['cache-control']).toBe('private, no-store');
  const addresses = JSON.stringify(body).match(/http[^"#]+\/(?:iiif|images)\/[^"#]+/g) ?? [];
  expect(addresses.length).toBeGreaterThan(10);
  expect(addresses.filter((address) => !address.includes(`~${made.body.token}`))).toEqual([]);
  const painted = body.items[0]?.items[0]?.items[0]?.body['id'];
  expect((await visitor.send('GET', new URL(String(painted)).pathname)).status).toBe(200);
  const viewer = `/images/viewers/iiif/?manifest=${encodeURIComponent(path(identifier))}`;
  expect((await visitor.send('GET', viewer)).status).toBe(200);
  await administrator.call(revokeShareLink, { params: { uuid: made.body.uuid } });
  expect((await visitor.send('GET', path(identifier))).status).toBe(404);
});

it('names the manifests of public items; whoever reads by a link goes on there as a visitor', async () => {
  const { uuid } = await madeStory();
  const see = (visibility: 'public' | 'private') =>
    administrator.call(updateItem, { params: { uuid: item.uuid }, body: { visibility } });
  await see('public');
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const made = await administrator.call(createShareLink, { body: { recordUuid: uuid, expiresAt } });
  const { body } = await told(`${uuid}~${made.body.token}`, visitor);
  expect(body.items[0]).toMatchObject({
    seeAlso: [{ id: expect.stringMatching(`/${item.uuid}~/manifest$`) as string }],
  });
  await see('private');
});

it('is not there for a story without steps; a step without texts is told by its alternative text', async () => {
  const { uuid } = await madeStory();
  await change(uuid, { annotations: [stepOn(recto, '', '0,0,100,100', '')] });
  const [canvas] = (await told(uuid)).body.items;
  expect(canvas?.annotations[0]?.items.map(textOf)).toEqual(['<p>Alt of</p>']);
  await change(uuid, { annotations: [{ ...stepOn(recto, '', '0,0,100,100', ''), alt: '' }] });
  const { body } = await told(uuid);
  expect([body.items[0]?.annotations[0]?.items, body.structures[0]?.items.length]).toEqual([[], 1]);
  await change(uuid, { annotations: [] });
  expect((await administrator.send('GET', path(uuid))).status).toBe(404);
});

it('is not sent again to who has it', async () => {
  const { uuid } = await madeStory();
  const { headers } = await told(uuid);
  const etag = String(headers['etag']);
  const same = await administrator.send('GET', path(uuid), { 'if-none-match': etag });
  expect(same.status).toBe(304);
  await change(uuid, { sgtt: 'Un altro viaggio' });
  expect((await administrator.send('GET', path(uuid), { 'if-none-match': etag })).status).toBe(200);
});

describe('a story that is imported from its manifest', () => {
  const transition = { ...newStepTransition, duration: 4, delay: 7, easing: 'easeInOutCubic' as const };
  async function exported() {
    const { uuid } = await madeStory();
    const annotations = [
      { ...stepOn(verso, '', '0,0,1600,1200', ''), alt: '' },
      {
        ...stepOn(recto, 'La <nave>', '100,200,800,600', '<p>Ecco <strong>qui</strong></p>'),
        alt: '<Una nave>',
        transition,
      },
      stepOn(verso, '', '5,5,50,50', '<p>Senza titolo</p>'),
      stepOn(recto, '', '10,20,300,200', ''),
    ];
    expect((await change(uuid, { annotations })).status).toBe(200);
    return { uuid, manifest: (await told(uuid)).body as unknown as Record<string, unknown> };
  }
  const stepsIn = (story: Story, imageOf = (uuid: string) => uuid) =>
    story.annotations.map(({ label, alt, canvasUuid, transition: of, resource, on, check }) => [
      label,
      alt,
      imageOf(canvasUuid),
      of,
      resource[0]?.chars,
      on[0]?.selector.default.value,
      check,
    ]);
  const taken = async (who: HttpClient, manifest: Record<string, unknown>) => {
    const answer = await who.call(importStory, { body: manifest });
    const { stepsWithoutRegion, annotationsLeftOut, linkedPages } = answer.body;
    expect([answer.status, stepsWithoutRegion, annotationsLeftOut, linkedPages]).toEqual([201, [], 0, 0]);
    expect(answer.headers['location']).toBe(answer.body._links.self.href);
    return answer.body;
  };

  it('is the same story here', async () => {
    const { uuid, manifest } = await exported();
    const { body: first } = await administrator.call(getStory, { params: { uuid } });
    const second = await taken(administrator, manifest);
    expect(second.uuid).not.toBe(uuid);
    expect(second.customMetadataList).toEqual(first.customMetadataList);
    expect([second.visibility, second.state]).toEqual(['private', 'Default']);
    expect(stepsIn(second)).toEqual(stepsIn(first));
  });

  it('finds its images elsewhere by their files; the others are missing', async () => {
    const { uuid, manifest } = await exported();
    const { body: first } = await administrator.call(getStory, { params: { uuid } });
    const nowhere = await taken(stranger, manifest);
    expect(nowhere.annotations.map(({ check }) => check)).toEqual(Array(4).fill('image-missing'));
    const [one, two, three, four] = nowhere.annotations.map(({ canvasUuid }) => canvasUuid);
    expect([one === three, two === four, one === two]).toEqual([true, true, false]);
    for (const image of [recto, verso]) expect(JSON.stringify(nowhere)).not.toContain(image);
    expect(nowhere.annotations.map(({ resource }) => resource[0]?.chars)).toEqual(
      first.annotations.map(({ resource }) => resource[0]?.chars),
    );

    const copies = await Promise.all(
      ['a', 'b'].map((name) => uploaded(stranger, { source, name: `${name}.png` })),
    );
    const there = await importedItem(stranger, { sgtt: 'Copia' }, copies);
    await settledImport(stranger, there.uuid);
    const copied = await taken(stranger, manifest);
    const images = copies.map((copy) => copy.uuid).sort();
    expect(stepsIn(copied, () => 'image')).toEqual(stepsIn(first, () => 'image'));
    // The same file stands twice there: the first image is taken.
    expect(new Set(copied.annotations.map(({ canvasUuid }) => canvasUuid))).toEqual(new Set([images[0]]));
  });

  it('does not find images that are hidden from whoever imports it', async () => {
    const { manifest } = await exported();
    await house.query(`update tenant set user_rights = 'own' where id = $1`, [house.tenantIds.default]);
    const member = await house.person('default', 'ROLE_USER');
    const checksOf = async () => (await taken(member, manifest)).annotations.map(({ check }) => check);
    expect(await checksOf()).toEqual([null, null, null, null]);
    const see = async (visibility: 'restricted' | 'private') =>
      expect(
        (await administrator.call(updateItem, { params: { uuid: item.uuid }, body: { visibility } })).status,
      ).toBe(200);
    await see('restricted');
    // Neither by their addresses nor by their files.
    expect(await checksOf()).toEqual(Array(4).fill('image-missing'));
    await see('private');
  });

  it('is told the file of an image to members alone', async () => {
    const { uuid, manifest } = await exported();
    expect(JSON.stringify(manifest)).toContain('urn:armarium:original');
    await change(uuid, { visibility: 'public', confirmedImages: [recto, verso] });
    expect(JSON.stringify((await told(uuid, visitor)).body)).not.toContain('urn:armarium:original');
  });

  it('is refused as a whole with all that does not fit', async () => {
    const { manifest } = await exported();
    const none = await administrator.call(importStory, { body: {} });
    expect(none).toMatchObject({ status: 422, body: { code: 'invalid', fields: [{ code: 'no-manifest' }] } });
    const long = structuredClone(manifest) as unknown as Manifest;
    const page = long.items[0]?.annotations[0]?.items[0] as unknown as Record<string, unknown>;
    page['label'] = { none: ['x'.repeat(300)] };
    const refused = await administrator.call(importStory, {
      body: { ...long, label: { none: ['x'.repeat(5_000)] } },
    });
    expect(refused).toMatchObject({
      status: 422,
      body: { fields: [{ name: 'steps[2].title', code: 'too-long' }] },
    });
    const titled = await administrator.call(importStory, {
      body: { ...manifest, label: { none: ['x'.repeat(5_000)] } },
    });
    expect(titled).toMatchObject({ status: 422, body: { fields: [{ template: 'sgtt', code: 'too-long' }] } });
  });
});
