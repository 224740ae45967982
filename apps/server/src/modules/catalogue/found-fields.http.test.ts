import { randomUUID } from 'node:crypto';
import type { MetadataEntry } from '@armarium/contract/metadata';
import type { QueryOf } from '@armarium/contract/operation';
import { describe, expect, it } from 'vitest';
import { createCollection, updateItem } from '@armarium/contract/record-edits';
import { deleteItem } from '@armarium/contract/deletions';
import { findFieldValues, findValuesInUse, getItemFacets } from '@armarium/contract/item-facets';
import { findSelectionStates } from '@armarium/contract/selections';
import { listTrash } from '@armarium/contract/trash';
import { searchCollections } from '@armarium/contract/collection-calls';
import { findAllItems, searchItems } from '@armarium/contract/item-calls';
import { createTemplate, deleteTemplate, updateTemplate } from '@armarium/contract/templates';
import { startBatch, undoBatch } from '@armarium/contract/batches';
import { expectStatus } from '../../../../../tests/harness/importing.ts';
import { until } from '../../../../../tests/harness/waiting.ts';
import { importedItem, openInstallation, rootOf } from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation({ worker: true });
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const publisher = await house.person('default', 'ROLE_PUBLISHER');
const reader = await house.person('default', 'ROLE_USER');
const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');
const root = (await rootOf(client)).uuid;

async function field(
  name: string,
  type: 'STRING' | 'DATE' | 'INTEGER' | 'NUMBER' | 'BOOLEAN',
  more: {
    label?: string;
    searchable?: boolean;
    repeatable?: boolean;
    resourceType?: 'ITEM' | 'COLLECTION';
  } = {},
) {
  const { body, status } = await client.call(createTemplate, {
    body: { name, label: name, type, resourceType: 'ITEM', ...more },
  });
  expect(status).toBe(201);
  return body.uuid;
}
/** Until the job went through all that was to be gone through. */
const indexed = () =>
  until('all fields are indexed', async () => {
    const waiting = await house.query('select from metadata_template where to_index');
    return waiting.length === 0 || undefined;
  });
async function item(
  sgtt: string,
  values: readonly (readonly [name: string, value: string])[] = [],
  further: readonly MetadataEntry[] = [],
) {
  const { uuid } = await importedItem(client, { sgtt, pressmark: `FF ${sgtt}`, parents: [root] }, []);
  if (values.length > 0) await valued(uuid, sgtt, values, further);
  return uuid;
}
async function valued(
  uuid: string,
  sgtt: string,
  values: readonly (readonly [name: string, value: string])[],
  further: readonly MetadataEntry[] = [],
) {
  const customMetadataList = [
    { name: 'sgtt', value: sgtt },
    { name: 'pressmark', value: `FF ${sgtt}` },
    ...values.map(([name, value]) => ({ name, value })),
    ...further,
  ];
  expect((await client.call(updateItem, { params: { uuid }, body: { customMetadataList } })).status).toBe(
    200,
  );
}
const found = async (text: string, findBy?: string, by = client) => {
  const { body } = await by.call(searchItems, { query: { text, sort: ['sgtt'], ...(findBy && { findBy }) } });
  expect(body.page.totalElements).toBe(body._embedded.culturalItems.length);
  return body._embedded.culturalItems.map(({ sgtt }) => sgtt);
};

describe('[META-57] the values of a searchable field', () => {
  it('are found by the text search, in any script and by two characters, where no one field is named', async () => {
    await field('binding', 'STRING', { searchable: true, repeatable: true });
    const uuid = await item('Bound', [
      ['binding', 'Vitello su ASSI, Œuvre'],
      ['binding', '物語 ψ'],
    ]);
    for (const text of ['vitello', 'su assi', 'oeuvre', '物語', '物', 'ψ', 'Ψ']) {
      expect(await found(text), text).toEqual(['Bound']);
      expect(await found(text, 'sgtt'), text).toEqual([]);
      expect(await found(text, undefined, stranger), text).toEqual([]);
    }
    await valued(uuid, 'Bound', [['binding', 'Paper']]);
    expect(await found('vitello')).toEqual([]);
    expect(await found('物')).toEqual([]);
    expect(await found('paper')).toEqual(['Bound']);
  });

  it('and descriptions are searched alone, where one is chosen (A-03)', async () => {
    await field('chosen', 'STRING', { searchable: true });
    await field('unsought', 'STRING');
    const uuid = await item('Chosen', [
      ['chosen', 'Umbria felix'],
      ['unsought', 'Umbria'],
      ['sgti', 'Written in Umbria'],
    ]);
    await item('Umbria', [['sgti', 'A map']]);
    expect(await found('umbria', 'field:chosen')).toEqual(['Chosen']);
    expect(await found('umbria', 'sgti')).toEqual(['Chosen']);
    expect(await found('"umbria felix"', 'field:chosen')).toEqual(['Chosen']);
    // A term that names its field asks that one.
    expect(await found('umbria title:umbria', 'field:chosen')).toEqual([]);
    expect(await found('umbria description:written', 'field:chosen')).toEqual(['Chosen']);
    // What is no searchable field limits nothing.
    for (const findBy of ['field:unsought', 'field:absent', 'field:', 'other'])
      expect(await found('umbria', findBy), findBy).toEqual(['Chosen', 'Umbria']);
    const collections = await client.call(searchCollections, {
      query: { text: '', findBy: 'field:chosen' },
    });
    expect(collections.status).toBe(200);
    await valued(uuid, 'Chosen', []);
    expect(await found('umbria', 'field:chosen')).toEqual([]);
  });

  it('are found from when it becomes searchable until it ceases to be, by what was written before', async () => {
    const uuid = await field('hand', 'STRING');
    await item('Written', [['hand', 'Poggius scripsit']]);
    expect(await found('poggius')).toEqual([]);
    const set = async (searchable: boolean) => {
      expect((await client.call(updateTemplate, { params: { uuid }, body: { searchable } })).status).toBe(
        200,
      );
      await indexed();
    };
    await set(true);
    expect(await found('poggius')).toEqual(['Written']);
    await set(false);
    expect(await found('poggius')).toEqual([]);
    await set(true);
    await client.call(deleteTemplate, { params: { uuid } });
    await indexed();
    expect(await found('poggius')).toEqual([]);
    await field('hand', 'STRING', { searchable: true });
    await indexed();
    expect(await found('poggius')).toEqual(['Written']);
    const versions = await house.query<{ version: number }>(
      `select version from item where sgtt = 'Written'`,
    );
    expect(versions).toEqual([{ version: 2 }]);
  });

  it('stay hidden with their restricted record', async () => {
    await house.query(`update tenant set user_rights = 'read-only' where id = $1`, [house.tenantIds.default]);
    await field('secret', 'STRING', { searchable: true });
    const uuid = await item('Hidden', [['secret', 'arcanum']]);
    expect(await found('arcanum', undefined, reader)).toEqual(['Hidden']);
    await publisher.call(updateItem, { params: { uuid }, body: { visibility: 'restricted' } });
    expect(await found('arcanum', undefined, reader)).toEqual([]);
    expect(await found('arcanum')).toEqual(['Hidden']);
  });

  it('are found in collections as well', async () => {
    const uuid = await field('fonds', 'STRING', { resourceType: 'COLLECTION' });
    await client.call(createCollection, {
      body: {
        sgtt: 'Letters',
        parentCollectionsUuids: root,
        customMetadataList: [{ name: 'fonds', value: 'Gonzaga' }],
      },
    });
    const named = async () => {
      const { body } = await client.call(searchCollections, { query: { text: 'gonzaga' } });
      return body._embedded.culturalItemCollections.map(({ sgtt }) => sgtt);
    };
    expect(await named()).toEqual([]);
    await client.call(updateTemplate, { params: { uuid }, body: { searchable: true } });
    await indexed();
    expect(await named()).toEqual(['Letters']);
  });
});

describe('[META-65] dates', () => {
  const list = async (query: { sort?: string[]; date?: string[] }) => {
    const { body, status } = await client.call(findAllItems, { query: { size: 100, ...query } });
    expect(status).toBe(200);
    expect(body.page.totalElements).toBeGreaterThanOrEqual(body._embedded.culturalItems.length);
    return body._embedded.culturalItems.map(({ sgtt }) => sgtt).filter((title) => title.startsWith('D '));
  };
  const dates = {
    'D late fifteenth': 'sec. XV ex.',
    'D before Christ': '44 a.C.',
    'D exact': '1480-05-09',
    'D about': '[ca 1480]',
    'D leap': '1500-02-29',
    'D until': 'ante 1400',
    'D unknown': 's.d.',
    'D century': '16th century',
  };

  it('sort and filter by the days that they may mean, kept as typed beside their EDTF', async () => {
    await field('made', 'DATE', { repeatable: true });
    for (const [title, value] of Object.entries(dates)) await item(title, [['made', value]]);
    const kept = await house.query<{ sgtt: string; edtf: string; value: string }>(
      `select sgtt, edtf, metadata @@ '$[*].name == "made"' as ok, jsonb_path_query_first(metadata,
         '$[*] ? (@.name == "made").value') #>> '{}' as value
       from item_date join item on uuid = item_uuid where sgtt in ('D about', 'D late fifteenth') order by sgtt`,
    );
    expect(kept).toMatchObject([
      { edtf: '1480~', value: '[ca 1480]' },
      { edtf: '1476/1500', value: 'sec. XV ex.' },
    ]);
    const inOrder = [
      'D before Christ',
      'D until',
      'D late fifteenth',
      'D about',
      'D exact',
      'D leap',
      'D century',
    ];
    expect(await list({ sort: ['field:made', 'sgtt'] })).toEqual([...inOrder, 'D unknown']);
    expect(await list({ sort: ['field:made,desc', 'sgtt'] })).toEqual([...inOrder.toReversed(), 'D unknown']);

    const by = async (...date: string[]) => (await list({ date, sort: ['sgtt'] })).map((one) => one.slice(2));
    expect(await by('made=1478/1485')).toEqual(['about', 'exact', 'late fifteenth']);
    expect(await by('made=1480-05')).toEqual(['about', 'exact', 'late fifteenth']);
    expect(await by('made=../0000')).toEqual(['before Christ', 'until']);
    expect(await by('made=sec. XVI')).toEqual(['century']);
    expect(await by('made=1500')).toEqual(['late fifteenth', 'leap']);
    expect(await by('made=sec. XVI', 'made=44 BC')).toEqual(['before Christ', 'century', 'until']);
    expect(await by('nothing=1500')).toEqual([]);
    const unread = await client.call(findAllItems, { query: { date: ['made=someday'] } });
    expect(unread).toMatchObject({ status: 400, body: { code: 'malformed' } });
    expect((await client.call(findAllItems, { query: { date: ['1500'] } })).status).toBe(400);
    expect(
      (await stranger.call(findAllItems, { query: { date: ['made=../2000'] } })).body.page,
    ).toMatchObject({
      totalElements: 0,
    });
  });

  it('are found by what a batch made of them, and again by what its undo did', async () => {
    const uuid = await item('D changed', [['made', 'sec. X']]);
    const ended = (batch: string) =>
      until('the batch is over', async () => {
        const [row] = await house.query<{ state: string }>('select state from batch where uuid = $1', [
          batch,
        ]);
        return row?.state === 'DONE' || undefined;
      });
    const begun = expectStatus(
      await client.call(startBatch, {
        body: {
          selection: { uuids: [uuid] },
          action: { kind: 'edit', changes: [{ name: 'made', change: 'replace', values: ['1777'] }] },
        },
      }),
      202,
    );
    await ended(begun.uuid);
    expect(await list({ date: ['made=1777'] })).toEqual(['D changed']);
    expect(await list({ date: ['made=sec. X'] })).not.toContain('D changed');
    const undone = await client.call(undoBatch, { params: { uuid: begun.uuid } });
    await ended(expectStatus(undone, 202).uuid);
    expect(await list({ date: ['made=1777'] })).toEqual([]);
    expect(await list({ date: ['made=sec. X'] })).toContain('D changed');
  });

  it('that were written before the field was theirs are found too', async () => {
    const uuid = await item('D older');
    await house.query(`update item set metadata = metadata || $2::jsonb where uuid = $1`, [
      uuid,
      JSON.stringify([{ name: 'bound', value: 'MDCCXLIV' }]),
    ]);
    expect(await list({ date: ['bound=1744'] })).toEqual([]);
    await field('bound', 'DATE');
    await indexed();
    expect(await list({ date: ['bound=1744'] })).toEqual(['D older']);
  });
});

describe('a field of a template that a search names', () => {
  it('is asked for words, dates and numbers, with OR and with exclusions, by its ID and by its label', async () => {
    await field('lang', 'STRING', { searchable: true, label: 'Lingua del testo' });
    await field('press', 'STRING');
    await field('printed', 'DATE');
    await field('leaves', 'INTEGER');
    await field('Anno', 'INTEGER');
    await field('width', 'NUMBER', { searchable: true });
    await item('N Atlas', [
      ['lang', 'latino'],
      ['printed', '1840-05-09'],
      ['leaves', '12'],
      ['width', '12.5'],
      ['Anno', '79'],
    ]);
    await item('N Bible', [
      ['lang', 'volgare italiano'],
      ['printed', 'sec. XIX'],
      ['leaves', '120'],
    ]);
    await item('N Chart', [
      ['lang', 'italiano'],
      ['printed', '[1851]'],
      ['press', 'latino'],
    ]);
    await item('N Diary', [['printed', 's.d. latino']]);
    const among = async (text: string) => (await found(`${text} title:n`)).map((title) => title.slice(2));
    for (const [text, titles] of [
      ['lang:lat', ['Atlas']],
      ['lingua_del_testo:"latino"', ['Atlas']],
      ['-lang:italiano', ['Atlas', 'Diary']],
      ['lang:"italiano volgare"', []],
      // It isn't searchable: no name of a search.
      ['press:latino', []],
      ['printed:1840', ['Atlas', 'Bible']],
      ['printed:1840-05..1840-06', ['Atlas', 'Bible']],
      ['printed:1840-06..1851', ['Bible', 'Chart']],
      ['printed:1851..', ['Bible', 'Chart']],
      ['year:1841..1850', ['Bible']],
      ['anno:..1840', ['Atlas', 'Bible']],
      ['year:79', ['Atlas']],
      ['-anno:..', ['Diary']],
      ['year:1851 OR lang:latino', ['Atlas', 'Bible', 'Chart']],
      ['-printed:"sec. XIX"', ['Diary']],
      // What is no date is text.
      ['printed:latino', []],
      ['leaves:12', ['Atlas']],
      ['leaves:12..120 -leaves:13..', ['Atlas']],
      ['width:12,4..12,6', ['Atlas']],
      ['width:..12', []],
    ] as const)
      expect(await among(text), text).toEqual(titles);
    expect(await found('anno:1840..1851 title:n', undefined, stranger)).toEqual([]);
  });

  it('means the same in facets, batches and the trash', async () => {
    const query = { text: 'printed:1840..1850 title:n' };
    const facets = expectStatus(await client.call(getItemFacets, { query }), 200);
    expect(facets.total).toBe(2);
    const states = await client.call(findSelectionStates, { body: { selection: { query } } });
    expect(expectStatus(states, 200).items).toBe(2);
    const [lost] = await house.query<{ uuid: string }>(`select uuid from item where sgtt = 'N Chart'`);
    await client.call(deleteItem, { params: { uuid: lost?.uuid ?? '' } });
    const trash = async (text: string) =>
      expectStatus(await client.call(listTrash, { query: { text } }), 200).page.totalElements;
    expect([await trash('year:1851'), await trash('year:1852')]).toEqual([1, 0]);
  });

  it('is text as soon as it is archived', async () => {
    await item('N Emblem', [['lang', 'greco']]);
    expect(await found('lang:greco')).toEqual(['N Emblem']);
    const [kept] = await house.query<{ uuid: string }>(
      `select uuid from metadata_template where name = 'lang' and archived_at is null`,
    );
    await client.call(deleteTemplate, { params: { uuid: kept?.uuid ?? '' } });
    expect(await found('lang:greco')).toEqual([]);
    await item('N Lang: greco');
    expect(await found('lang:greco')).toEqual(['N Lang: greco']);
  });

  it('is asked of collections by theirs, which a search can limit to their titles', async () => {
    await field('period', 'DATE', { resourceType: 'COLLECTION' });
    for (const [sgtt, value] of [
      ['Papers of Leopardi', '1798/1837'],
      ['Leopardi studies', 'sec. XX'],
    ] as const)
      await client.call(createCollection, {
        body: {
          sgtt,
          sgti: 'Recanati',
          parentCollectionsUuids: root,
          customMetadataList: [{ name: 'period', value }],
        },
      });
    const named = async (text: string, findBy?: string) => {
      const { body } = await client.call(searchCollections, { query: { text, ...(findBy && { findBy }) } });
      return body._embedded.culturalItemCollections.map(({ sgtt }) => sgtt);
    };
    expect(await named('leopardi period:1800..1810')).toEqual(['Papers of Leopardi']);
    expect(await named('-year:..1900 leopardi')).toEqual(['Leopardi studies']);
    expect(await named('recanati')).toHaveLength(2);
    expect(await named('recanati', 'sgti')).toHaveLength(2);
    expect(await named('leopardi', 'sgti')).toEqual([]);
    expect(await named('recanati', 'sgtt')).toEqual([]);
    expect(await named('leopardi', 'sgtt')).toHaveLength(2);
    expect(await named('leopardi', 'autn')).toEqual([]);
    expect(await named('description:recanati year:1950', 'sgtt')).toEqual(['Leopardi studies']);
  });
});

describe('the filters of fields', () => {
  type Filters = Partial<QueryOf<typeof searchItems>>;
  const left = async (filters: Filters, by = client) => {
    const { body, status } = await by.call(searchItems, {
      query: { text: 'title:p', sort: ['sgtt'], ...filters },
    });
    expect(status).toBe(200);
    expect(body.page.totalElements).toBe(body._embedded.culturalItems.length);
    return body._embedded.culturalItems.map(({ sgtt }) => sgtt.slice(2));
  };
  const valuesOf = async (
    name: string,
    further: Partial<QueryOf<typeof findFieldValues>> = {},
    by = client,
  ) => {
    const query = { text: 'title:p', name, ...further };
    const { values, hasMore } = expectStatus(await by.call(findFieldValues, { query }), 200);
    expect(hasMore).toBe(false);
    return values.map(({ value, count }) => `${value} ${count}`);
  };

  it('narrow by numbers, by having a value or none, and by what is true', async () => {
    await field('folios', 'INTEGER');
    await field('sold', 'BOOLEAN');
    await field('owner', 'STRING', { searchable: true, repeatable: true });
    const sold = { name: 'sold', value: true };
    await item(
      'P Atlas',
      [
        ['folios', '12'],
        ['owner', 'Rossi, Ada'],
        ['owner', 'Bianchi'],
      ],
      [sold],
    );
    await item(
      'P Bible',
      [
        ['folios', '120'],
        ['owner', 'Rossi, Ada'],
      ],
      [{ name: 'sold', value: false }],
    );
    await item('P Chart', [['autn', 'Blaeu']]);
    for (const [filters, titles] of [
      [{ number: ['folios=12'] }, ['Atlas']],
      [{ number: ['folios=..50', 'folios=120..'] }, ['Atlas', 'Bible']],
      [{ number: ['folios=13..119'] }, []],
      [{ number: ['folios=12..', 'leaves=1'] }, []],
      [{ filled: ['folios'] }, ['Atlas', 'Bible']],
      [{ empty: ['folios'] }, ['Chart']],
      [{ empty: ['autn'], filled: ['owner'] }, ['Atlas', 'Bible']],
      [{ filled: ['autn'] }, ['Chart']],
      [{ empty: ['sgtt'] }, []],
      [{ date: ['folios=0012'] }, []],
      [{ field: ['folios=120'] }, ['Bible']],
      [{ filled: ['folios', 'autn'] }, []],
      [{ field: ['sold=true'] }, ['Atlas']],
      [{ field: ['sold=false', 'owner=Bianchi'] }, []],
    ] satisfies [Filters, string[]][])
      expect(await left(filters), JSON.stringify(filters)).toEqual(titles);
    for (const number of ['folios=many', 'folios', 'folios=1..x', `${'f'.repeat(201)}=1`])
      expect((await client.call(findAllItems, { query: { number: [number] } })).status).toBe(400);
    const facets = expectStatus(await client.call(getItemFacets, { query: { text: 'title:p' } }), 200);
    expect(facets.fields.find(({ name }) => name === 'sold')?.values).toEqual([
      { value: 'false', count: 1 },
      { value: 'true', count: 1 },
    ]);
  });

  const offered = async (name: string, text: string, by = client) =>
    expectStatus(await by.call(findValuesInUse, { query: { name, text } }), 200).values;

  it('offers values that a field has already, first those that begin with what is typed', async () => {
    expect(await offered('owner', 'ada')).toEqual(['Rossi, Ada']);
    expect(await offered('owner', 'ÀDA r')).toEqual(['Rossi, Ada']);
    expect(await offered('owner', 'ada ross', stranger)).toEqual([]);
    expect(await offered('owner', 'blaeu')).toEqual([]);
    // A field without an index of its words.
    expect(await offered('cover', 'half')).toEqual([]);
    await field('cover', 'STRING', { searchable: false });
    for (const [title, cover] of [
      ['R One', 'Leather, half'],
      ['R Two', 'Leather, half'],
      ['R Three', 'Half parchment'],
    ] as const)
      await item(title, [['cover', cover]]);
    expect(await offered('cover', 'half')).toEqual(['Half parchment', 'Leather, half']);
    expect(await offered('cover', 'le')).toEqual(['Leather, half']);
    expect((await client.call(findValuesInUse, { query: { name: 'cover', text: '' } })).status).toBe(400);
  });

  it('offer the values of a field, the most frequent first, also by their words and beside other filters', async () => {
    expect(await valuesOf('owner')).toEqual(['Rossi, Ada 2', 'Bianchi 1']);
    expect(await valuesOf('owner', { valueText: 'ÀDA' })).toEqual(['Rossi, Ada 2']);
    expect(await valuesOf('owner', { valueText: 'nobody' })).toEqual([]);
    expect(await valuesOf('owner', { field: ['owner=Bianchi'] })).toEqual(['Rossi, Ada 2', 'Bianchi 1']);
    expect(await valuesOf('owner', { number: ['folios=120'] })).toEqual(['Rossi, Ada 1']);
    expect(await valuesOf('autn', { valueText: 'bl' })).toEqual(['Blaeu 1']);
    expect(await valuesOf('owner', { text: '' }, stranger)).toEqual([]);
    expect(
      (await client.call(findFieldValues, { query: { name: 'owner', belowUuid: randomUUID() } })).status,
    ).toBe(404);
  });

  it('offer no value of a restricted item to those who may not see it', async () => {
    const uuid = await item('P Secret', [['owner', 'Nemo']]);
    expect(await valuesOf('owner', { valueText: 'nemo' }, reader)).toEqual(['Nemo 1']);
    expect(await offered('owner', 'nemo', reader)).toEqual(['Nemo']);
    await publisher.call(updateItem, { params: { uuid }, body: { visibility: 'restricted' } });
    expect(await valuesOf('owner', { valueText: 'nemo' }, reader)).toEqual([]);
    expect(await offered('owner', 'nemo', reader)).toEqual([]);
    expect(await valuesOf('owner', {}, reader)).toEqual(['Rossi, Ada 2', 'Bianchi 1']);
    expect(await valuesOf('owner', { valueText: 'nemo' })).toEqual(['Nemo 1']);
    expect(await offered('owner', 'nemo')).toEqual(['Nemo']);
  });
});
