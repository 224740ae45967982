import { normalize } from '@iiif/parser';
import { convertPresentation2 } from '@iiif/parser/presentation-2';
import { parseManifest, type Manifest } from 'manifesto.js';
import { describe, expect, it } from 'vitest';
import { arrangeImages, deleteImage } from '@armarium/contract/image-calls';
import { changeItemPresentation, getItemPresentation } from '@armarium/contract/item-presentation';
import { getItemHistory } from '@armarium/contract/history';
import type { BodyOf } from '@armarium/contract/operation';
import { findRecordChanges } from '@armarium/contract/record-changes';
import { madePng } from '../../../../../../tests/http/made-png.ts';
import {
  importedItem,
  openInstallation,
  settledImport,
  uploaded,
} from '../../../../../../tests/http/test-installation.ts';

const house = await openInstallation({ worker: true });
// Before the first request, since organisations are remembered for some seconds.
await house.query(`update tenant set url = 'library.example.org', logo_key = 'logo/abc.png' where id = $1`, [
  house.tenantIds.default,
]);
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const reader = await house.person('default', 'ROLE_RESEARCHER');
const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');

/** An item with four images, which are called 1 to 4. */
async function madeItem(sgtt: string) {
  const images = [];
  for (const label of ['1', '2', '3', '4']) {
    const { uuid } = await uploaded(client, { source: madePng(60, 40), name: `${label}.png` });
    images.push({ uuid, sgtt: label });
  }
  const { uuid: item } = await importedItem(client, { sgtt }, images);
  await settledImport(client, item);
  return { item, images: images.map(({ uuid }) => uuid) };
}
const { item, images } = await madeItem('Libro d’ore');
const [one = '', two = '', three = '', four = ''] = images;
const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const entry = (number: number, label: string, depth: number, first: string, last: string | null = null) => ({
  uuid: id(number),
  label,
  depth,
  first,
  last,
});
const contents = [
  entry(1, 'Calendar', 0, one),
  entry(2, 'Hours', 0, two),
  entry(3, 'Matins', 1, three, three),
];

type Change = BodyOf<typeof changeItemPresentation>;
const params = { uuid: item };
const change = (body: Change, ifMatch?: string, who = client) =>
  who.call(changeItemPresentation, { params, body, ...(ifMatch !== undefined && { ifMatch }) });
const read = async (who = client) => who.call(getItemPresentation, { params });
const manifest = async <T = Record<string, unknown>>(version: 2 | 3, who = client) =>
  (await who.send<T>('GET', `/iiif/presentation/${version}/${item}/manifest`)).body;

describe('the presentation of an item', () => {
  it('is changed in part, told with the places of its images, and kept in the history', async () => {
    const before = await read();
    expect(before.body).toMatchObject({
      viewingDirection: null,
      behavior: null,
      contents: [],
      allowedActions: ['arrange'],
    });
    const tag = String(before.headers['etag']);
    const changed = await change({ contents, behavior: 'paged' }, tag);
    expect(changed).toMatchObject({ status: 200, body: { behavior: 'paged', viewingDirection: null } });
    expect(changed.headers['etag']).not.toBe(tag);
    expect(await change({ viewingDirection: 'right-to-left' })).toMatchObject({ status: 200 });
    const told = (await read(reader)).body;
    expect(told).toMatchObject({ viewingDirection: 'right-to-left', behavior: 'paged', allowedActions: [] });
    expect(told.contents.map((one) => [one.label, one.firstPosition, one.lastPosition])).toEqual([
      ['Calendar', 1, 1],
      ['Hours', 2, 4],
      ['Matins', 3, 3],
    ]);
    // Who saw it as it was before gets an error, and a change that changes nothing is none.
    expect(await change({ behavior: null }, tag)).toMatchObject({ status: 412, body: { code: 'stale' } });
    const last = String((await read()).headers['etag']);
    expect((await change({ contents }, last)).headers['etag']).toBe(last);
    const renamed = [contents[0], { ...contents[1], label: 'Hours of the Virgin' }, contents[2]];
    expect(await change({ contents: renamed as typeof contents })).toMatchObject({ status: 200 });
    const { body: history } = await client.call(getItemHistory, { params });
    expect(history._embedded.history[0]).toMatchObject({
      action: 'update',
      before: { contents: [contents[1]] },
      after: { contents: [renamed[1]] },
    });
    const { body: changes } = await client.call(findRecordChanges, { query: { text: 'ore', size: 3 } });
    expect(changes._embedded.changes.map(({ fields }) => fields)).toEqual([
      [{ name: 'contents', before: ['Hours'], after: ['Hours of the Virgin'] }],
      [{ name: 'viewingDirection', before: [], after: ['right-to-left'] }],
      expect.arrayContaining([{ name: 'behavior', before: [], after: ['paged'] }]) as unknown,
    ]);
    // A mere move is told without labels, and the order before is kept.
    const [, hours] = renamed;
    await change({ contents: [hours, ...renamed.filter((one) => one !== hours)] as typeof contents });
    const { body: moved } = await client.call(getItemHistory, { params });
    expect(moved._embedded.history[0]?.before).toEqual({ contentsOrder: [id(1), id(2), id(3)] });
    await change({ contents });
  });

  it('is refused with what is wrong of each entry, and to those who may not', async () => {
    const strange = entry(5, ' ', 0, id(9));
    expect(await change({ contents: [entry(4, 'Deep', 1, one), strange, strange] })).toMatchObject({
      status: 422,
      body: {
        fields: [
          { name: 'contents[0].depth', code: 'too-deep' },
          { name: 'contents[1].label', code: 'required' },
          { name: 'contents[1].first', code: 'unknown-asset' },
          { name: 'contents[2].uuid', code: 'duplicate' },
          { name: 'contents[2].label' },
          { name: 'contents[2].first' },
        ],
      },
    });
    const many = Array.from({ length: 2001 }, (_, index) => entry(index, 'x', 0, one));
    expect((await change({ contents: many })).status).toBe(422);
    expect((await change({ contents: [entry(1, 'x'.repeat(501), 0, one)] })).status).toBe(422);
    expect(await change({ contents: [entry(1, 'Bell \u0007', 0, one)] })).toMatchObject({
      status: 422,
      body: { fields: [{ name: 'contents[0].label', code: 'control-character' }] },
    });
    expect((await change({ behavior: null }, undefined, reader)).status).toBe(403);
    expect((await change({ behavior: null }, undefined, stranger)).status).toBe(404);
    expect((await read(stranger)).status).toBe(404);
    expect((await read()).body.contents).toHaveLength(3);
  });

  it('keeps an entry whose image is in the trash, and shows it no more', async () => {
    await client.call(deleteImage, { params: { uuid: one }, query: {} });
    const { body } = await read();
    // Who may arrange the images is told which one it was.
    expect([body.contents[0]?.first, (await read(reader)).body.contents[0]?.first]).toEqual([one, null]);
    expect(body.contents.map(({ label, firstPosition }) => [label, firstPosition])).toEqual([
      ['Calendar', null],
      ['Hours', 1],
      ['Matins', 2],
    ]);
    expect(await change({ contents: [...contents, entry(4, 'Prayers', 0, four)] })).toMatchObject({
      status: 200,
    });
    // An entry that was removed comes back, as when somebody undoes that.
    expect((await change({ contents: [] })).status).toBe(200);
    expect((await change({ contents })).status).toBe(200);
    await house.query('update asset set trashed_at = null, position = 1 where uuid = $1', [one]);
    await house.query('update asset set position = $2 where uuid = $1', [two, 2]);
    await house.query('update asset set position = $2 where uuid = $1', [three, 3]);
    await house.query('update asset set position = $2 where uuid = $1', [four, 4]);
    expect((await change({ contents })).body.contents[0]).toMatchObject({ firstPosition: 1 });
  });
});

describe('the manifests of an item', () => {
  const canvas = (image: string) => `/canvas/${image}`;
  interface Range3 {
    id: string;
    type: string;
    label?: Record<string, string[]>;
    items?: Range3[];
  }
  /** Ranges as their labels with what is in them, canvases as their images. */
  const told = (ranges: readonly Range3[]): unknown =>
    ranges.map(({ id, type, label, items = [] }) =>
      type === 'Canvas' ? id.split('/').at(-1) : [Object.values(label ?? {})[0]?.[0], ...(told(items) as [])],
    );

  it('have its table of contents as ranges, which other people’s readers find', async () => {
    const body = await manifest<Record<string, unknown> & { structures: Range3[] }>(3);
    expect(told(body.structures)).toEqual([
      ['Table of contents', ['Calendar', one], ['Hours', two, ['Matins', three], four]],
    ]);
    expect(body.structures[0]?.label).toEqual({ en: ['Table of contents'], it: ['Indice'] });
    const { entities } = normalize(structuredClone(body));
    expect(Object.keys(entities.Range).filter((key) => key.includes('/range/'))).toHaveLength(4);
    const tree = (parseManifest(JSON.stringify(body)) as Manifest).getTopRanges()[0]?.getRanges()[0];
    expect(tree?.getRanges().map((range) => range.getCanvasIds().map((id) => id.split('/').at(-1)))).toEqual([
      [one],
      [two, four],
    ]);
    const old = await manifest<Record<string, unknown>>(2);
    expect(old['structures']).toMatchObject([
      { viewingHint: 'top', ranges: [expect.stringContaining(id(1)), expect.stringContaining(id(2))] },
      { label: 'Calendar', canvases: [expect.stringContaining(canvas(one))] },
      {
        label: 'Hours',
        members: [
          { '@id': expect.stringContaining(canvas(two)) as unknown, '@type': 'sc:Canvas', label: '2' },
          { '@id': expect.stringContaining(id(3)) as unknown, '@type': 'sc:Range', label: 'Matins' },
          { '@id': expect.stringContaining(canvas(four)) as unknown, '@type': 'sc:Canvas', label: '4' },
        ],
      },
      { label: 'Matins', canvases: [expect.stringContaining(canvas(three))] },
    ]);
    const converted = convertPresentation2(structuredClone(old)) as { structures: Range3[] };
    expect(converted.structures).toHaveLength(1);
    const oldTree = (parseManifest(JSON.stringify(old)) as Manifest).getTopRanges()[0];
    expect(oldTree?.getRanges().map((range) => range.getDefaultLabel())).toEqual(['Calendar', 'Hours']);
    // An entry follows its image.
    const links = [two, three, four, one].map((uuid) => `http://catalogue.example/meta/images/${uuid}`);
    await client.call(arrangeImages, { params, body: links });
    const moved = await manifest<{ structures: Range3[] }>(3);
    expect(told(moved.structures)).toEqual([
      ['Table of contents', ['Calendar', one], ['Hours', two, ['Matins', three], four]],
    ]);
    const back = images.map((uuid) => `http://catalogue.example/meta/images/${uuid}`);
    await client.call(arrangeImages, { params, body: back });
  });

  it('say how it is read, its date, its labels in both languages, and who provides it', async () => {
    await house.query(
      `insert into metadata_template (tenant_id, uuid, name, label, type, resource_type, priority, sort_order)
       values ($1, gen_random_uuid(), 'made', 'Anno', 'DATE', 'ITEM', 'MEDIUM', 90)`,
      [house.tenantIds.default],
    );
    await house.query(
      `insert into item_date (tenant_id, item_uuid, name, place, edtf, first_day, last_day)
       values ($1, $2, 'made', 0, '1480', 14800101, 14801231)`,
      [house.tenantIds.default, item],
    );
    await house.query(
      `update item set metadata = metadata || '[{"name": "made", "value": "1480"}]' where uuid = $1`,
      [item],
    );
    const said = { viewingDirection: 'right-to-left', navDate: '1480-01-01T00:00:00Z' };
    const logo = expect.stringMatching(/^http:\/\/[^/]+\/iam\/tenants\/logo\?v=abc$/) as unknown;
    const body = await manifest<{ metadata: { label: Record<string, string[]> }[] }>(3);
    expect(body).toMatchObject({
      ...said,
      behavior: ['paged'],
      provider: [
        {
          id: 'https://library.example.org',
          type: 'Agent',
          homepage: [{ id: 'https://library.example.org/', type: 'Text', format: 'text/html' }],
          logo: [{ id: logo, type: 'Image', format: 'image/png' }],
        },
      ],
    });
    expect(body.metadata.map(({ label }) => label)).toEqual([
      { en: ['Pressmark'], it: ['Segnatura'] },
      { none: ['Anno'] },
    ]);
    expect(await manifest(2)).toMatchObject({ ...said, viewingHint: 'paged', logo });
    await change({ behavior: 'unordered' });
    expect((await manifest(2))['viewingHint']).toBeUndefined();
  });

  it('lead those who work in the catalogue to its page there, and others to its viewer', async () => {
    const homepage = async (who = client) => {
      const { homepage } = await manifest<{ homepage: { id: string }[] }>(3, who);
      return new URL(homepage[0]?.id ?? '');
    };
    const own = await homepage();
    expect(own.pathname).toMatch(new RegExp(`^/ui/catalog/[0-9a-f-]{36}/cultural-item/${item}$`));
    await house.query(`update item set visibility = 'public' where uuid = $1`, [item]);
    for (const who of [client, house.visitor('default')]) {
      const page = await homepage(who);
      expect(page.pathname).toBe('/images/viewers/iiif/');
      expect((await who.send('GET', page.pathname + page.search)).status).toBe(200);
    }
  });

  it('show a text that looks like HTML as it was typed', async () => {
    await house.query(
      `update item set sgti = '<ignoto>', metadata = metadata || '[{"name": "note", "value": "A <b> & c"},
        {"name": "sum", "value": "1 < 2"}]' where uuid = $1`,
      [item],
    );
    const body = await manifest<{ metadata: { value: { none: string[] } }[] }>(3);
    expect(body).toMatchObject({ summary: { none: ['<span>&lt;ignoto&gt;</span>'] } });
    const values = body.metadata.flatMap(({ value }) => value.none);
    expect(values.slice(-2)).toEqual(['<span>A &lt;b&gt; &amp; c</span>', '1 < 2']);
    const old = await manifest<{ metadata: { value: string }[] }>(2);
    expect(old).toMatchObject({ description: '<span>&lt;ignoto&gt;</span>' });
    expect(old.metadata.map(({ value }) => value).slice(-2)).toEqual(values.slice(-2));
  });
});
