import { parse } from 'csv-parse/sync';
import { unzipSync, strFromU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { exportItems, exportSelectedItems } from '@armarium/contract/exchange';
import type { ItemSelection } from '@armarium/contract/item-query';
import type { BodyOf, QueryOf } from '@armarium/contract/operation';
import type { Problem } from '@armarium/contract/problem';
import { updateItem } from '@armarium/contract/record-edits';
import { createTemplate, deleteTemplate } from '@armarium/contract/templates';
import type { HttpClient } from '../../../../../tests/harness/http-client.ts';
import { importedItem, openInstallation, rootOf } from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const manager = await house.person('default', 'ROLE_TENANT_ADMIN');
const root = (await rootOf(manager)).uuid;
const shelf = await house.collection('default', 'Scaffale / A', [root]);
const box = await house.collection('default', 'Scatola', [shelf]);

const formula = '=HYPERLINK("http://evil.example","x")';
const odd = 'riga 1\nriga 2\t"tra virgolette"; _x000B_ <b>&amp; \uFEFF\u{1D54F} 00123';
const items = [
  await importedItem(manager, { sgtt: formula, pressmark: 'EXP 10', autn: odd, parents: [shelf] }),
  await importedItem(manager, { sgtt: 'Secondo', pressmark: 'EXP 2', autn: '007', parents: [shelf, box] }),
  await importedItem(manager, { sgtt: 'Altrove', pressmark: 'EXP 3', autn: '-20', parents: [root] }),
];

async function exported(client: HttpClient, query: QueryOf<typeof exportItems>) {
  return client.call(exportItems, { query });
}

/** The rows of a CSV as a spreadsheet takes them. */
const csvRows = (bytes: Buffer) => parse(bytes, { bom: true, columns: false });

/** The rows of a workbook, read by its XML. */
function sheetRows(bytes: Buffer): string[][] {
  const parts = unzipSync(bytes);
  expect(Object.keys(parts).sort()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ]);
  const xml = strFromU8(parts['xl/worksheets/sheet1.xml']!);
  const text = (cell: string) =>
    (/<t[^>]*>([^]*)<\/t>/.exec(cell)?.[1] ?? '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
      .replace(/_x([0-9A-F]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return [...xml.matchAll(/<row>([^]*?)<\/row>/g)].map(([, row]) =>
    [...row!.matchAll(/<c\/>|<c t="inlineStr">([^]*?)<\/c>/g)].map(([, cell]) => text(cell ?? '')),
  );
}

const column = (rows: string[][], name: string) => rows.slice(1).map((row) => row[rows[0]!.indexOf(name)]);

describe('the export of a table as it stands', () => {
  const table = {
    belowUuid: root,
    column: ['autn', 'pressmark', 'parentCollections', 'imagesCount', 'lastModifiedDate'],
    heading: ['Autore', '=1+1', 'Raccolte', 'Immagini', 'Ultima modifica'],
    sort: ['pressmark,desc'],
  };

  it('[PERM-14] has its columns and headings, its order, and several values in one cell', async () => {
    const rows = csvRows((await exported(manager, { format: 'csv', ...table })).bytes);
    const today = new Date().toISOString().slice(0, 10);
    expect(rows).toEqual([
      ['Autore', `'=1+1`, 'Raccolte', 'Immagini', 'Ultima modifica'],
      [odd, 'EXP 10', 'Scaffale / A', '0', `${today} · Ada Rossi`],
      ['-20', 'EXP 3', 'Armarium', '0', `${today} · Ada Rossi`],
      ['007', 'EXP 2', 'Scaffale / A; Scatola', '0', `${today} · Ada Rossi`],
    ]);
    const workbook = await exported(manager, { format: 'xlsx', ...table, sort: ['autn'] });
    expect(sheetRows(workbook.bytes).map((row) => row[1])).toEqual(['=1+1', 'EXP 2', 'EXP 3', 'EXP 10']);
  });

  it('is refused with other headings than columns, or columns that items don’t have', async () => {
    for (const wrong of [{ heading: ['Autore'] }, { column: ['colour'] }, { sort: ['colour'] }]) {
      const answer = await exported(manager, { format: 'csv', ...table, ...wrong });
      expect(answer).toMatchObject({ status: 400, body: { code: 'malformed' } });
    }
  });
});

describe('the export of a list', () => {
  it('[PERM-14] holds what a collection shows, by pressmark, with every collection of each record', async () => {
    const answer = await exported(manager, { format: 'csv', collectionUuid: shelf });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/csv/);
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="items-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const rows = csvRows(answer.bytes);
    expect(rows[0]!.slice(0, 6)).toEqual(['uuid', 'recordVersion', 'pressmark', 'sgtt', 'autn', 'sgti']);
    expect(column(rows, 'pressmark')).toEqual(['EXP 2', 'EXP 10']);
    expect(column(rows, 'uuid')).toEqual([items[1]!.uuid, items[0]!.uuid]);
    const paths = rows[0]!.flatMap((name, index) => (name === 'collectionPath' ? [index] : []));
    expect(paths.map((index) => rows[1]![index])).toEqual(['Scaffale \\/ A', 'Scaffale \\/ A / Scatola']);
    expect(paths.map((index) => rows[2]![index])).toEqual(['Scaffale \\/ A', '']);
  });

  it('keeps a spreadsheet from running what somebody typed, and numbers as they were written', async () => {
    const rows = csvRows((await exported(manager, { format: 'csv', belowUuid: root })).bytes);
    expect(column(rows, 'sgtt')).toEqual(['Secondo', 'Altrove', `'${formula}`]);
    expect(column(rows, 'autn')).toEqual(['007', '-20', odd]);
  });

  it('is in a workbook what it is in a CSV, as text in every cell', async () => {
    const answer = await exported(manager, { format: 'xlsx', belowUuid: root });
    expect(answer.headers['content-type']).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    const rows = sheetRows(answer.bytes);
    expect(column(rows, 'sgtt')).toEqual(['Secondo', 'Altrove', formula]);
    expect(column(rows, 'autn')).toEqual(['007', '-20', odd]);
    const { bytes } = await exported(manager, { format: 'csv', belowUuid: root });
    expect(rows[0]).toEqual(csvRows(bytes)[0]);
  });

  it('[META-62] holds the values of an archived field', async () => {
    const made = await manager.call(createTemplate, {
      body: { name: 'binding', label: 'Binding', type: 'STRING', priority: 'LOW', resourceType: 'ITEM' },
    });
    expect(made.status).toBe(201);
    const { uuid } = await importedItem(manager, {
      pressmark: 'ARC 1',
      parents: [await house.collection('default', 'Archived', [root])],
    });
    const customMetadataList = [
      { name: 'sgtt', value: 'Bound' },
      { name: 'pressmark', value: 'ARC 1' },
      { name: 'binding', value: 'calf' },
    ];
    const changed = await manager.call(updateItem, { params: { uuid }, body: { customMetadataList } });
    expect(changed.status).toBe(200);
    const { uuid: template } = made.body;
    expect((await manager.call(deleteTemplate, { params: { uuid: template } })).status).toBe(204);
    const list = { text: 'ARC 1', findBy: 'pressmark' } as const;
    const rows = csvRows((await exported(manager, { format: 'csv', ...list })).bytes);
    expect(column(rows, 'binding')).toEqual(['calf']);
    const workbook = await exported(manager, { format: 'xlsx', ...list });
    expect(column(sheetRows(workbook.bytes), 'binding')).toEqual(['calf']);
  });

  it('holds all pages of a search, whatever it finds', async () => {
    const many = await house.collection('default', 'Molti', [root]);
    await house.query(
      `with made as (
         insert into item (tenant_id, uuid, sgtt, pressmark, pressmark_norm, metadata, sort_title, sort_pressmark,
           import_uuid)
         select $1, gen_random_uuid(), 'serie', 'S ' || n, 's' || n, jsonb_build_array(
             jsonb_build_object('name', 'sgtt', 'value', 'serie'),
             jsonb_build_object('name', 'pressmark', 'value', 'S ' || n)),
           'serie', lpad(n::text, 6, '0'), gen_random_uuid()
         from generate_series(1, 1203) n returning uuid),
       words as (insert into item_text (tenant_id, item_uuid, near_pressmark, words, title, sort_title)
         select $1, uuid, '', title_words('serie'), '', '' from made)
       insert into item_link (tenant_id, collection_uuid, item_uuid, sort_title) select $1, $2, uuid, 'serie' from made`,
      [house.tenantIds.default, many],
    );
    for (const query of [{ text: 'serie' }, { collectionUuid: many }]) {
      const rows = csvRows((await exported(manager, { format: 'csv', ...query })).bytes);
      expect(column(rows, 'pressmark')).toEqual(Array.from({ length: 1203 }, (_, index) => `S ${index + 1}`));
    }
  });

  it('of nothing is a header', async () => {
    for (const format of ['csv', 'xlsx'] as const) {
      const { bytes } = await exported(manager, { format, text: 'there is no such thing' });
      const rows = format === 'csv' ? csvRows(bytes) : sheetRows(bytes);
      expect(rows).toHaveLength(1);
      expect(rows[0]).toContain('pressmark');
    }
  });

  it('refuses a sheet that could not hold a value whole, and says what to do', async () => {
    const long = await house.collection('default', 'Lungo', [root]);
    const { uuid } = await importedItem(manager, { sgtt: 'Lungo', parents: [long] });
    await house.query(
      `update item set metadata = metadata || jsonb_build_array(jsonb_build_object('name', 'nota', 'value', repeat('x', 32768)))
       where uuid = $1`,
      [uuid],
    );
    const refused = await exported(manager, { format: 'xlsx', collectionUuid: long });
    const { fields } = refused.body as Problem;
    expect([refused.status, fields.map(({ code }) => code)]).toEqual([422, ['sheet-too-small']]);
    expect(fields[0]?.message).toContain('CSV');
    expect((await exported(manager, { format: 'csv', collectionUuid: long })).status).toBe(200);
  });

  it('is of the own organisation alone', async () => {
    const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');
    expect((await exported(stranger, { format: 'csv', collectionUuid: shelf })).status).toBe(404);
    const rows = csvRows((await exported(stranger, { format: 'csv', text: '' })).bytes);
    expect(column(rows, 'uuid')).not.toContain(items[0]!.uuid);
  });
});

describe('the export of a selection', () => {
  const [ten, two, three] = items.map(({ uuid }) => uuid) as [string, string, string];
  const all = { query: { belowUuid: root, text: 'EXP' } };
  const of = (selection: ItemSelection, wanted: Partial<BodyOf<typeof exportSelectedItems>> = {}) =>
    manager.call(exportSelectedItems, { body: { format: 'csv', selection, ...wanted } });
  const found = async (selection: ItemSelection, sort?: string[]) =>
    csvRows(
      (await of(selection, { column: ['pressmark'], heading: ['Segnatura'], ...(sort && { sort }) })).bytes,
    ).flat();

  it('holds the ticked items alone, as the whole list would: everything in them, or the columns of a table in its order', async () => {
    const answer = await of({ uuids: [ten, two.toUpperCase()] });
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="items-[\d-]+\.csv"$/);
    const list = csvRows((await exported(manager, { format: 'csv', collectionUuid: shelf })).bytes);
    expect(csvRows(answer.bytes)).toEqual(list);
    const workbook = await of({ uuids: [ten, two] }, { format: 'xlsx' });
    expect(sheetRows(workbook.bytes)).toHaveLength(3);
    const ticked = { uuids: [three, ten, two] };
    for (const sort of [['pressmark,desc'], ['autn'], ['field:autn,desc'], ['parentCollections', 'sgtt']]) {
      const query: QueryOf<typeof exportItems> = {
        format: 'csv',
        ...all.query,
        column: ['pressmark'],
        heading: ['Segnatura'],
        sort,
      };
      expect(await found(ticked, sort), sort.join()).toEqual(
        csvRows((await exported(manager, query)).bytes).flat(),
      );
    }
    // By relevance only a search has an order.
    expect(await found(ticked, ['relevance'])).toEqual(['Segnatura', 'EXP 2', 'EXP 3', 'EXP 10']);
  });

  it('of all that match leaves out the unticked, and is refused where it is not what was seen', async () => {
    const butTwo = { ...all, except: [two], expected: 2 };
    expect(column(csvRows((await of(butTwo)).bytes), 'pressmark')).toEqual(['EXP 3', 'EXP 10']);
    expect(await found(butTwo, ['pressmark,desc'])).toEqual(['Segnatura', 'EXP 10', 'EXP 3']);
    expect(await of({ ...all, expected: 2 })).toMatchObject({
      status: 409,
      body: { code: 'selection-changed' },
    });
    const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');
    const body: BodyOf<typeof exportSelectedItems> = { format: 'csv', selection: { uuids: [ten] } };
    expect(await stranger.call(exportSelectedItems, { body })).toMatchObject({
      status: 422,
      body: { fields: [{ name: 'selection.uuids[0]', code: 'unknown-item' }] },
    });
  });
});
