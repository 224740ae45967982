import { beforeAll, describe, expect, it } from 'vitest';
import { deleteItem } from '@armarium/contract/deletions';
import { updateCollection, updateItem } from '@armarium/contract/record-edits';
import { getSuggestions } from '@armarium/contract/suggestions';
import { createTemplate } from '@armarium/contract/templates';
import { importedItem, openInstallation, rootOf } from '../../../../../tests/http/test-installation.ts';
import { countWordsJob } from '../records/public.ts';
import { jobContext } from '../../../../../tests/harness/job-context.ts';

const house = await openInstallation();
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
/** Who sees no restricted records. */
const researcher = await house.person('default', 'ROLE_RESEARCHER');
const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');
const root = (await rootOf(client)).uuid;
const shelf = await house.collection('default', 'Turner on a shelf', [root]);

const countWords = () => countWordsJob(house.program.media.database)({}, jobContext);

const uuids: Record<string, string> = {};
async function make(item: NonNullable<Parameters<typeof importedItem>[1]>, who = client) {
  const { uuid } = await importedItem(who, item);
  if (item.pressmark !== undefined) uuids[item.pressmark] = uuid;
  return uuid;
}
async function restrict(uuid: string) {
  const body = { visibility: 'restricted' as const };
  expect((await client.call(updateItem, { params: { uuid }, body })).status).toBe(200);
}

for (const [pressmark, sgtt, autn, sgti] of [
  ['MS 2', 'View of Venice', 'Turner', 'Turbid water'],
  ['MS 22', 'Venice at dusk', 'Turner', ''],
  ['MS 3', 'Rain', 'Turner', 'Turbines'],
  ['MS 4', 'Turbines of Rome', 'Turati', ''],
  ['MS 5', 'Canaletto canapa canarino cancello', '', 'candela candore canestro cannone canoa'],
  ['MS 6', 'Cannone', '', ''],
  ['MS 7', 'Venetian glass', 'Pazzi, E.', ''],
  ['MS 8', 'Folio 12bis', '', ''],
  ['MS 9', 'Ὀδυσσεύς', 'Ὅμηρος', '源氏物語'],
] as const)
  await make({ pressmark, sgtt, autn, sgti, ...(pressmark === 'MS 2' && { parents: [shelf, root] }) });

/** What only restricted records have, and what only the trash has. */
await restrict(await make({ pressmark: 'SECRET 1', sgtt: 'Turpentine', autn: 'Obsidian', parents: [shelf] }));
const vault = await house.collection('default', 'Turret', [root]);
const restricting = { params: { uuid: vault }, body: { visibility: 'restricted' as const } };
expect((await client.call(updateCollection, restricting)).status).toBe(200);
await make({ pressmark: 'GONE 1', sgtt: 'Turnstile of porphyry' });
expect((await client.call(deleteItem, { params: { uuid: uuids['GONE 1'] ?? '' } })).status).toBe(204);
await make({ pressmark: 'ALTRA 1', sgtt: 'Turandot amethyst' }, stranger);
await countWords();

interface Typed {
  readonly text: string;
  readonly findBy?: string;
}
async function suggested(typed: string | Typed, who = client) {
  const query = typeof typed === 'string' ? { text: typed } : typed;
  const { status, body } = await who.call(getSuggestions, { query });
  expect(status).toBe(200);
  return body;
}
const wordsOf = async (typed: string | Typed, who = client) => (await suggested(typed, who)).words;
const pressmarksOf = async (typed: string | Typed, who = client) =>
  (await suggested(typed, who)).records.map(({ pressmark }) => pressmark);
const nothing = { words: [], records: [], collections: [], savedSearches: [] };

describe('the word that is typed', () => {
  it.each<[text: string | Typed, words: string[]]>([
    // The most frequent first, then by the alphabet.
    ['tur', ['turner', 'turbines', 'turati', 'turbid', 'turpentine']],
    ['TUR', ['turner', 'turbines', 'turati', 'turbid', 'turpentine']],
    ['turb', ['turbines', 'turbid']],
    // Eight at most.
    ['can', ['cannone', 'canaletto', 'canapa', 'canarino', 'cancello', 'candela', 'candore', 'canestro']],
    // Without itself.
    ['turner', []],
    ['cannon', ['cannone']],
    // Only what is found together with the other words.
    ['venice tur', ['turner', 'turbid']],
    ['rain tur', ['turbines', 'turner']],
    ['rain -turbines tur', []],
    ['"at dusk" tur', ['turner']],
    ['venice OR rome tur', ['turner', 'turati', 'turbid', 'turbines']],
    ['absent tur', []],
    // Of a field that is named or chosen, its words alone.
    ['author:tur', ['turner', 'turati']],
    ['Autore:tur', ['turner', 'turati']],
    ['venice author:tur', ['turner']],
    ['title:tur', ['turbines', 'turpentine']],
    ['description:tur', ['turbid', 'turbines']],
    [{ text: 'tur', findBy: 'autn' }, ['turner', 'turati']],
    [{ text: 'title:tur', findBy: 'autn' }, ['turbines', 'turpentine']],
    // What is no field is a part of the text.
    ['e:tur', []],
    ['Pazzi,e', []],
    ['l’can', []],
    ['glass:ven', ['venetian']],
    ['οδ', ['οδυσσευσ']],
    ['Ὀδ', ['οδυσσευσ']],
    ['12b', ['12bis']],
  ])('%j becomes %j', async (text, words) => {
    expect(await wordsOf(text)).toEqual(words);
  });

  it.each([
    't',
    'tur ',
    'tur.',
    'tur"',
    '"tur',
    '"tur"',
    '"venice tur',
    '-tur',
    'venice -tur',
    'venice OR tur',
    'tur OR',
    'tur -',
    'author:"tur',
    'author:tur.tur',
    'year:tur',
    '源氏',
    'tur源',
    'tur\u200F',
  ])('stays as it is in %j', async (text) => {
    expect(await wordsOf(text)).toEqual([]);
  });

  it('of a field of a template becomes a word of that field', async () => {
    const body = { name: 'copyist', label: 'Copyist', type: 'STRING', resourceType: 'ITEM' } as const;
    const made = await client.call(createTemplate, { body: { ...body, searchable: true } });
    expect(made.status).toBe(201);
    const uuid = await make({ pressmark: 'MS 10', sgtt: 'Quire' });
    const customMetadataList = [
      { name: 'sgtt', value: 'Quire' },
      { name: 'pressmark', value: 'MS 10' },
      { name: 'copyist', value: 'Quentin' },
    ];
    expect((await client.call(updateItem, { params: { uuid }, body: { customMetadataList } })).status).toBe(
      200,
    );
    await countWords();
    expect(await wordsOf('qu')).toEqual(['quentin', 'quire']);
    expect(await wordsOf('copyist:qu')).toEqual(['quentin']);
    expect(await wordsOf('title:qu')).toEqual(['quire']);
  });
});

describe('a word that nothing begins with', () => {
  it.each<[text: string | Typed, words: string[]]>([
    ['turnre', ['turner']],
    ['tunrer', ['turner']],
    ['tturner', ['turner']],
    ['venise', ['venice']],
    // The beginning of a longer word.
    ['canalte', ['canaletto']],
    // Two edits in a long one.
    ['venitien', ['venetian']],
    ['author:turnre', ['turner']],
    ['οδισσευς', ['οδυσσευσ']],
    // Only where the whole text finds something.
    ['venice turnre', ['turner']],
    ['rome turnre', []],
    ['title:turnre', []],
    [{ text: 'turnre', findBy: 'sgtt' }, []],
    ['dusk author:turnre', ['turner']],
    // Not where something begins so.
    ['turbine', ['turbines']],
    ['turat', ['turati']],
    // A short one is close to too many.
    ['rin', []],
    ['turnre ', []],
    ['"turnre', []],
    ['qzqzqzqz', []],
  ])('%j becomes %j', async (text, words) => {
    expect(await wordsOf(text)).toEqual(words);
  });
});

describe('records and collections', () => {
  it('are found by relevance, with the collection where each is opened', async () => {
    const { records, collections } = await suggested('turner');
    expect(records.map(({ pressmark }) => pressmark)).toEqual(['MS 3', 'MS 22', 'MS 2']);
    const [parentUuid] = (
      await house.query<{ uuid: string }>(
        'select collection_uuid as uuid from item_link where item_uuid = $1 order by linked_at, collection_uuid',
        [uuids['MS 2']],
      )
    ).map(({ uuid }) => uuid);
    expect(records[2]).toEqual({
      uuid: uuids['MS 2'],
      sgtt: 'View of Venice',
      autn: 'Turner',
      pressmark: 'MS 2',
      parentUuid,
    });
    expect(collections).toEqual([{ uuid: shelf, sgtt: 'Turner on a shelf' }]);
  });

  it.each<[text: string | Typed, pressmarks: string[]]>([
    ['ms 2', ['MS 2', 'MS 22']],
    ['ms-22', ['MS 22']],
    // Titles that begin so, then titles, then others.
    ['tur', ['MS 4', 'SECRET 1', 'MS 3', 'MS 22', 'MS 2']],
    ['venice', ['MS 22', 'MS 2']],
    ['venice -dusk', ['MS 2']],
    ['author:turner rain', ['MS 3']],
    [{ text: 'turb', findBy: 'sgtt' }, ['MS 4']],
    ['"of venice"', ['MS 2']],
    ['源氏', ['MS 9']],
    ['turnre', []],
  ])('of %j are %j', async (text, pressmarks) => {
    expect(await pressmarksOf(text)).toEqual(pressmarks);
  });

  it('[SHARE-19] stand in the root where their collections are hidden', async () => {
    const uuid = await make({ pressmark: 'CUP 1', sgtt: 'Chalice', parents: [vault] });
    const records = async (who = client) =>
      (await suggested('chalice', who)).records.map((record) => [record.uuid, record.parentUuid]);
    expect(await records()).toEqual([[uuid, vault]]);
    expect(await records(researcher)).toEqual([[uuid, root]]);
  });

  it('are at most eight of each', async () => {
    const { records } = await suggested('ms');
    expect(records).toHaveLength(8);
    for (let number = 1; number <= 9; number += 1)
      await house.collection('default', `Casket ${number}`, [root]);
    const { collections } = await suggested('casket');
    expect(collections.map(({ sgtt }) => sgtt)).toEqual(
      Array.from({ length: 8 }, (_, index) => `Casket ${index + 1}`),
    );
  });
});

describe('[SHARE-19] restricted records', () => {
  it('are suggested to whoever sees them, with their words', async () => {
    expect(await wordsOf('turp')).toEqual(['turpentine']);
    expect(await wordsOf('obsidien')).toEqual(['obsidian']);
    expect(await pressmarksOf('secret 1')).toEqual(['SECRET 1']);
    expect((await suggested('turret')).collections).toEqual([{ uuid: vault, sgtt: 'Turret' }]);
  });

  it.each([
    'turp',
    'turpentine',
    'obs',
    'obsidian',
    'obsidien',
    'turpentinr',
    'secret',
    'secret 1',
    'turret',
  ])('are not suggested to others: %s', async (text) => {
    expect(await suggested(text, researcher)).toEqual(nothing);
  });

  it('leave what others see as it is', async () => {
    expect(await wordsOf('tur', researcher)).toEqual(['turner', 'turbines', 'turati', 'turbid']);
    expect(await pressmarksOf('tur', researcher)).toEqual(['MS 4', 'MS 3', 'MS 22', 'MS 2']);
    const { collections } = await suggested('tur', researcher);
    expect(collections.map(({ uuid }) => uuid)).toEqual([shelf]);
  });
});

it.each(['turns', 'turnstile', 'porph', 'porphyri', 'gone 1'])(
  'records in the trash are not suggested, nor are their words: %s',
  async (text) => {
    expect((await suggested(text)).records).toEqual([]);
    expect((await suggested(text)).words).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:turnstile|porphyry|gone)$/)]),
    );
  },
);

it('[PERM-31] each organisation is suggested its own records and words alone', async () => {
  for (const text of ['turan', 'amethist', 'altra 1']) expect(await suggested(text), text).toEqual(nothing);
  expect(await wordsOf('tur', stranger)).toEqual(['turandot']);
  expect(await wordsOf('amethist', stranger)).toEqual(['amethyst']);
  expect(await pressmarksOf('tur', stranger)).toEqual(['ALTRA 1']);
});

describe('a text', () => {
  it.each(['', ' ', '-', '-turner', '-turner -"of venice"', 'OR OR', '""', '"', '* *', '\u200F', '\u0301'])(
    'that asks for nothing finds nothing: %j',
    async (text) => {
      expect(await suggested(text)).toEqual(nothing);
    },
  );

  it.each([
    'a'.repeat(1_001),
    'a '.repeat(33),
    '-a '.repeat(33),
    Array.from({ length: 33 }, () => 'a').join(' OR '),
  ])('that is too long is refused', async (text) => {
    const answer = await client.call(getSuggestions, { query: { text } });
    expect(answer).toMatchObject({ status: 422, body: { code: 'search-too-long' } });
  });

  it.each([
    ['punctuation', '?!/\\%_;--()[]{}<>'],
    ['signs of queries of words', `'a' & !b | (c <-> d):*`],
    ['a quote of SQL', `' or true --`],
    ['NUL', 'tur\u0000'],
    ['NUL within', 'tur\u0000ner xyzq'],
    ['control characters', '\u0001tur \u001Ftur\u001F \u0007tur'],
    ['marks of direction', '\u202Etur\u202C \u200Ftur'],
    ['half a character', 'tur\uD800'],
    ['a character of two units', 'tur 𠮷 𐐨𐐩𐐨𐐩𐐨'],
    ['500 characters of a script without spaces', '源'.repeat(500)],
    ['a long word', 'q'.repeat(900)],
    ['words of a letter', 'a b c d e f g h'],
    ['a quote', '"'],
    ['quotes', '"tur" "'],
    ['a name without a value', 'author:'],
    ['names', 'author:title:tur'],
    ['marks alone', 'tur \u0301\u0301'],
    ['many dots', `${'a.'.repeat(400)}tur`],
  ])('of %s never fails', async (_what, text) => {
    for (const findBy of [undefined, 'autn', 'pressmark', 'nosuch']) {
      const query = { text, ...(findBy !== undefined && { findBy }) };
      const { status, body } = await client.call(getSuggestions, { query });
      if (status === 200) continue;
      expect(Math.floor(status / 100), JSON.stringify(body)).toBe(4);
      expect(body).toMatchObject({ code: expect.any(String) as string });
    }
  });

  it('has to be given', async () => {
    const { status } = await client.send('GET', getSuggestions.path);
    expect(status).toBe(400);
  });
});

it('is for whoever may look at the catalogue', async () => {
  const { status } = await house.visitor().call(getSuggestions, { query: { text: 'tur' } });
  expect(status).toBe(401);
});

describe('among thousands of items', () => {
  beforeAll(async () => {
    const { uuid: elsewhere } = await rootOf(stranger);
    await house.query(
      `with given as (
         select gen_random_uuid() as uuid, n,
           case n when 5000 then 'folio' when 5001 then 'folio bis' else 'bulk ' || n end as pressmark,
           case when n <= 4 then 'folio ' || n else 'atto ' || lpad(n::text, 5, '0') end
             || case when n between 21 and 30 then ' folio' else '' end || case when n > 4000 then ' quire' else '' end as title,
           'folio' || case when n <= 400 then ' folder' else '' end || case n when 3000 then ' folklore' else '' end
             || case n when 3001 then ' foliage' when 3002 then ' folkloristic' when 22 then ' foliated' when 23 then ' folger'
             else '' end as description
         from generate_series(1, 6000) as n),
       made as (
         insert into item (tenant_id, uuid, sgtt, pressmark, pressmark_norm, sort_title, sort_pressmark, import_uuid,
           state, visibility, trashed_at)
         select $1, uuid, title, pressmark, pressmark, title, pressmark, gen_random_uuid(), 'Default',
           case when n in (2, 22, 3001) then 'restricted' else 'private' end,
           case when n in (3, 23, 3002) then now() end from given),
       linked as (
         insert into item_link (tenant_id, collection_uuid, item_uuid, sort_title)
         select $1, $2, uuid, title from given)
       insert into item_text (tenant_id, item_uuid, near_pressmark, words, title, sort_title)
       select $1, uuid, '', title_words(title) || to_tsvector('simple', description), title, title from given`,
      [house.tenantIds.altra, elsewhere],
    );
    await house.query('analyze item, item_text, item_link');
    await countWords();
  });

  it.each<[text: string, words: string[]]>([
    ['fol', ['folio', 'folder', 'foliage', 'foliated', 'folklore']],
    ['atto fol', ['folio', 'folder', 'foliage', 'foliated', 'folklore']],
    ['folio', []],
    ['fold', ['folder']],
    ['05000 fol', ['folio']],
    ['05000 fold', []],
    ['folyo', ['folio']],
    ['atto folyo', ['folio']],
    ['folyage', ['foliage']],
  ])('the words for %s are those that are found', async (text, words) => {
    expect(await wordsOf(text, stranger)).toEqual(words);
  });

  it('an exact pressmark is first, then titles and pressmarks that begin so, then titles with the word', async () => {
    for (const [who, beginning, inTitle] of [
      [stranger, ['folio 1', 'folio 2', 'folio 4'], [21, 22, 24]],
      [await house.person('altra', 'ROLE_RESEARCHER'), ['folio 1', 'folio 4'], [21, 24, 25, 26]],
    ] as const) {
      const titles = (await suggested('folio', who)).records.map(({ sgtt }) => sgtt);
      expect(titles).toEqual([
        'atto 05000 quire',
        ...beginning,
        'atto 05001 quire',
        ...inTitle.map((number) => `atto 000${number} folio`),
      ]);
    }
  });

  it.each<[query: { text: string; findBy?: string }, first: string | undefined, count: number]>([
    // The beginnings of titles and pressmarks are no answer where something else is asked for too.
    [{ text: 'folio', findBy: 'autn' }, undefined, 0],
    [{ text: 'folio -folder' }, 'atto 00401', 8],
    [{ text: 'folio title:quire' }, 'atto 04001 quire', 8],
    [{ text: 'folio', findBy: 'sgtt' }, 'folio 1', 8],
  ])('the records for %j are those that the search finds', async (query, first, count) => {
    const { body } = await stranger.call(getSuggestions, { query });
    expect([body.records[0]?.sgtt, body.records.length]).toEqual([first, count]);
  });

  it('what only later titles have is suggested too', async () => {
    expect(await wordsOf('qui', stranger)).toEqual(['quire']);
    expect((await suggested('quire', stranger)).records).toHaveLength(8);
  });

  it('[SHARE-19] words of restricted records are for whoever sees them', async () => {
    const guest = await house.person('altra', 'ROLE_RESEARCHER');
    expect(await wordsOf('fol', guest)).toEqual(['folio', 'folder', 'folklore']);
    expect(await wordsOf('atto fol', guest)).toEqual(['folio', 'folder', 'folklore']);
    for (const text of ['foliag', 'folyage']) expect(await wordsOf(text, guest), text).toEqual([]);
  });

  it('[PERM-31] those of another organisation change nothing', async () => {
    expect(await wordsOf('fol')).toEqual(['folio']);
    expect(await pressmarksOf('fol')).toEqual(['MS 8']);
    expect(await wordsOf('tur')).toEqual(['turner', 'turbines', 'turati', 'turbid', 'turpentine']);
  });
});
