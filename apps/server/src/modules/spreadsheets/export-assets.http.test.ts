import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { exportAssets, exportSelectedAssets } from '@armarium/contract/exchange';
import { getImage } from '@armarium/contract/image-calls';
import type { BodyOf } from '@armarium/contract/operation';
import { getTechnical } from '@armarium/contract/technical';
import type { HttpClient } from '../../../../../tests/harness/http-client.ts';
import {
  importedItem,
  openInstallation,
  rootOf,
  uploaded,
} from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const manager = await house.person('default', 'ROLE_TENANT_ADMIN');
/** Who may not edit files. */
const researcher = await house.person('default', 'ROLE_RESEARCHER');
const root = (await rootOf(manager)).uuid;
const shelf = await house.collection('default', 'Shelf', [root]);
const [scan, map, bare] = [await uploaded(manager), await uploaded(manager), await uploaded(manager)];
const second = await importedItem(manager, { pressmark: 'EXP 10', parents: [shelf] }, [scan, bare]);
const first = await importedItem(manager, { pressmark: 'EXP 2', parents: [shelf] }, [map]);

const open = {
  cameraModel: 'D850',
  capturedAt: '2019-05-04T10:11:12',
  keywords: ['map', 'sea'],
  title: '=A1',
};
const location = { latitude_deg: -33.858333, longitude_deg: 151.2 };
const facts = { format: 'tiff', bitDepth: 16, channels: 3, dpi: 300, iccProfile: null };
const embedded = { ...open, cameraSerial: '3002', lensSerial: '77', location };
const describeAs = (uuid: string, technical: object) =>
  house.query('update asset_version set technical = $2 where asset_uuid = $1', [
    uuid,
    JSON.stringify(technical),
  ]);
await describeAs(scan.uuid, { ...facts, embedded, page: 1 });
await describeAs(map.uuid, facts);

describe('the technical metadata of a file', () => {
  it('[IMP-27] are linked once they are known, and keep location and serial numbers for those who may edit', async () => {
    const linkOf = async (uuid: string) =>
      (await manager.call(getImage, { params: { uuid } })).body._links.technical?.href;
    expect(await linkOf(bare.uuid)).toBeUndefined();
    expect(await linkOf(scan.uuid)).toBe(`${house.origin}/meta/assets/${scan.uuid}/technical`);
    const technicalFor = async (by: HttpClient) => {
      const { status, body } = await by.call(getTechnical, { params: { uuid: scan.uuid } });
      expect(status).toBe(200);
      return body;
    };
    // What the contract does not list stays inside.
    expect(await technicalFor(manager)).toEqual({ ...facts, embedded });
    expect(await technicalFor(researcher)).toEqual({ ...facts, embedded: open });
    expect((await manager.call(getTechnical, { params: { uuid: first.uuid } })).status).toBe(404);
  });
});

describe('the export of files', () => {
  const rowsFor = async (by: HttpClient, file?: string[]) => {
    const { status, bytes } = await by.call(exportAssets, {
      query: { format: 'csv', collectionUuid: shelf, ...(file && { file }) },
    });
    expect(status).toBe(200);
    return parse(bytes, { bom: true, columns: true }) as Record<string, string>[];
  };

  it('of a list that is filtered by files has these files, each with its place among all', async () => {
    await describeAs(bare.uuid, { ...facts, format: 'jpeg' });
    const files = async (...file: string[]) =>
      (await rowsFor(manager, file)).map(({ uuid, position }) => [uuid, position]);
    expect(await files('format=jpeg')).toEqual([[bare.uuid, '2']]);
    expect(await files('dpi=300')).toHaveLength(3);
    expect(await files('dpi=301..')).toEqual([]);
    await house.query('update asset_version set technical = null where asset_uuid = $1', [bare.uuid]);
  });

  it('has a row for each file, by pressmark and position, with all that is known of it', async () => {
    const rows = await rowsFor(manager);
    expect(rows.map(({ pressmark, item, uuid, position }) => [pressmark, item, uuid, position])).toEqual([
      ['EXP 2', first.uuid, map.uuid, '1'],
      ['EXP 10', second.uuid, scan.uuid, '1'],
      ['EXP 10', second.uuid, bare.uuid, '2'],
    ]);
    expect(rows[1]).toMatchObject({
      kind: 'image',
      sha256: scan.sha256,
      size_bytes: String(scan.size_bytes),
      format: 'tiff',
      dpi: '300',
      cameraModel: 'D850',
      cameraSerial: '3002',
      // South, and no formula.
      latitude_deg: '-33.858333',
      longitude_deg: '151.2',
      altitude_m: '',
      keywords: 'map; sea',
      // Not as a formula.
      'embedded.title': `'=A1`,
    });
    expect(rows[2]).toMatchObject({ format: '', cameraModel: '' });
  });

  it('of a selection has the files of the chosen items, and only those that the list asks for', async () => {
    const files = async (body: Omit<BodyOf<typeof exportSelectedAssets>, 'format'>) => {
      const { bytes } = await manager.call(exportSelectedAssets, { body: { format: 'csv', ...body } });
      return parse<{ uuid: string }>(bytes, { bom: true, columns: true }).map(({ uuid }) => uuid);
    };
    expect(await files({ selection: { uuids: [second.uuid] } })).toEqual([scan.uuid, bare.uuid]);
    expect(await files({ selection: { uuids: [second.uuid] }, file: ['format=tiff'] })).toEqual([scan.uuid]);
    const query = { collectionUuid: shelf, file: ['format=tiff'] };
    expect(await files({ selection: { query } })).toEqual([map.uuid, scan.uuid]);
    expect(await files({ selection: { query, except: [first.uuid] } })).toEqual([scan.uuid]);
  });

  it('has no column for location and serial numbers for whoever may edit no file', async () => {
    const researched = await rowsFor(researcher);
    expect(researched[1]).toMatchObject({ cameraModel: 'D850' });
    for (const name of ['cameraSerial', 'lensSerial', 'latitude_deg'])
      expect(researched[1]).not.toHaveProperty(name);
    const workbook = await researcher.call(exportAssets, {
      query: { format: 'xlsx', collectionUuid: shelf },
    });
    expect(workbook.status).toBe(200);
    expect(workbook.bytes.subarray(0, 2).toString()).toBe('PK');
  });
});
