import { describe, expect, test } from 'vitest';
import type { ImageApiVersion } from './image-api.ts';
import { parseImageRequest, type RequestSegments } from './parse.ts';
import { ImageRequestError, type RequestPart } from './request-error.ts';

const PLAIN: RequestSegments = {
  region: 'full',
  size: 'max',
  rotation: '0',
  quality: 'default',
  format: 'jpg',
};

const VERSIONS: ImageApiVersion[] = [2, 3];

function refusal(version: ImageApiVersion, segments: Partial<RequestSegments>): ImageRequestError {
  try {
    parseImageRequest(version, { ...PLAIN, ...segments });
  } catch (error) {
    if (error instanceof ImageRequestError) return error;
    throw error;
  }
  throw new Error(`version ${version} took ${JSON.stringify(segments)}`);
}

function refused(version: ImageApiVersion, part: RequestPart, text: string): void {
  const error = refusal(version, { [part]: text });
  expect(error.part).toBe(part);
  expect(error.status).toBe(400);
  expect(error.message).toMatch(new RegExp(`^${part}: `));
}

describe.each(VERSIONS)('version %i', (version) => {
  const parse = (segments: Partial<RequestSegments>) => parseImageRequest(version, { ...PLAIN, ...segments });

  test.each([
    ['full', { kind: 'full' }],
    ['square', { kind: 'square' }],
    ['1,2,3,4', { kind: 'pixels', left_px: 1, top_px: 2, width_px: 3, height_px: 4 }],
    ['0,0,0,0', { kind: 'pixels', left_px: 0, top_px: 0, width_px: 0, height_px: 0 }],
    ['1%2C2%2c3,4', { kind: 'pixels', left_px: 1, top_px: 2, width_px: 3, height_px: 4 }],
    ['pct:1,2,3,4', { kind: 'percent', left: 1, top: 2, width: 3, height: 4 }],
    ['pct:41.6,7.5,.5,0.25', { kind: 'percent', left: 41.6, top: 7.5, width: 0.5, height: 0.25 }],
    ['pct%3A1,2,3,4', { kind: 'percent', left: 1, top: 2, width: 3, height: 4 }],
    ['%66ull', { kind: 'full' }],
  ])('region %s', (text, region) => {
    expect(parse({ region: text }).region).toEqual(region);
  });

  test.each([
    '',
    'Full',
    'full ',
    ' full',
    'fullsquare',
    'max',
    '1,2,3',
    '1,2,3,',
    ',2,3,4',
    '1,2,3,4,5',
    '-1,2,3,4',
    '+1,2,3,4',
    '1.5,2,3,4',
    '1.0,2,3,4',
    '1e3,2,3,4',
    '0x1,2,3,4',
    '1 ,2,3,4',
    '١,2,3,4',
    '1;2;3;4',
    'NaN,0,1,1',
    'Infinity,0,1,1',
    'pct:',
    'pct:1,2,3',
    'pct:1,2,3,-4',
    'pct:1,2,3,4.',
    'pct:1,2,3,.',
    'pct:1,2,3,1e1',
    'pct:1,2,3,4%',
    'PCT:1,2,3,4',
    'pct:1,2,3,4\n',
    '1,2,3,4\n',
    '%',
    '%zz',
    '%E0%A4%A',
    'full%00',
    '%2566ull',
  ])('no region: %j', (text) => {
    refused(version, 'region', text);
  });

  test.each([
    ['0', false, 0],
    ['90', false, 90],
    ['359.9', false, 359.9],
    ['360', false, 0],
    ['360.0', false, 0],
    ['!0', true, 0],
    ['!180', true, 180],
    ['%21180', true, 180],
    ['22.5', false, 22.5],
    ['.5', false, 0.5],
    ['007', false, 7],
    ['1.12345678901234', false, 1.123456789],
    ['0.00000000001', false, 0],
  ])('rotation %s', (text, mirror, degrees) => {
    expect(parse({ rotation: text }).rotation).toEqual({ mirror, degrees });
  });

  test.each([
    '',
    '!',
    '-90',
    '+90',
    '360.1',
    '361',
    '9e1',
    '90.',
    '!!90',
    '90!',
    'ninety',
    '90 ',
    'NaN',
    '0,5',
  ])('no rotation: %j', (text) => {
    refused(version, 'rotation', text);
  });

  test('qualities and formats', () => {
    for (const quality of ['default', 'color', 'gray', 'bitonal']) {
      expect(parse({ quality }).quality).toBe(quality);
    }
    for (const format of ['jpg', 'png', 'webp', 'gif', 'tif']) expect(parse({ format }).format).toBe(format);
    for (const quality of ['', 'native', 'grey', 'colour', 'Default', 'toString']) {
      refused(version, 'quality', quality);
    }
    for (const format of ['', 'jpeg', 'JPG', 'jp2', 'pdf', 'tiff', 'toString', '__proto__']) {
      refused(version, 'format', format);
    }
  });

  test.each([
    '',
    ',',
    'w,',
    '!10,',
    '!,10',
    '!max',
    '10',
    '10,10,10',
    '-10,',
    '+10,',
    '10.5,',
    '1e2,',
    ',1e2',
    '10, 10',
    'pct:',
    'pct:-5',
    'pct:5.',
    'pct:1e1',
    'pct:50%',
    'pct:5,5',
    'Max',
    'max ',
    'max\n',
    '^',
    '^^max',
    '!^10,10',
    ',^240',
    '^full',
    '%5',
  ])('no size: %j', (text) => {
    refused(version, 'size', text);
  });

  test('the first wrong part is the one named', () => {
    expect(refusal(version, { size: 'x', format: 'y' }).part).toBe('size');
  });
});

describe('sizes of version 3', () => {
  test.each([
    ['max', { kind: 'max', enlarge: false }],
    ['^max', { kind: 'max', enlarge: true }],
    ['%5Emax', { kind: 'max', enlarge: true }],
    ['10,', { kind: 'width', width_px: 10, enlarge: false }],
    ['^10,', { kind: 'width', width_px: 10, enlarge: true }],
    [',10', { kind: 'height', height_px: 10, enlarge: false }],
    ['%5e%2C10', { kind: 'height', height_px: 10, enlarge: true }],
    ['pct:50', { kind: 'percent', percent: 50, enlarge: false }],
    ['pct%3A33.3', { kind: 'percent', percent: 33.3, enlarge: false }],
    ['^pct:150', { kind: 'percent', percent: 150, enlarge: true }],
    ['10,20', { kind: 'exact', width_px: 10, height_px: 20, enlarge: false }],
    ['^10,20', { kind: 'exact', width_px: 10, height_px: 20, enlarge: true }],
    ['!10,20', { kind: 'confined', width_px: 10, height_px: 20, enlarge: false }],
    ['%2110%2C20', { kind: 'confined', width_px: 10, height_px: 20, enlarge: false }],
    ['^!10,20', { kind: 'confined', width_px: 10, height_px: 20, enlarge: true }],
  ])('%s', (text, size) => {
    expect(parseImageRequest(3, { ...PLAIN, size: text }).size).toEqual(size);
  });

  test('full is of version 2 only, and more than 100 percent wants ^', () => {
    refused(3, 'size', 'full');
    refused(3, 'size', 'pct:100.1');
  });
});

describe('sizes of version 2', () => {
  test.each([
    ['full', { kind: 'unscaled', enlarge: false }],
    ['max', { kind: 'max', enlarge: false }],
    ['10,', { kind: 'width', width_px: 10, enlarge: true }],
    [',10', { kind: 'height', height_px: 10, enlarge: true }],
    ['pct:150', { kind: 'percent', percent: 150, enlarge: true }],
    ['10,20', { kind: 'exact', width_px: 10, height_px: 20, enlarge: true }],
    ['!10,20', { kind: 'confined', width_px: 10, height_px: 20, enlarge: false }],
  ])('%s', (text, size) => {
    expect(parseImageRequest(2, { ...PLAIN, size: text }).size).toEqual(size);
  });

  test.each(['^max', '^10,', '^,10', '^10,10', '^!10,10', '^pct:50', '%5Emax'])(
    '%s is of version 3 only',
    (text) => {
      refused(2, 'size', text);
    },
  );
});
