import { describe, expect, it } from 'vitest';
import { citationFile, citationText } from './citation.ts';
import { addressFrom } from './state/viewer-address.ts';
import { embedSnippet, manifestWithToken, viewerAddresses, withToken } from './viewer-addresses.ts';

const origin = 'https://catalogue.example.org';
const uuid = '0199f1a2-0000-7000-8000-000000000001';
const image = '0199f1a2-0000-7000-8000-000000000002';
const manifest = `${origin}/iiif/presentation/3/${uuid}/manifest`;
const links = {
  viewer_dzi: { href: `${origin}/images/viewers/dzi/?uuid=${uuid}` },
  viewer_iiif: { href: `${origin}/images/viewers/iiif/?manifest=${encodeURIComponent(manifest)}` },
};
const item = { _links: links } as never;

describe('the pages that show an item', () => {
  it('are those that it has something for, then the image alone', () => {
    expect(viewerAddresses(item, image, undefined).map(({ name }) => name)).toEqual([
      'images',
      'advanced',
      'image',
    ]);
    expect(viewerAddresses(item, image, undefined).at(-1)?.href).toContain(`uuid=${image}`);
    expect(viewerAddresses({ _links: {} } as never, image, undefined)).toEqual([]);
  });

  it('[SHARE-06] begin with what a viewer says that it shows, where that is none of them', () => {
    const now = `${origin}/images/players/video/?uuid=${image}`;
    expect(viewerAddresses(item, undefined, now)[0]).toEqual({ name: 'now', href: now });
    expect(viewerAddresses(item, undefined, links.viewer_dzi.href).map(({ name }) => name)).toEqual([
      'images',
      'advanced',
    ]);
  });

  it('[SHARE-26] get the token of a share link as a parameter, and in the path of a manifest', () => {
    expect(withToken(links.viewer_dzi.href, uuid, 'abc')).toBe(`${links.viewer_dzi.href}&token=abc`);
    const advanced = new URL(withToken(links.viewer_iiif.href, uuid, 'abc'));
    expect(advanced.searchParams.get('manifest')).toBe(`${origin}/iiif/presentation/3/${uuid}~abc/manifest`);
    expect(manifestWithToken(manifest, uuid, 'abc')).toContain(`${uuid}~abc/`);
  });

  it('stand in a snippet whatever the title holds', () => {
    const snippet = embedSnippet(`${origin}/images/?a=1&b=2`, '"><script>alert(1)</script>');
    expect(snippet).toContain('src="https://catalogue.example.org/images/?a=1&amp;b=2"');
    expect(snippet).not.toContain('<script>');
  });
});

describe('a message with an address', () => {
  const shown = (url: unknown, type = 'armarium:url') => addressFrom({ type, url }, origin);

  it('[SHARE-06] is taken for a page of ours alone', () => {
    expect(shown(links.viewer_dzi.href)).toBe(links.viewer_dzi.href);
    for (const other of [
      'https://elsewhere.example/images/viewers/',
      `${origin}/ui/`,
      'javascript:1',
      7,
      null,
    ])
      expect(shown(other)).toBeUndefined();
    expect(shown(links.viewer_dzi.href, 'url')).toBeUndefined();
    expect(addressFrom('armarium:url', origin)).toBeUndefined();
  });
});

describe('a citation', () => {
  const citing = {
    item: { uuid, sgtt: 'La *Divina commedia', label: '', autn: ' Dante ', pressmark: 'MS 1' },
    keeper: 'Biblioteca',
    address: manifest,
    untitled: 'Untitled',
    on: new Date(2026, 10, 22),
  };

  it('tells author, title as it is read, keeper, pressmark and address', () => {
    expect(citationText(citing, 'accessed today')).toBe(
      `Dante, La Divina commedia, Biblioteca, MS 1. ${manifest} (accessed today).`,
    );
    const anonymous = { ...citing, item: { ...citing.item, autn: '', sgtt: '' } };
    expect(citationText(anonymous, 'x')).toMatch(/^Untitled, Biblioteca/);
  });

  it('is a list of CSL-JSON as a file', () => {
    expect(JSON.parse(citationFile(citing))).toEqual([
      {
        id: uuid,
        type: 'manuscript',
        title: 'La Divina commedia',
        author: [{ literal: 'Dante' }],
        archive: 'Biblioteca',
        'call-number': 'MS 1',
        URL: manifest,
        accessed: { 'date-parts': [[2026, 11, 22]] },
      },
    ]);
  });
});
