import { Vault } from '@iiif/vault';
import { normalize, Traverse } from '@iiif/parser';
import { convertPresentation2 } from '@iiif/parser/presentation-2';
import { parseManifest, type Collection, type Manifest } from 'manifesto.js';
import { describe, expect, it } from 'vitest';
import { createCollection } from '@armarium/contract/record-edits';
import { findRootCollection, getCollection } from '@armarium/contract/collection-calls';
import { getItem } from '@armarium/contract/item-calls';
import type { Problem } from '@armarium/contract/problem';
import { madePng } from '../../../../../tests/http/made-png.ts';
import {
  importedItem,
  openInstallation,
  settledImport,
  uploaded,
  type TenantName,
} from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation({ worker: true });
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const [tenant] = await house.query<{ name: string }>(
  `select display_name as name from tenant where id = $1`,
  [house.tenantIds.default],
);

const uploads = [
  await uploaded(client, { source: madePng(600, 400), name: 'recto.png' }),
  await uploaded(client, { source: madePng(300, 500), name: 'verso.png' }),
];
const { uuid } = await importedItem(
  client,
  { sgtt: 'Carta da navigar', autn: 'Grazioso Benincasa', sgti: 'Two leaves', pressmark: 'Port. 7' },
  uploads.map((upload, index) => ({ uuid: upload.uuid, sgtt: `${index + 1}r` })),
);
await settledImport(client, uuid);
// A field that the organisation made for itself.
await house.query(
  `update item set metadata = metadata || '[{"name": "Rights", "value": "https://creativecommons.org/licenses/by/4.0/"}]' where uuid = $1`,
  [uuid],
);

const path = (version: 2 | 3, id = uuid) => `/iiif/presentation/${version}/${id}/manifest`;
const get = async (version: 2 | 3, who = client, headers: Record<string, string> = {}) =>
  who.send('GET', path(version), headers);
/** As each manifest has it, what is drawn on its canvases. */
interface Drawn {
  readonly id: string;
  readonly label: unknown;
  readonly size: [number, number];
  readonly images: string[];
}

describe('the manifest', () => {
  it('[IIIF-04] of version 3 has a canvas for each image, in order, and what the record says', async () => {
    const { status, headers, body } = await get(3);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/ld+json;profile="http://iiif.io/api/presentation/3/context.json"',
      'access-control-allow-origin': '*',
      'cache-control': 'private, no-store',
    });
    expect(body).toMatchObject({
      type: 'Manifest',
      id: expect.stringMatching(new RegExp(`^http://[^/]+${path(3)}$`)) as unknown,
      label: { none: ['Carta da navigar'] },
      summary: { none: ['Two leaves'] },
      requiredStatement: { value: { none: [tenant?.name] } },
      items: [
        { type: 'Canvas', width: 600, height: 400, label: { none: ['1r'] } },
        { type: 'Canvas', width: 300, height: 500, label: { none: ['2r'] } },
      ],
    });
    const { metadata } = body as {
      metadata: { label: Record<string, string[]>; value: { none: string[] } }[];
    };
    expect(metadata[0]?.label).toEqual({ en: ['Pressmark'], it: ['Segnatura'] });
    expect(metadata.map(({ value }) => value.none)).toEqual([
      ['Port. 7'],
      ['Grazioso Benincasa'],
      ['https://creativecommons.org/licenses/by/4.0/'],
    ]);
  });

  it('[IIIF-05] of version 2.1 says the same in its own words', async () => {
    const { status, headers, body } = await get(2);
    expect([status, headers['content-type']]).toEqual([200, 'application/ld+json']);
    expect(body).toMatchObject({
      '@type': 'sc:Manifest',
      label: 'Carta da navigar',
      description: 'Two leaves',
      attribution: tenant?.name,
      sequences: [
        {
          canvases: [
            { '@type': 'sc:Canvas', width: 600, height: 400, label: '1r' },
            { '@type': 'sc:Canvas', width: 300, height: 500, label: '2r' },
          ],
        },
      ],
    });
  });

  it('is read by other people’s readers, and every address in it leads to what it says', async () => {
    const three = (await get(3)).body as Record<string, unknown>;
    const { entities } = normalize(structuredClone(three));
    expect(Object.keys(entities.Canvas)).toHaveLength(2);
    const two = (await get(2)).body as Record<string, unknown>;
    expect(convertPresentation2(structuredClone(two) as never)).toMatchObject({
      type: 'Manifest',
      items: [{ width: 600 }, { width: 300 }],
    });
    for (const manifest of [three, two]) {
      const canvases =
        (parseManifest(JSON.stringify(manifest)) as Manifest).getSequences()[0]?.getCanvases() ?? [];
      const drawn = canvases.map((canvas): Drawn => ({
        id: canvas.id,
        label: canvas.getDefaultLabel(),
        size: [canvas.getWidth(), canvas.getHeight()],
        images:
          canvas.getImages().length > 0
            ? canvas.getImages().map((image) => image.getResource().id)
            : canvas.getContent().flatMap((annotation) => annotation.getBody().map((one) => one.id)),
      }));
      expect(drawn.map(({ label, size }) => ({ label, size }))).toEqual([
        { label: '1r', size: [600, 400] },
        { label: '2r', size: [300, 500] },
      ]);
      for (const { images } of drawn) {
        expect(images).toHaveLength(1);
        expect((await client.send('GET', new URL(images[0] ?? '').pathname)).status).toBe(200);
      }
    }
    const ids: string[] = [];
    new Traverse({
      service: [
        (service) =>
          void ids.push(
            String((service as { id?: string; '@id'?: string }).id ?? (service as { '@id'?: string })['@id']),
          ),
      ],
    }).traverseManifest(structuredClone(three) as never);
    expect(new Set(ids).size).toBe(4);
    for (const id of new Set(ids))
      expect((await client.send('GET', `${new URL(id).pathname}/info.json`)).status).toBe(200);
  });

  it('is kept whole by a store of manifests', async () => {
    const three = (await get(3)).body as { id: string };
    const vault = new Vault();
    // It remembers what it was given; what it knows of it afterwards must be all that we said.
    const loaded = await vault.loadManifest(three.id, structuredClone(three));
    expect(loaded).toMatchObject({
      label: { none: ['Carta da navigar'] },
      rights: 'http://creativecommons.org/licenses/by/4.0/',
      partOf: [root, shelf].map((one) => ({ id: new URL(three.id).origin + at(3, one) })),
      seeAlso: [{ id: three.id.replace('/3/', '/2/') }],
    });
    expect(vault.get(loaded?.items ?? [])).toMatchObject([
      { type: 'Canvas', width: 600, height: 400 },
      { type: 'Canvas', width: 300, height: 500 },
    ]);
    const two = (await get(2)).body as Record<string, unknown>;
    expect(two).toMatchObject({
      license: 'http://creativecommons.org/licenses/by/4.0/',
      within: [root, shelf].map((one) => new URL(three.id).origin + at(2, one)),
    });
  });

  it('is another one when its record, its files or its collections are, and only then', async () => {
    const tag = async () => String((await get(3)).headers.etag);
    let last = await tag();
    expect(await tag()).toBe(last);
    for (const change of [
      `update item set sgti = 'Two leaves, coloured' where uuid = $1`,
      `update asset set sgtt = '1 recto' where item_uuid = $1 and position = 1`,
      `update collection set sgtt = 'Charts' where sgtt <> 'Shelf' and uuid in (select collection_uuid from item_link where item_uuid = $1)`,
    ]) {
      await house.query(change, [uuid]);
      const now = await tag();
      expect([change, now]).not.toEqual([change, last]);
      const known = await get(3, client, { 'if-none-match': last });
      expect(known.status).toBe(200);
      last = now;
    }
    await house.query(`update item set sgti = 'Two leaves' where uuid = $1`, [uuid]);
    await house.query(`update asset set sgtt = '1r' where item_uuid = $1 and position = 1`, [uuid]);
  });

  it('is plain JSON to whoever asks for that, and is not sent again while it is the same', async () => {
    const plain = await get(3, client, { accept: 'application/json' });
    expect(plain.headers['content-type']).toMatch(/^application\/json/);
    const again = await get(3, client, { 'if-none-match': String(plain.headers.etag) });
    expect(again.status).toBe(304);
  });

  it('is where the item says, once it has an image that is ready', async () => {
    const { body } = await client.call(getItem, { params: { uuid } });
    expect(new URL(body._links.manifest?.href ?? '').pathname).toBe(path(3));
    const bare = await importedItem(client, { sgtt: 'Nothing yet' }, []);
    const { body: without } = await client.call(getItem, { params: { uuid: bare.uuid } });
    expect(without._links.manifest).toBeUndefined();
    const answer = await client.send('GET', path(3, bare.uuid), {});
    expect([answer.status, (answer.body as Problem).code]).toEqual([404, 'not-found']);
  });
});

describe('who may see it', () => {
  const statusFor = async (who: typeof client) => (await get(3, who)).status;
  const atTenant = (tenant: TenantName) => house.visitor(tenant);

  it('[PERM-31] is a matter of its organisation, its visibility and one’s roles', async () => {
    const reader = await house.person('default', 'ROLE_RESEARCHER');
    const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');
    const statuses = async () => ({
      manager: await statusFor(client),
      reader: await statusFor(reader),
      visitor: await statusFor(atTenant('default')),
      stranger: await statusFor(stranger),
      strangersVisitor: await statusFor(atTenant('altra')),
    });
    const nobodyElse = { stranger: 404, strangersVisitor: 404 };
    expect(await statuses()).toEqual({ manager: 200, reader: 200, visitor: 404, ...nobodyElse });
    await house.query(`update item set visibility = 'restricted' where uuid = $1`, [uuid]);
    expect(await statuses()).toEqual({ manager: 200, reader: 404, visitor: 404, ...nobodyElse });
    await house.query(`update item set visibility = 'public' where uuid = $1`, [uuid]);
    expect(await statuses()).toEqual({ manager: 200, reader: 200, visitor: 200, ...nobodyElse });
    expect((await get(3, atTenant('default'))).headers['cache-control']).toBe('public, max-age=60');
  });

  it.each(['nothing', '00000000-0000-4000-8000-000000000000'])('is 404 for %s, with CORS', async (id) => {
    const answer = await client.send('GET', path(3, id), {});
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([404, '*']);
  });
});

const made = async (sgtt: string, parent: string) => {
  const answer = await client.call(createCollection, {
    body: { customMetadataList: [{ name: 'sgtt', value: sgtt }], parentCollectionsUuids: [parent] },
  });
  expect(answer.status).toBe(201);
  return answer.body.uuid;
};
const at = (version: 2 | 3, id: string, range = '') =>
  `/iiif/presentation/${version}/collection/${id}${range}`;
const root = (await client.call(findRootCollection)).body.uuid;
const shelf = await made('Shelf', root);
const box = await made('Box', shelf);
const hidden = await made('Locked box', shelf);
await house.query(
  `insert into item_link (tenant_id, collection_uuid, item_uuid, sort_title)
  select tenant_id, $1, uuid, sort_title from item where uuid = $2`,
  [shelf, uuid],
);

describe('[IIIF-06] a collection', () => {
  interface Told {
    readonly id: string;
    readonly type: string;
    readonly items: readonly { id: string; type: string; label: { none: string[] } }[];
    readonly partOf?: readonly { id: string }[];
  }
  const told = async (id: string, who = client, range = '') => {
    const { status, body } = await who.send<Told>('GET', at(3, id, range));
    expect(status).toBe(200);
    return body;
  };
  const labels = ({ items }: Told) => items.map(({ label }) => label.none[0]);
  const see = (table: 'item' | 'collection', visibility: string, id: string) =>
    house.query(`update ${table} set visibility = $1 where uuid = $2`, [visibility, id]);

  it('has the collections in it, then the items that have something to show, in both versions', async () => {
    await see('item', 'private', uuid);
    const three = await told(shelf);
    expect(labels(three)).toEqual(['Box', 'Locked box', 'Carta da navigar']);
    expect(three.items.map(({ type }) => type)).toEqual(['Collection', 'Collection', 'Manifest']);
    expect(three.partOf?.map(({ id }) => new URL(id).pathname)).toEqual([at(3, root)]);
    for (const { id } of three.items)
      expect((await client.send('GET', new URL(id).pathname)).status).toBe(200);
    const two = (await client.send<Record<string, unknown>>('GET', at(2, shelf))).body;
    expect(two).toMatchObject({
      '@type': 'sc:Collection',
      label: 'Shelf',
      collections: [{ label: 'Box' }, { label: 'Locked box' }],
      manifests: [{ '@type': 'sc:Manifest', label: 'Carta da navigar' }],
    });
    // Other people's readers find the same.
    const vault = new Vault();
    const loaded = await vault.loadCollection(three.id, structuredClone(three));
    expect(loaded?.items.map(({ id }) => id)).toEqual(three.items.map(({ id }) => id));
    expect((convertPresentation2(structuredClone(two) as never) as { items: unknown[] }).items).toHaveLength(
      3,
    );
    expect((parseManifest(JSON.stringify(three)) as unknown as Collection).getManifests()).toHaveLength(1);
    const { body } = await client.call(getCollection, { params: { uuid: shelf } });
    expect(new URL(body._links['iiif-collection'].href).pathname).toBe(at(3, shelf));
    const viewer = new URL(body._links.viewer_iiif.href);
    expect((await client.send('GET', viewer.pathname + viewer.search)).status).toBe(200);
  });

  it('[PERM-31] that is public tells nobody of what is not; one that is private, each what they may see', async () => {
    const reader = await house.person('default', 'ROLE_RESEARCHER');
    const visitor = house.visitor();
    expect((await visitor.send('GET', at(3, shelf))).status).toBe(404);
    await see('collection', 'restricted', hidden);
    expect(labels(await told(shelf, reader))).toEqual(['Box', 'Carta da navigar']);
    expect(labels(await told(shelf))).toEqual(['Box', 'Locked box', 'Carta da navigar']);
    await see('collection', 'public', shelf);
    for (const who of [visitor, reader, client]) {
      const public_ = await told(shelf, who);
      expect(labels(public_)).toEqual([]);
      expect(public_.partOf).toBeUndefined();
    }
    await see('item', 'public', uuid);
    await see('collection', 'public', box);
    expect(labels(await told(shelf, visitor))).toEqual(['Box', 'Carta da navigar']);
    const ofItem = (await visitor.send<{ partOf: { id: string }[] }>('GET', path(3))).body;
    expect(ofItem.partOf.map(({ id }) => new URL(id).pathname)).toEqual([at(3, shelf)]);
    const kept = await visitor.send('GET', at(3, shelf));
    expect(kept.headers['cache-control']).toBe('public, max-age=60');
    const again = await visitor.send('GET', at(3, shelf), { 'if-none-match': String(kept.headers.etag) });
    expect(again.status).toBe(304);
    await see('collection', 'restricted', shelf);
    expect((await reader.send('GET', at(3, shelf))).status).toBe(404);
    const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');
    expect((await stranger.send('GET', at(3, box))).status).toBe(404);
  });

  it('of more than a thousand entries leads to its ranges, in which each stands once', async () => {
    await house.query(
      `with made as (insert into collection (tenant_id, uuid, sgtt, sort_title)
          select $1, gen_random_uuid(), 'Folder ' || n, lpad(n::text, 6, '0') from generate_series(1, 2005) n
          returning tenant_id, uuid, sort_title)
        insert into collection_link (tenant_id, parent_uuid, child_uuid, sort_title)
          select tenant_id, $2, uuid, sort_title from made`,
      [house.tenantIds.default, box],
    );
    await see('collection', 'private', box);
    const whole = await told(box);
    expect(labels(whole)).toEqual(['Box, 1–1000', 'Box, 1001–2000', 'Box, 2001–2005']);
    const all: string[] = [];
    for (const { id } of whole.items) {
      const range = await told('', client, new URL(id).pathname.slice(at(3, '').length));
      expect(range.id).toBe(id);
      expect(range.partOf?.map((one) => one.id)).toEqual([whole.id]);
      all.push(...range.items.map((one) => one.id));
    }
    expect([all.length, new Set(all).size]).toEqual([2005, 2005]);
    // A range in which collections end and items begin, and one that begins with an item.
    await house.query(
      `with made as (insert into item (tenant_id, uuid, sgtt, sort_title, thumbnail, pressmark,
            pressmark_norm, sort_pressmark, import_uuid)
          select $1, gen_random_uuid(), 'Sheet ' || n, lpad((n / 3)::text, 6, '0'), '{"asset":"x"}', 'SH ' || n,
            'sh ' || n, 'sh ' || n, gen_random_uuid() from generate_series(1, 1500) n returning tenant_id, uuid, sort_title)
        insert into item_link (tenant_id, collection_uuid, item_uuid, sort_title)
          select tenant_id, $2, uuid, sort_title from made`,
      [house.tenantIds.default, box],
    );
    const parts = await Promise.all(['/3', '/4'].map((range) => told(box, client, range)));
    const kinds = parts.map(({ items }) => [
      items.length,
      items.filter(({ type }) => type === 'Manifest').length,
    ]);
    expect(kinds).toEqual([
      [1000, 995],
      [505, 505],
    ]);
    expect(new Set(parts.flatMap(({ items }) => items.map((one) => one.id))).size).toBe(1505);
    for (const range of ['/0', '/5', '/x'])
      expect((await client.send('GET', at(3, box, range))).status).toBe(404);
    expect((await client.send('GET', at(3, shelf, '/1'))).status).toBe(404);
  });
});
