import { existsSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../../tests/harness/http-client.ts';
import {
  importedItem,
  openInstallation,
  settledImport,
  uploaded,
} from '../../../../../tests/http/test-installation.ts';

/**
 * What the IIIF community's image validator asks of a server, by its names and at its levels (0 to 3; 3 is what no
 * level requires), in both versions: `image-validator` for 2.0 and 2.1, its later tests for 3.0. Its picture is a
 * board of 10 × 10 squares of 100 px, no two of one colour, so that what is shown can be told by its colours.
 *
 * One of its tests isn't followed: `size_noup` wants `!2000,3000` refused in version 3, where the standard (§4.2)
 * gives the region as it is.
 */
const samples = resolve(import.meta.dirname, '../../../../../../shared/data/images');
const board = join(samples, '67352ccc-d1b0-11e1-89ae-279075081939.png');
const engraving = join(samples, 'derived-balloon.webp');
const areAbsent = !existsSync(board) || !existsSync(engraving);

const house = areAbsent ? undefined : await openInstallation({ worker: true });

type Version = 2 | 3;
type Rgb = readonly [number, number, number];
/** A square of the board by its column and row, from 0. */
type Square = readonly [column: number, row: number];

interface Wanted {
  /** `{region}/{size}/{rotation}/{quality}.{format}`, or another path below the image's. */
  readonly path: string;
  readonly status?: number | readonly number[];
  readonly size_px?: readonly [number, number];
  /** How many squares the answer shows across and down, and which one stands where. */
  readonly squares?: { across: number; down: number; at: (column: number, row: number) => Square };
  readonly format?: string;
  /** Another image in place of the board. */
  readonly id?: string;
  readonly headers?: Record<string, string>;
  readonly look?: (answer: Answer<unknown>, version: Version) => void | Promise<void>;
}

const whole = { across: 10, down: 10, at: (x: number, y: number): Square => [x, y] };
const from = (left: number, top: number, across: number, down = across) => ({
  across,
  down,
  at: (x: number, y: number): Square => [left + x, top + y],
});
const full = (version: Version) => (version === 2 ? 'full' : 'max');
const every = [2, 3] as const;
const typeOf = { jpg: 'jpeg', png: 'png', gif: 'gif', tif: 'tiff', webp: 'webp' } as const;

const table: readonly (readonly [
  name: string,
  level: 0 | 1 | 2 | 3,
  versions: readonly Version[],
  wanted: (version: Version) => readonly Wanted[],
])[] = [
  ['info_json', 0, every, () => [{ path: 'info.json', look: looksLikeInformation }]],
  ['info_xml, which there is none of', 0, every, () => [{ path: 'info.xml', status: 404 }]],
  ['cors', 1, every, () => [{ path: 'info.json', look: hasCors }]],
  [
    'jsonld',
    1,
    every,
    () => [
      {
        path: 'info.json',
        headers: { accept: 'application/ld+json' },
        look: ({ headers }) => expect(headers['content-type']).toMatch(/^application\/ld\+json/),
      },
      {
        path: 'info.json',
        headers: { accept: 'application/json' },
        look: ({ headers }) => expect(headers['content-type']).toMatch(/^application\/json/),
      },
    ],
  ],
  ['baseurl_redirect', 1, every, () => [{ path: '', status: 303, look: leadsToInformation }]],
  [
    'linkheader_canonical',
    3,
    every,
    (version) => [{ path: `pct:0,0,50,50/${full(version)}/360/color.jpg`, look: namesItsCanonicalForm }],
  ],
  [
    'linkheader_profile',
    3,
    every,
    (version) => [
      ...['info.json', `full/${full(version)}/0/default.jpg`].map((path) => ({
        path,
        look: ({ headers }: Answer<unknown>) =>
          expect(headers.link).toContain(`<http://iiif.io/api/image/${version}/level2.json>;rel="profile"`),
      })),
    ],
  ],
  ['id_basic', 0, every, (v) => [{ path: `full/${full(v)}/0/default.jpg`, format: 'jpeg' }]],
  [
    'id_squares',
    0,
    every,
    (v) => [{ path: `full/${full(v)}/0/default.jpg`, squares: whole, size_px: [1000, 1000] }],
  ],
  [
    'id_escaped',
    1,
    every,
    (v) => [{ id: 'escaped', path: `full/${full(v)}/0/default.jpg`, squares: whole, format: 'jpeg' }],
  ],
  ['id_error_random', 1, every, () => [{ id: randomUUID(), path: 'info.json', status: 404, look: hasCors }]],
  ['id_error_escapedslash', 1, every, () => [{ id: 'a%2Fb', path: 'info.json', status: 404, look: hasCors }]],
  ['id_error_unescaped', 1, every, () => [{ id: '[frob]', path: 'info.json', status: [400, 404] }]],
  [
    'region_pixels',
    1,
    every,
    (v) =>
      [
        [3, 7],
        [0, 0],
        [9, 9],
      ].map(([x = 0, y = 0]) => ({
        path: `${x * 100 + 13},${y * 100 + 13},74,74/${full(v)}/0/default.jpg`,
        size_px: [74, 74] as const,
        squares: from(x, y, 1),
      })),
  ],
  [
    'region_percent',
    2,
    every,
    (v) => [
      { path: `pct:21.3,51.3,7.4,7.4/${full(v)}/0/default.jpg`, size_px: [74, 74], squares: from(2, 5, 1) },
      { path: `pct:50,50,50,50/${full(v)}/0/default.png`, size_px: [500, 500], squares: from(5, 5, 5) },
    ],
  ],
  ['region_square', 1, every, (v) => [{ path: `square/${full(v)}/0/default.jpg`, squares: whole }]],
  [
    'region_error_random',
    1,
    every,
    (v) =>
      ['sdfjkl', '1000,0,10,10', '0,0,0,10', 'pct:101,0,5,5', '0,0,-1,5', '1.5,0,10,10'].map((region) => ({
        path: `${region}/${full(v)}/0/default.jpg`,
        status: 400,
        look: hasCors,
      })),
  ],
  ['size_wc', 1, every, () => [{ path: 'full/515,/0/default.jpg', size_px: [515, 515], squares: whole }]],
  ['size_ch', 1, every, () => [{ path: 'full/,515/0/default.jpg', size_px: [515, 515], squares: whole }]],
  [
    'size_pct',
    1,
    every,
    () =>
      [25, 51.5, 40].map((percent) => ({
        path: `full/pct:${percent}/0/default.jpg`,
        size_px: [percent * 10, percent * 10] as const,
        squares: whole,
      })),
  ],
  [
    'size_bwh',
    2,
    every,
    () => [{ path: 'full/!400,250/0/default.jpg', size_px: [250, 250], squares: whole }],
  ],
  ['size_wh', 2, every, () => [{ path: 'full/350,150/0/default.jpg', size_px: [350, 150], squares: whole }]],
  [
    'size_up',
    3,
    every,
    (v) =>
      [',1510', '1510,', '1510,1510', 'pct:151'].map((size) => ({
        path: `full/${v === 3 ? '^' : ''}${size}/0/default.jpg`,
        size_px: [1510, 1510] as const,
        squares: whole,
      })),
  ],
  [
    'size_noup',
    1,
    [3],
    () =>
      ['1500,1500', ',1500', '1500,', 'pct:200'].map((size) => ({
        path: `full/${size}/0/default.jpg`,
        status: 400,
        look: hasCors,
      })),
  ],
  ['size_nofull', 1, [3], () => [{ path: 'full/full/0/default.jpg', status: 400 }]],
  [
    'size_region',
    1,
    every,
    () => [{ path: '300,600,100,100/35,/0/default.jpg', size_px: [35, 35], squares: from(3, 6, 1) }],
  ],
  [
    'size_error_random',
    1,
    every,
    () =>
      ['sdfjkl', '0,', ',0', '0,0', ',', '', 'pct:0', '!,', '10.5,', '-10,', '99999,99999'].map((size) => ({
        path: `full/${size}/0/default.jpg`,
        status: 400,
        look: hasCors,
      })),
  ],
  [
    'rot_full_basic',
    2,
    every,
    (v) => [
      turned(v, '0', (x, y) => [x, y]),
      turned(v, '90', (x, y) => [y, 9 - x]),
      turned(v, '180', (x, y) => [9 - x, 9 - y]),
      turned(v, '270', (x, y) => [9 - y, x]),
    ],
  ],
  [
    'rot_region_basic',
    2,
    every,
    (v) =>
      [90, 180, 270].map((degrees) => ({
        path: `413,613,74,74/${full(v)}/${degrees}/default.jpg`,
        size_px: [74, 74] as const,
        squares: from(4, 6, 1),
      })),
  ],
  [
    'rot_full_non90',
    3,
    every,
    (v) => [
      { path: `full/${full(v)}/22.5/default.jpg`, size_px: [1307, 1307], look: hasCorners([255, 255, 255]) },
      { path: `full/200,/45/default.png`, size_px: [283, 283], look: hasCorners('clear') },
    ],
  ],
  ['rot_mirror', 3, every, (v) => [turned(v, '!0', (x, y) => [9 - x, y])]],
  ['rot_mirror_180', 3, every, (v) => [turned(v, '!180', (x, y) => [x, 9 - y])]],
  [
    'rot_error_random',
    1,
    every,
    (v) =>
      ['sdfg', '361', '-1', '!!0', '1e2', '0!', ''].map((rotation) => ({
        path: `full/${full(v)}/${rotation}/default.jpg`,
        status: 400,
        look: hasCors,
      })),
  ],
  ['quality_color', 2, every, (v) => [{ path: `full/${full(v)}/0/color.jpg`, squares: whole }]],
  ['quality_grey', 2, every, (v) => [{ path: `full/${full(v)}/0/gray.jpg`, look: hasChannels(1) }]],
  [
    'quality_bitonal',
    2,
    every,
    (v) => [{ path: `full/${full(v)}/0/bitonal.png`, format: 'png', look: hasOnlyBlackAndWhite }],
  ],
  [
    'quality_error_random',
    1,
    every,
    (v) =>
      ['sdfjkl', 'native', 'grey', ''].map((quality) => ({
        path: `full/${full(v)}/0/${quality}.jpg`,
        status: 400,
        look: hasCors,
      })),
  ],
  ...(['jpg', 'png', 'gif', 'tif', 'webp'] as const).map(
    (format) =>
      [
        `format_${format}`,
        ({ jpg: 0, png: 2, gif: 3, tif: 3, webp: 3 } as const)[format],
        every,
        (v: Version) => [
          { path: `full/${full(v)}/0/default.${format}`, format: typeOf[format], squares: whole },
        ],
      ] as const,
  ),
  [
    'format_jp2, format_pdf, which nothing says there is',
    3,
    every,
    (v) => ['jp2', 'pdf'].map((format) => ({ path: `full/${full(v)}/0/default.${format}`, status: 400 })),
  ],
  [
    'format_conneg, of which the versions served know nothing: the path decides',
    3,
    every,
    (v) => [{ path: `full/${full(v)}/0/default.jpg`, headers: { accept: 'image/png' }, format: 'jpeg' }],
  ],
  [
    'format_error_random',
    1,
    every,
    (v) =>
      ['sdf', 'jpeg', 'JPG', ''].map((format) => ({
        path: `full/${full(v)}/0/default.${format}`,
        status: [400, 415, 503],
        look: hasCors,
      })),
  ],
];

function turned(version: Version, rotation: string, at: (x: number, y: number) => Square): Wanted {
  return {
    path: `full/${full(version)}/${rotation}/default.jpg`,
    size_px: [1000, 1000],
    squares: { across: 10, down: 10, at },
  };
}

function hasCors({ headers }: Answer<unknown>): void {
  expect(headers['access-control-allow-origin']).toBe('*');
}

function leadsToInformation({ headers }: Answer<unknown>, version: Version): void {
  expect(headers.location).toMatch(new RegExp(`^http://[^/]+/iiif/${version}/[0-9a-f-]{36}/info[.]json$`));
}

function namesItsCanonicalForm({ headers }: Answer<unknown>, version: Version): void {
  const size = version === 2 ? 'full' : 'max';
  expect(headers.link).toMatch(
    new RegExp(`^<http://[^>]+/0,0,500,500/${size}/0/default[.]jpg>;rel="canonical",<[^>]+>;rel="profile"$`),
  );
}

function looksLikeInformation({ body, headers }: Answer<unknown>, version: Version): void {
  const document = body as Record<string, unknown>;
  expect(headers['content-type']).toMatch(/^application\/(ld\+)?json/);
  expect(document).toMatchObject({
    '@context': `http://iiif.io/api/image/${version}/context.json`,
    protocol: 'http://iiif.io/api/image',
    width: 1000,
    height: 1000,
  });
  expect(document[version === 2 ? '@id' : 'id']).toMatch(
    new RegExp(`^http://[^/]+/iiif/${version}/[0-9a-f-]{36}$`),
  );
  if (version === 3) expect(document).toMatchObject({ type: 'ImageService3', profile: 'level2' });
  else expect((document['profile'] as string[])[0]).toBe('http://iiif.io/api/image/2/level2.json');
  for (const size of document['sizes'] as object[]) {
    expect(size).toEqual({ width: expect.any(Number), height: expect.any(Number) });
  }
}

function hasChannels(count: number) {
  return async ({ bytes }: Answer<unknown>) => {
    expect((await sharp(bytes).metadata()).channels).toBe(count);
  };
}

async function hasOnlyBlackAndWhite({ bytes }: Answer<unknown>): Promise<void> {
  const data = await sharp(bytes).toColourspace('b-w').raw().toBuffer();
  expect([...new Set(data)].toSorted((one, other) => one - other)).toEqual([0, 255]);
}

function hasCorners(wanted: Rgb | 'clear') {
  return async ({ bytes }: Answer<unknown>) => {
    const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    for (const at of [0, info.width - 1, info.width * (info.height - 1), info.width * info.height - 1]) {
      const [r, g, b, alpha] = data.subarray(at * 4, at * 4 + 4);
      expect(wanted === 'clear' ? alpha : [r, g, b, alpha]).toEqual(
        wanted === 'clear' ? 0 : [...wanted, 255],
      );
    }
  };
}

/** The mean colour of the middle of one place of a grid, where no neighbour's colour reaches. */
async function middleOf(bytes: Buffer, across: number, down: number): Promise<(place: Square) => Rgb> {
  const { data, info } = await sharp(bytes)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [width, height] = [info.width / across, info.height / down];
  return ([column, row]) => {
    const sum = [0, 0, 0];
    let count = 0;
    for (let y = Math.floor((row + 0.4) * height); y < (row + 0.6) * height; y += 1) {
      for (let x = Math.floor((column + 0.4) * width); x < (column + 0.6) * width; x += 1) {
        for (const channel of [0, 1, 2]) {
          sum[channel] = (sum[channel] ?? 0) + (data[(y * info.width + x) * info.channels + channel] ?? 0);
        }
        count += 1;
      }
    }
    const [r = 0, g = 0, b = 0] = sum.map((value) => value / count);
    return [r, g, b];
  };
}

describe.skipIf(!house)('the IIIF image validator (skipped where its picture is absent)', async () => {
  if (!house) return;
  const client = await house.person('default', 'ROLE_TENANT_ADMIN');
  const imported = async (source: string) => {
    const upload = await uploaded(client, { source, name: 'picture' });
    const item = await importedItem(client, {}, [upload]);
    expect((await settledImport(client, item.uuid)).overall.importState).toBe('DONE');
    return upload.uuid;
  };
  const image = await imported(board);
  const colourOf = await middleOf(await sharp(board).png().toBuffer(), 10, 10);

  const ask = (version: Version, { id = image, path, headers }: Wanted) => {
    const written = id === 'escaped' ? image.replace(/-/g, '%2D') : id;
    return client.send('GET', `/iiif/${version}/${written}${path && `/${path}`}`, headers);
  };

  it.each(
    table.flatMap(([name, level, versions, wanted]) =>
      versions.map((v) => [name, level, v, wanted] as const),
    ),
  )('[IIIF-01, IIIF-02, IIIF-07] %s (level %i, version %i)', async (_name, _level, version, wantedOf) => {
    for (const wanted of wantedOf(version)) {
      const answer = await ask(version, wanted);
      const statuses = [wanted.status ?? 200].flat();
      expect({ path: wanted.path, statuses, status: answer.status }).toEqual({
        path: wanted.path,
        statuses,
        status: statuses.find((status) => status === answer.status),
      });
      await wanted.look?.(answer, version);
      if (answer.status !== 200 || wanted.path === 'info.json') continue;
      const { width, height, format } = await sharp(answer.bytes).metadata();
      if (wanted.format)
        expect({ path: wanted.path, format }).toEqual({ path: wanted.path, format: wanted.format });
      if (wanted.size_px) expect([wanted.path, width, height]).toEqual([wanted.path, ...wanted.size_px]);
      if (!wanted.squares) continue;
      const { across, down, at } = wanted.squares;
      const shown = await middleOf(answer.bytes, across, down);
      for (let row = 0; row < down; row += 1) {
        for (let column = 0; column < across; column += 1) {
          const [found, expected] = [shown([column, row]), colourOf(at(column, row))];
          const farthest = Math.max(...found.map((value, index) => Math.abs(value - (expected[index] ?? 0))));
          expect({ path: wanted.path, column, row, found, expected, isNear: farthest < 6 }).toMatchObject({
            isNear: true,
          });
        }
      }
    }
  });

  it('[IIIF-01, IIIF-02] a picture comes as another program cuts and scales it', async () => {
    const id = await imported(engraving);
    const original = sharp(engraving).removeAlpha().toColourspace('srgb');
    const { width, height } = await original.metadata();
    const requests: [region: [number, number, number, number], width_px: number, height_px: number][] = [
      [[0, 0, width, height], Math.round(width / 3), Math.round(height / 3)],
      [[256, 512, 512, 512], 256, 256],
      [[501, 777, 333, 257], 333, 257],
      [[width - 401, height - 303, 401, 303], 201, 152],
      [[100, 40, 800, 1200], 200, 300],
    ];
    for (const version of every) {
      for (const [[left, top, w, h], width_px, height_px] of requests) {
        const path = `${left},${top},${w},${h}/${width_px},${height_px}/0/default.png`;
        const { bytes } = await ask(version, { id, path });
        const pixels = (input: ReturnType<typeof sharp>) =>
          input.removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
        const expected = await pixels(
          original
            .clone()
            .extract({ left, top, width: w, height: h })
            .resize({ width: width_px, height: height_px, fit: 'fill' }),
        );
        const found = await pixels(sharp(bytes));
        expect([found.info.width, found.info.height]).toEqual([width_px, height_px]);
        let squares = 0;
        for (const [at, value] of found.data.entries()) squares += (value - (expected.data[at] ?? 0)) ** 2;
        // One of the two was coded with losses: a shift by a pixel, in lines as fine as these, falls below 20 dB.
        const psnr_dB = 10 * Math.log10(255 ** 2 / (squares / found.data.length));
        expect({ path, psnr_dB, isClose: psnr_dB > 24 }).toMatchObject({ isClose: true });
      }
    }
  });
});
