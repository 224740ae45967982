import { listCollectionItems } from '@armarium/contract/collection-calls';
import { findAllItems, searchItems } from '@armarium/contract/item-calls';
import { findFileValues, getItemFacets } from '@armarium/contract/item-facets';
import type { QueryOf } from '@armarium/contract/operation';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../tests/harness/waiting.ts';
import {
  importedItem,
  openInstallation,
  rootOf,
  uploaded,
} from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const root = (await rootOf(client)).uuid;
const shelf = await house.collection('default', 'Shelf', [root]);

const scan = {
  format: 'tiff',
  colourSpace: 'rgb16',
  bitDepth: 16,
  channels: 3,
  dpi: 600,
  compression: 'LZW',
};
const photo = { format: 'jpeg', colourSpace: 'srgb', bitDepth: 8, channels: 3, compression: 'JPEG' };
const camera = { cameraModel: 'NIKON D850', capturedAt: '2019-05-04T10:00:00', keywords: ['map', 'sea'] };

const long = {
  cameraModel: ' NIKON D850 ',
  copyright: `${'c'.repeat(199)}😀 and more`,
  credit: `${'c'.repeat(199)} and more`,
};

/** The assets of each item, in their order. */
const assets: Record<string, string[]> = {};

interface File {
  readonly technical: object;
  readonly width_px?: number;
  readonly height_px?: number;
  readonly duration_s?: number;
}

async function describeAsset(asset: string | undefined, { technical, ...measures }: File, number = 1) {
  await house.query(
    `update asset_version set technical = $3, width_px = $4, height_px = $5, duration_s = $6
     where asset_uuid = $1 and number = $2`,
    [
      asset,
      number,
      JSON.stringify(technical),
      measures.width_px ?? 100,
      measures.height_px ?? 80,
      measures.duration_s ?? null,
    ],
  );
}

beforeAll(async () => {
  const make = async (sgtt: string, parents: string[], files: readonly File[]) => {
    const uploads = [];
    for (const _ of files) uploads.push({ uuid: (await uploaded(client)).uuid });
    await importedItem(client, { sgtt, pressmark: `F ${sgtt}`, parents }, uploads);
    assets[sgtt] = uploads.map(({ uuid }) => uuid);
    for (const [place, file] of files.entries()) await describeAsset(uploads[place]?.uuid, file);
  };
  await make('Atlas', [shelf], [{ technical: { ...scan, iccProfile: 'Adobe RGB' }, width_px: 6_000 }]);
  await make(
    'Bestiary',
    [shelf, root],
    [
      { technical: { ...scan, dpi: 299.9994, embedded: {} }, height_px: 4_000 },
      { technical: { ...photo, dpi: 72, iccProfile: 'sRGB', embedded: camera } },
    ],
  );
  await make('Codex', [root], [{ technical: { ...photo, dpi: 600, embedded: long } }]);
  await make(
    'Diary',
    [root],
    [
      {
        technical: { container: 'wav', audioCodec: 'pcm_s24le', channels: 2, sampleRate_hz: 96_000 },
        duration_s: 90,
      },
    ],
  );
  await make('Epitome', [root], []);
});

type Filters = Partial<QueryOf<typeof searchItems>>;

/** The titles of what a filter finds, the same in each list; with their number in the search. */
async function found(file: string[], further: Filters = {}): Promise<string[]> {
  const { status, body } = await client.call(searchItems, { query: { text: '', file, ...further } });
  expect(status, file.join(' ')).toBe(200);
  const titles = body._embedded.culturalItems.map(({ sgtt }) => sgtt);
  expect(body.page.totalElements).toBe(titles.length);
  return titles;
}

const valuesOf = async (name: QueryOf<typeof findFileValues>['name'], query: object = {}) => {
  const { status, body } = await client.call(findFileValues, { query: { name, ...query } });
  expect(status).toBe(200);
  return body.values.map(({ value, count }) => `${value} ${count}`);
};

describe('items filtered by their files', () => {
  it.each<[file: string[], titles: string[]]>([
    [['format=tiff'], ['Atlas', 'Bestiary']],
    [['format=wav'], ['Diary']],
    [
      ['format=jpeg', 'format=wav'],
      ['Bestiary', 'Codex', 'Diary'],
    ],
    [['cameraModel=NIKON D850'], ['Bestiary', 'Codex']],
    [['keyword=sea'], ['Bestiary']],
    [['audioCodec=pcm_s24'], ['Diary']],
    [['format=TIFF'], []],
    // Of a long value the first characters are compared, not the first halves of surrogate pairs.
    [[`copyright=${'c'.repeat(199)}😀 and more`], ['Codex']],
    [[`credit=${'c'.repeat(199)} and more`], ['Codex']],
    [[`format=x' or true --`], []],
  ])('by values: %o finds %o', async (file, titles) => {
    expect(await found(file)).toEqual(titles);
  });

  it('by the lack of a value, where a file of its kind could have one and was read', async () => {
    expect(await found(['iccProfile='])).toEqual(['Bestiary', 'Codex']);
    // What nobody has read yet may have one.
    expect(await found(['keyword='])).toEqual(['Bestiary', 'Codex']);
    expect(await found(['iccProfile=', 'iccProfile=Adobe RGB'])).toEqual(['Atlas', 'Bestiary', 'Codex']);
  });

  it.each<[file: string[], titles: string[]]>([
    [['dpi=300..'], ['Atlas', 'Bestiary', 'Codex']],
    [['dpi=..299'], ['Bestiary']],
    [['dpi=600'], ['Atlas', 'Codex']],
    [['dpi=100..400', 'dpi=601..'], ['Bestiary']],
    [['dpi=+400..100,5'], ['Bestiary']],
    [['longestSide_px=4000..'], ['Atlas', 'Bestiary']],
    [['longestSide_px=4000..5999.5'], ['Bestiary']],
    [['duration_min=1.5..1.5'], ['Diary']],
    [['duration_min=..1.4'], []],
    [['captureYear=2019'], ['Bestiary']],
    [['captureYear=2020..'], []],
  ])('by numbers, both ends inclusive: %o finds %o', async (file, titles) => {
    expect(await found(file)).toEqual(titles);
  });

  it('by conditions that one and the same file fulfils', async () => {
    expect(await found(['format=jpeg', 'dpi=..100'])).toEqual(['Bestiary']);
    expect(await found(['format=tiff', 'dpi=..100'])).toEqual([]);
    expect(await found(['format=tiff', 'cameraModel=NIKON D850'])).toEqual([]);
  });

  it('beside other conditions, in collections, in all orders', async () => {
    expect(await found(['format=jpeg'], { text: 'codex' })).toEqual(['Codex']);
    expect(await found(['format=jpeg'], { belowUuid: shelf })).toEqual(['Bestiary']);
    expect(await found(['format=jpeg'], { sort: ['pressmark,desc'] })).toEqual(['Codex', 'Bestiary']);
    const query = { file: ['format=jpeg'] };
    const inShelf = await client.call(listCollectionItems, { params: { uuid: shelf }, query });
    expect(inShelf.body._embedded.culturalItems.map(({ sgtt }) => sgtt)).toEqual(['Bestiary']);
    const all = await client.call(findAllItems, { query });
    expect(all.body.page.totalElements).toBe(2);
    const facets = await client.call(getItemFacets, { query });
    expect(facets.body).toMatchObject({ total: 2, media: [{ value: 'image', count: 2 }] });
  });

  it.each(['format', '=tiff', 'format=', 'cameraSerial=1', 'dpi=', 'dpi=high', 'dpi=..', 'dpi=1..2..3'])(
    'by %s are refused by name',
    async (pair) => {
      const answer = await client.call(findAllItems, { query: { file: [pair] } });
      expect(answer).toMatchObject({ status: 400, body: { code: 'malformed' } });
    },
  );
});

describe('the values of files', () => {
  it('are counted by items, the most frequent first, the lack of one among them', async () => {
    expect(await valuesOf('format')).toEqual(['jpeg 2', 'tiff 2', 'wav 1']);
    expect(await valuesOf('iccProfile')).toEqual([' 2', 'Adobe RGB 1', 'sRGB 1']);
    expect(await valuesOf('format', { belowUuid: shelf })).toEqual(['tiff 2', 'jpeg 1']);
    expect(await valuesOf('format', { text: 'diary' })).toEqual(['wav 1']);
    // Each that is told finds its items.
    for (const name of ['copyright', 'credit'] as const) {
      const told = await client.call(findFileValues, { query: { name } });
      const [{ value } = { value: '' }] = told.body.values.filter((one) => one.value !== '');
      expect(await found([`${name}=${value}`])).toEqual(['Codex']);
    }
  });

  it('are those of the files that the other filters leave, not their own', async () => {
    expect(await valuesOf('format', { file: ['dpi=600', 'format=wav'] })).toEqual(['jpeg 1', 'tiff 1']);
    expect(await valuesOf('cameraModel', { file: ['format=tiff'] })).toEqual([' 1']);
  });
});

describe('what a filter looks at', () => {
  it('follows the version that is shown, what is read of it, and the trash', async () => {
    const [asset = ''] = assets['Codex'] ?? [];
    await house.query(
      `insert into asset_version (tenant_id, asset_uuid, number, upload_uuid)
       select tenant_id, asset_uuid, 2, upload_uuid from asset_version where asset_uuid = $1`,
      [asset],
    );
    await describeAsset(asset, { technical: { ...photo, format: 'webp' } }, 2);
    expect([await found(['format=webp']), await valuesOf('format')]).toEqual([
      [],
      ['jpeg 2', 'tiff 2', 'wav 1'],
    ]);
    await house.query('update asset set current_version = 2 where uuid = $1', [asset]);
    // Also the numbers that are remembered.
    expect([await found(['format=webp']), await valuesOf('format')]).toEqual([
      ['Codex'],
      ['tiff 2', 'jpeg 1', 'wav 1', 'webp 1'],
    ]);
    await describeAsset(asset, { technical: { ...photo, format: 'webp', dpi: 96 } }, 2);
    expect(await found(['format=webp', 'dpi=96'])).toEqual(['Codex']);
    await house.query('update asset set trashed_at = now() where uuid = $1', [asset]);
    expect(await found(['format=webp'])).toEqual([]);
  });

  it('follows a version that is shown while it is described', async () => {
    const [asset = ''] = assets['Atlas'] ?? [];
    await house.query(
      `insert into asset_version (tenant_id, asset_uuid, number, upload_uuid, technical)
       select tenant_id, asset_uuid, 2, upload_uuid, '{"format": "webp"}' from asset_version where asset_uuid = $1`,
      [asset],
    );
    const { database } = house.program.media;
    const tenant = house.tenantIds.default;
    const showing: Promise<void>[] = [];
    await database.bookkeeping(tenant, async (db) => {
      await sql`update asset_version set technical = '{"format": "png"}'
        where asset_uuid = ${asset}::uuid and number = 2`.execute(db);
      showing.push(
        database.bookkeeping(tenant, async (other) => {
          await sql`update asset set current_version = 2 where uuid = ${asset}::uuid`.execute(other);
        }),
      );
      await eventually(async () => {
        const [row] = await house.query<{ waits: boolean }>(
          `select bool_or(wait_event_type = 'Lock') as waits from pg_stat_activity where datname = current_database()`,
        );
        return row?.waits;
      }).toBe(true);
    });
    await Promise.all(showing);
    expect(await found(['format=png'])).toEqual(['Atlas']);
  });

  it('is no drawing of a page of a PDF, and no longer text than is compared', async () => {
    const factsOf = async (technical: object) => {
      const [row] = await house.query<{ facts: string[] }>('select file_facts_of($1) as facts', [
        JSON.stringify(technical),
      ]);
      return row?.facts;
    };
    expect(await factsOf({ ...photo, format: 'pdf', embedded: {} })).toEqual(['format=pdf']);
    expect(
      await factsOf({ container: 'mp4', videoCodec: 'h264', audioCodec: 'mp3float', channels: null }),
    ).toEqual(['audioCodec=mp3', 'format=mp4', 'videoCodec=h264']);
    const long = await factsOf({
      ...photo,
      embedded: { copyright: '©'.repeat(2_000), keywords: [' ', 'é'] },
    });
    expect(long?.filter((fact) => /^(?:copyright|keyword)=/.test(fact))).toEqual([
      `copyright=${'©'.repeat(200)}`,
      'keyword=é',
    ]);
    expect(await factsOf({})).toEqual([]);
  });
});
