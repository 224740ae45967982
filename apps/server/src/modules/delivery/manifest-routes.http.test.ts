import { normalize, Traverse } from '@iiif/parser';
import { convertPresentation2 } from '@iiif/parser/presentation-2';
import { parseManifest, type Manifest } from 'manifesto.js';
import { describe, expect, it } from 'vitest';
import { getItem } from '@armarium/contract/records';
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
    const { metadata } = body as { metadata: { value: { none: string[] } }[] };
    expect(metadata.map(({ value }) => value.none)).toEqual([['Port. 7'], ['Grazioso Benincasa']]);
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
    const nobodyElse = { stranger: 404, strangersVisitor: 401 };
    expect(await statuses()).toEqual({ manager: 200, reader: 200, visitor: 401, ...nobodyElse });
    await house.query(`update item set visibility = 'restricted' where uuid = $1`, [uuid]);
    expect(await statuses()).toEqual({ manager: 200, reader: 404, visitor: 401, ...nobodyElse });
    await house.query(`update item set visibility = 'public' where uuid = $1`, [uuid]);
    expect(await statuses()).toEqual({ manager: 200, reader: 200, visitor: 200, ...nobodyElse });
    expect((await get(3, atTenant('default'))).headers['cache-control']).toBe('public, max-age=60');
  });

  it.each(['nothing', '00000000-0000-4000-8000-000000000000'])('is 404 for %s, with CORS', async (id) => {
    const answer = await client.send('GET', path(3, id), {});
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([404, '*']);
  });
});
