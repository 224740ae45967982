import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { deleteImage } from '@armarium/contract/image-calls';
import { changeImageDelivery } from '@armarium/contract/image-delivery';
import { updateItem } from '@armarium/contract/record-edits';
import { createShareLink, revokeShareLink } from '@armarium/contract/sharing';
import { createStory, getStory, updateStory } from '@armarium/contract/story-calls';
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
  ['1r', '1v', '2r'].map((name) => uploaded(administrator, { source, name: `${name}.png` })),
);
const [shown = '', other = '', third = ''] = images.map(({ uuid }) => uuid);
const item = await importedItem(
  administrator,
  { sgtt: 'Atlante <segreto>', pressmark: 'Ms. 7' },
  images.map(({ uuid }) => ({ uuid, sgtt: '' })),
);
await settledImport(administrator, item.uuid);

const stepOn = (canvasUuid: string, xywh: string, more: Partial<StepGiven> = {}): StepGiven => ({
  canvasUuid,
  on: [{ selector: { default: { value: `xywh=${xywh}` } } }],
  ...more,
});
const title = 'La nave </script><b>e il mare';
const step = stepOn(shown, '100,200,800,600', {
  label: 'La <vela>',
  alt: 'Una vela "bianca"',
  resource: [{ chars: '<p>Ecco <strong>qui</strong> <a href="https://example.org/x">di più</a></p>' }],
});
/** Where the server answers. */
let origin = '';
async function madeStory(annotations: StepGiven[], sgtt = title): Promise<string> {
  const customMetadataList = [
    { name: 'sgtt', value: sgtt },
    { name: 'autn', value: 'Ada & Bruno' },
  ];
  const answer = await administrator.call(createStory, { body: { customMetadataList, annotations } });
  expect(answer.status).toBe(201);
  ({ origin } = new URL(answer.body._links.self.href));
  return answer.body.uuid;
}
const change = (uuid: string, body: object) => administrator.call(updateStory, { params: { uuid }, body });
const address = (uuid: string, more = '') => `/images/viewers/story/?storyID=${uuid}${more}`;
const open = async (path: string, who = visitor, headers: Record<string, string> = {}) => {
  const answer = await who.send('GET', path, headers);
  return { ...answer, page: answer.bytes.toString() };
};
/** What the page gives the player. */
const dataOf = (page: string) =>
  JSON.parse(/<script type="application\/json" id="shown">(.*?)<\/script>/.exec(page)?.[1] ?? '') as {
    suffix: string;
    images: { uuid: string; width: number; height: number }[];
    steps: { image: number | null; region: object; alt: string }[];
  };
const days = (count: number) => new Date(Date.now() + count * 24 * 60 * 60 * 1000).toISOString();

describe('the page of a story', () => {
  it('[SHARE-12] [IIIF-19] is open to anybody while it is public, in frames of any site, and can be found', async () => {
    const uuid = await madeStory([step]);
    expect((await open(address(uuid))).status).toBe(404);
    await change(uuid, { visibility: 'public', confirmedImages: [shown] });
    const { status, headers, page } = await open(address(uuid));
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toContain('frame-ancestors *');
    expect(headers['x-frame-options']).toBeUndefined();
    const whole = `${origin}${address(uuid)}`;
    expect(page).toContain(`<link rel="canonical" href="${whole}" />`);
    expect(page).toContain(
      '<meta property="og:title" content="La nave &lt;/script&gt;&lt;b&gt;e il mare" />',
    );
    expect(page).toContain('<meta property="og:description" content="Ecco qui di più" />');
    expect(page).toContain(`${origin}/iiif/3/${shown}/100,200,800,600/800,600/0/default.jpg`);
    expect(page).not.toContain('noindex');
    const told = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page)?.[1] ?? '';
    expect(JSON.parse(told)).toMatchObject({
      '@type': 'Article',
      headline: title,
      author: { name: 'Ada & Bruno' },
      url: whole,
    });
  });

  it('tells the whole story without a script, its texts as texts', async () => {
    const uuid = await madeStory([step, stepOn(shown, '0,0,1600,1200')]);
    const { page } = await open(address(uuid), reader);
    const article = /<article.*<\/article>/s.exec(page)?.[0] ?? '';
    expect(article).toContain('<h1 dir="auto">La nave &lt;/script&gt;&lt;b&gt;e il mare</h1>');
    expect(article).toContain(
      '<span class="number">1</span> <span class="name" dir="auto">La &lt;vela&gt;</span>',
    );
    expect(article).toContain('alt="Una vela &quot;bianca&quot;"');
    expect(article).toContain(
      '<p>Ecco <strong>qui</strong> <a target="_blank" rel="noopener" href="https://example.org/x">',
    );
    expect(article).toContain('<cite>Atlante &lt;segreto&gt;</cite>');
    expect(article).toContain('Ms. 7');
    expect(article).toContain(`/iiif/presentation/3/${item.uuid}/manifest`);
    // What has no text of its own is called by its item.
    expect(article).toContain('alt="Atlante &lt;segreto&gt;"');
    // Each picture is there at the size that the page says.
    const [src = '', width = '', height = ''] =
      /<img src="([^"]+)"[^>]* width="(\d+)" height="(\d+)"/.exec(article)?.slice(1) ?? [];
    const picture = await reader.send('GET', src);
    expect(await sharp(picture.bytes).metadata()).toMatchObject({
      width: Number(width),
      height: Number(height),
    });
  });

  it('has no script and no player as `view=page`, which leads to the player', async () => {
    const uuid = await madeStory([step]);
    const { page, status } = await open(address(uuid, '&view=page'), reader);
    expect(status).toBe(200);
    expect(page).not.toMatch(/<script(?! type="application\/ld\+json")/);
    expect(page).toContain(`href="${address(uuid)}">Watch the story</a>`);
    expect(page).toContain('La &lt;vela&gt;');
    const italian = await open(address(uuid, '&view=page'), reader, { 'accept-language': 'it' });
    expect(italian.page).toContain('>Guarda la storia</a>');
  });

  it('of a private story is for members alone, and is not for search engines', async () => {
    const uuid = await madeStory([step]);
    const statuses = await Promise.all(
      [reader, visitor, stranger, house.visitor('altra')].map(
        async (who) => (await open(address(uuid), who)).status,
      ),
    );
    expect(statuses).toEqual([200, 404, 404, 404]);
    const { page, headers } = await open(address(uuid), reader);
    expect(page).toContain('<meta name="robots" content="noindex" />');
    expect(page).not.toMatch(/canonical|ld\+json|og:url/);
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-frame-options': 'SAMEORIGIN' });
    await change(uuid, { visibility: 'restricted' });
    expect((await open(address(uuid), reader)).status).toBe(404);
    for (const wrong of ['', 'nothing', '00000000-0000-4000-8000-000000000000', item.uuid])
      expect((await open(address(wrong), administrator)).status).toBe(404);
  });

  it('[SHARE-23] tells visitors nothing of an image that nobody agreed to show, and keeps its text', async () => {
    const uuid = await madeStory([step]);
    await change(uuid, { visibility: 'public', confirmedImages: [shown] });
    await change(uuid, { annotations: [step, stepOn(other, '0,0,100,100', { label: 'Il resto' })] });
    const { page } = await open(address(uuid));
    expect(page).toContain('Il resto');
    expect(page).not.toContain(other);
    expect(dataOf(page).steps.map(({ image }) => image)).toEqual([0, null]);
    expect(page).toContain('This picture is not shown');
    expect(JSON.stringify(dataOf(page).steps[1])).not.toMatch(/region|alt/);
    const member = await open(address(uuid), reader);
    expect([dataOf(member.page).images.length, member.headers['cache-control']]).toEqual([
      2,
      'private, no-store',
    ]);
    // Of a private item visitors are told what its picture is, and led to no manifest.
    expect(page).toContain('Atlante');
    expect(page).not.toContain('/iiif/presentation/');
  });

  it('hides the images of a restricted item from members who don’t see it', async () => {
    const uuid = await madeStory([step], 'Riservata');
    const restrict = (visibility: 'restricted' | 'private') =>
      administrator.call(updateItem, { params: { uuid: item.uuid }, body: { visibility } });
    await restrict('restricted');
    const hidden = await open(address(uuid), reader);
    expect(hidden.status).toBe(200);
    for (const secret of ['Atlante', 'Ms. 7', shown]) expect(hidden.page).not.toContain(secret);
    expect((await open(address(uuid), administrator)).page).toContain('Atlante');
    // Nobody sees less than a visitor, who sees what somebody agreed to show.
    await change(uuid, { visibility: 'public', confirmedImages: [shown] });
    for (const who of [visitor, reader]) {
      const { page } = await open(address(uuid), who);
      expect(dataOf(page).images).toMatchObject([{ uuid: shown }]);
      expect(page).not.toContain('/iiif/presentation/');
    }
    await restrict('private');
  });

  it('[SHARE-14] [SHARE-15] opens by the token of a link, and with it all that it shows, until the link is withdrawn', async () => {
    const uuid = await madeStory([step]);
    const link = await administrator.call(createShareLink, {
      body: { recordUuid: uuid, expiresAt: days(1), confirmedImages: [shown] },
    });
    const token = `&token=${link.body.token}`;
    const { status, page, headers } = await open(address(uuid, token));
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toContain('frame-ancestors *');
    expect(page).toContain('noindex');
    expect(dataOf(page).suffix).toBe(`~${link.body.token}`);
    const [src = ''] = /<img src="([^"]+)"/.exec(page)?.slice(1) ?? [];
    expect(src).toContain(`/iiif/3/${shown}~${link.body.token}/`);
    expect((await visitor.send('GET', src)).status).toBe(200);
    const article = await open(address(uuid, `${token}&view=page`));
    expect(article.page).toContain(`href="${address(uuid, `&amp;token=${link.body.token}`)}"`);
    const ofOther = await madeStory([step]);
    expect((await open(address(ofOther, token))).page).toContain('This link is no longer valid');
    await administrator.call(revokeShareLink, { params: { uuid: link.body.uuid } });
    expect((await open(address(uuid, token))).status).toBe(404);
  });

  it('gives visitors the images, and the regions in them, at the public size', async () => {
    const uuid = await madeStory([step]);
    await change(uuid, { visibility: 'public', confirmedImages: [shown] });
    await administrator.call(changeImageDelivery, { body: { publicMaxPx: 1200 } });
    const { page } = await open(address(uuid));
    expect(dataOf(page)).toMatchObject({
      images: [{ uuid: shown, width: 1200, height: 900 }],
      steps: [{ region: { x: 75, y: 150, width: 600, height: 450 } }],
    });
    const [src = ''] = /<img src="([^"]+)"/.exec(page)?.slice(1) ?? [];
    expect((await visitor.send('GET', src)).status).toBe(200);
    expect(dataOf((await open(address(uuid), reader)).page).images).toMatchObject([
      { width: 1600, height: 1200 },
    ]);
    await administrator.call(changeImageDelivery, { body: { publicMaxPx: null } });
  });

  it('shows a step whose image is in the trash as text, and a story without steps as its title', async () => {
    const uuid = await madeStory([step, stepOn(third, '0,0,100,100', { label: 'Perduta' })]);
    await administrator.call(deleteImage, { params: { uuid: third } });
    const { page } = await open(address(uuid), reader);
    expect(page).toContain('Perduta');
    expect(page).not.toContain(third);
    const empty = await open(address(await madeStory([])), reader);
    expect([empty.status, empty.page.includes('This story has no steps yet.')]).toEqual([200, true]);
  });

  it('is where the story says', async () => {
    const uuid = await madeStory([step]);
    const { body } = await administrator.call(getStory, { params: { uuid } });
    const { pathname, search } = new URL(body._links.viewer.href);
    expect(pathname + search).toBe(address(uuid));
  });
});
