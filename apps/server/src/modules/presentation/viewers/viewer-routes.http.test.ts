import { describe, expect, it } from 'vitest';
import { getImage } from '@armarium/contract/image-calls';
import { getItem } from '@armarium/contract/item-calls';
import { madePng } from '../../../../../../tests/http/made-png.ts';
import {
  importedItem,
  openInstallation,
  settledImport,
  uploaded,
} from '../../../../../../tests/http/test-installation.ts';

const house = await openInstallation({ worker: true });
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const reader = await house.person('default', 'ROLE_RESEARCHER');
const visitor = house.visitor();
const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');

const title = 'Carta </script><script>alert(1)</script>';
const upload = await uploaded(client, { source: madePng(60, 40), name: 'recto.png' });
const { uuid } = await importedItem(client, { sgtt: title, pressmark: 'V 1' }, [
  { uuid: upload.uuid, sgtt: '1r' },
]);
await settledImport(client, uuid);
const bare = await importedItem(client, { sgtt: 'Nothing yet' }, []);

const manifest = `/iiif/presentation/3/${uuid}/manifest`;
const viewers = [`/images/viewers/dzi/?uuid=${uuid}`, `/images/viewers/iiif/?manifest=${manifest}`];
const setVisibility = (visibility: string) =>
  house.query(`update item set visibility = $1 where uuid = $2`, [visibility, uuid]);
const open = async (path: string, who = visitor, headers: Record<string, string> = {}) => {
  const answer = await who.send('GET', path, headers);
  return { ...answer, page: answer.bytes.toString() };
};
const frameAncestors = (headers: Record<string, unknown>) =>
  /frame-ancestors [^;]*/.exec(String(headers['content-security-policy']))?.[0];

describe('a viewer’s page', () => {
  it.each(viewers)('[IIIF-19] of a public record may stand in anybody’s frame: %s', async (path) => {
    await setVisibility('public');
    const { status, headers, page } = await open(path);
    expect([status, frameAncestors(headers)]).toEqual([200, 'frame-ancestors *']);
    expect(headers['x-frame-options']).toBeUndefined();
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(headers['content-security-policy']).not.toContain('unsafe-eval');
    // The title is a text, whatever it says.
    expect(page).toContain('<title>Carta &lt;/script&gt;');
    const data = /<script type="application\/json" id="shown">(.*?)<\/script>/.exec(page)?.[1];
    expect(JSON.parse(data ?? '')).toMatchObject({ title });
  });

  it.each(viewers)('[IIIF-20] of a private one stands in our own frames alone: %s', async (path) => {
    await setVisibility('private');
    const { status, headers } = await open(path, reader);
    expect([status, frameAncestors(headers)]).toEqual([200, "frame-ancestors 'self'"]);
    expect(headers).toMatchObject({
      'x-frame-options': 'SAMEORIGIN',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
    });
    const refused = await open(path);
    expect([refused.status, frameAncestors(refused.headers)]).toEqual([404, "frame-ancestors 'self'"]);
    expect(refused.headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(refused.page).not.toContain('Carta');
  });

  it('tells a visitor to sign in, in the language of the browser, and leads there and back', async () => {
    const [path] = viewers as [string];
    const english = await open(path);
    expect(english.page).toContain('<html lang="en">');
    expect(english.page).toContain('<title>Nothing here for visitors</title>');
    const italian = await open(path, visitor, { 'accept-language': 'de, it-CH;q=0.8, en;q=0.2' });
    expect(italian.page).toContain('<html lang="it">');
    expect(italian.page).toContain('<title>Qui non c’è nulla per i visitatori</title>');
    expect(italian.page).toContain(`href="/ui/login?next=${encodeURIComponent(path)}"`);
  });

  it('is for those who may see the record, of this organisation', async () => {
    const statuses = async () =>
      Promise.all(
        viewers.map(async (path) =>
          Promise.all(
            [client, reader, visitor, stranger, house.visitor('altra')].map(
              async (who) => (await open(path, who)).status,
            ),
          ),
        ),
      );
    await setVisibility('private');
    expect(await statuses()).toEqual([
      [200, 200, 404, 404, 404],
      [200, 200, 404, 404, 404],
    ]);
    await setVisibility('restricted');
    expect(await statuses()).toEqual([
      [200, 404, 404, 404, 404],
      [200, 404, 404, 404, 404],
    ]);
    await setVisibility('public');
    expect(await statuses()).toEqual([
      [200, 200, 200, 404, 404],
      [200, 200, 200, 404, 404],
    ]);
  });

  it('says what is wrong with its address', async () => {
    const said = async (path: string) => {
      const { status, page } = await open(path, client);
      return [status, /<title>(.*?)<\/title>/.exec(page)?.[1]];
    };
    const nothing = [404, 'There is nothing at this address'];
    for (const query of ['', '?uuid=nothing', '?uuid=00000000-0000-4000-8000-000000000000'])
      expect(await said(`/images/viewers/dzi/${query}`)).toEqual(nothing);
    expect(await said(`/images/viewers/dzi/?uuid=${bare.uuid}`)).toEqual([404, 'There is nothing to show']);
    expect(await said(`/images/viewers/iiif/`)).toEqual(nothing);
    expect(await said(`/images/viewers/iiif/?manifest=/ui/`)).toEqual(nothing);
    const { status, headers } = await open(`/images/viewers/dzi?uuid=${uuid}`, client);
    expect([status, headers.location]).toEqual([302, `/images/viewers/dzi/?uuid=${uuid}`]);
  });

  it.each([
    `https://elsewhere.example${manifest}`,
    `//elsewhere.example${manifest}`,
    `javascript:alert(1)//${manifest}`,
    `data:application/json,{}`,
  ])('[IIIF-26] opens no manifest of elsewhere: %s', async (foreign) => {
    const { status, page } = await open(
      `/images/viewers/iiif/?manifest=${encodeURIComponent(foreign)}`,
      client,
    );
    expect(status).toBe(400);
    expect(page).toContain('This manifest is of another catalogue');
    expect(page).not.toContain('elsewhere.example');
  });

  it('[API-075] takes an asset as well as an item, and is where the item says', async () => {
    const { page } = await open(`/images/viewers/dzi/?uuid=${upload.uuid}`, client);
    expect(page).toContain(`"media":[{"uuid":"${upload.uuid}","label":"1r"}]`);
    const { body } = await client.call(getItem, { params: { uuid } });
    const links = [body._links.viewer_dzi, body._links.viewer_iiif].map((link) => new URL(link?.href ?? ''));
    expect(links.map(({ pathname }) => pathname)).toEqual(['/images/viewers/dzi/', '/images/viewers/iiif/']);
    for (const { pathname, search } of links)
      expect((await open(pathname + search, client)).status).toBe(200);
    const { body: without } = await client.call(getItem, { params: { uuid: bare.uuid } });
    const { body: image } = await client.call(getImage, { params: { uuid: upload.uuid } });
    expect(image._links.viewer_dzi?.href).toMatch(new RegExp(`/images/viewers/dzi/\\?uuid=${upload.uuid}$`));
    expect([without._links.viewer_dzi, without._links.viewer_iiif]).toEqual([undefined, undefined]);
  });
});
