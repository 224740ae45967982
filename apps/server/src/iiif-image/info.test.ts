import { describe, expect, test } from 'vitest';
import { infoDocument, infoMediaType, linkHeader } from './info.ts';
import type { SourceInfo } from './source-info.ts';

const ID = 'https://library.example/iiif/3/3f2a';

const SOURCE: SourceInfo = {
  width_px: 1023,
  height_px: 767,
  levels: [
    { width_px: 1023, height_px: 767, scale: 1 },
    { width_px: 511, height_px: 383, scale: 2 },
    { width_px: 255, height_px: 191, scale: 4 },
  ],
  tile_px: 256,
  sizes: [
    { width_px: 400, height_px: 300 },
    { width_px: 255, height_px: 191 },
  ],
  maxArea_px: 700_000,
};

describe('information document', () => {
  test('of version 3', () => {
    const document = infoDocument(3, { id: ID, source: SOURCE });
    expect(document).toEqual({
      '@context': 'http://iiif.io/api/image/3/context.json',
      id: ID,
      type: 'ImageService3',
      protocol: 'http://iiif.io/api/image',
      profile: 'level2',
      width: 1023,
      height: 767,
      maxArea: 700_000,
      sizes: [
        { width: 255, height: 191 },
        { width: 400, height: 300 },
        { width: 511, height: 383 },
      ],
      tiles: [{ width: 256, scaleFactors: [1, 2, 4] }],
      extraFormats: ['webp', 'gif', 'tif'],
      extraQualities: ['color', 'gray', 'bitonal'],
      extraFeatures: [
        'canonicalLinkHeader',
        'mirroring',
        'profileLinkHeader',
        'rotationArbitrary',
        'sizeUpscaling',
      ],
    });
    expect(Object.keys(document)[0]).toBe('@context');
  });

  test('of version 2', () => {
    const document = infoDocument(2, { id: ID, source: SOURCE });
    expect(document).toEqual({
      '@context': 'http://iiif.io/api/image/2/context.json',
      '@id': ID,
      '@type': 'iiif:Image',
      protocol: 'http://iiif.io/api/image',
      width: 1023,
      height: 767,
      sizes: [
        { width: 255, height: 191 },
        { width: 400, height: 300 },
        { width: 511, height: 383 },
      ],
      tiles: [{ width: 256, scaleFactors: [1, 2, 4] }],
      profile: [
        'http://iiif.io/api/image/2/level2.json',
        {
          formats: ['webp', 'gif', 'tif'],
          qualities: ['color', 'gray'],
          maxArea: 700_000,
          supports: [
            'canonicalLinkHeader',
            'mirroring',
            'profileLinkHeader',
            'regionSquare',
            'rotationArbitrary',
            'sizeAboveFull',
          ],
        },
      ],
    });
    expect(Object.keys(document)[0]).toBe('@context');
  });

  test('without a limit every level is a size and nothing is enlarged', () => {
    const { maxArea_px: _, ...unlimited } = SOURCE;
    for (const version of [2, 3] as const) {
      const text = JSON.stringify(infoDocument(version, { id: ID, source: unlimited }));
      expect(text).not.toMatch(/maxArea|sizeUpscaling|sizeAboveFull/);
      expect(text).toContain('{"width":1023,"height":767}');
    }
  });

  test('an image without colour does not advertise it', () => {
    for (const version of [2, 3] as const) {
      const text = JSON.stringify(infoDocument(version, { id: ID, source: { ...SOURCE, monochrome: true } }));
      expect(text).not.toContain('"color"');
      expect(text).toContain('"gray"');
    }
  });
});

describe('media type of the information document', () => {
  const LD_3 = 'application/ld+json;profile="http://iiif.io/api/image/3/context.json"';

  test.each([
    [undefined, LD_3, 'application/json'],
    ['', LD_3, 'application/json'],
    ['*/*', LD_3, 'application/json'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', LD_3, 'application/json'],
    ['application/json', 'application/json', 'application/json'],
    ['Application/JSON; charset=utf-8, */*', 'application/json', 'application/json'],
    ['application/ld+json', LD_3, 'application/ld+json'],
    ['application/ld+json;profile="http://iiif.io/api/image/3/context.json"', LD_3, 'application/ld+json'],
    ['application/ld+json, application/json', LD_3, 'application/ld+json'],
    ['application/ld+json;q=0.5, application/json', 'application/json', 'application/json'],
    ['application/ld+json;q=0.9, application/json; q=0.5', LD_3, 'application/ld+json'],
    ['application/json;q=0', LD_3, 'application/json'],
    ['application/ld+json;q=x', LD_3, 'application/json'],
  ])('Accept: %s', (accept, version3, version2) => {
    expect(infoMediaType(3, accept)).toBe(version3);
    expect(infoMediaType(2, accept)).toBe(version2);
  });
});

test('one Link header names the canonical image and the compliance level', () => {
  expect(linkHeader(3, `${ID}/full/max/0/default.jpg`)).toBe(
    '<https://library.example/iiif/3/3f2a/full/max/0/default.jpg>;rel="canonical",' +
      '<http://iiif.io/api/image/3/level2.json>;rel="profile"',
  );
  expect(linkHeader(2, `${ID}/full/full/0/default.jpg`)).toBe(
    '<https://library.example/iiif/3/3f2a/full/full/0/default.jpg>;rel="canonical",' +
      '<http://iiif.io/api/image/2/level2.json>;rel="profile"',
  );
  expect(linkHeader(3)).toBe('<http://iiif.io/api/image/3/level2.json>;rel="profile"');
});
