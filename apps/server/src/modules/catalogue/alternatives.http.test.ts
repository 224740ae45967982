import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deleteItem } from '@armarium/contract/deletions';
import { searchItems } from '@armarium/contract/item-calls';
import type { QueryOf } from '@armarium/contract/operation';
import { updateItem } from '@armarium/contract/record-edits';
import { findAlternatives } from '@armarium/contract/suggestions';
import { importedItem, openInstallation, rootOf } from '../../../../../tests/http/test-installation.ts';
import { countWordsJob } from '../records/public.ts';
import { jobContext } from '../../../../../tests/harness/job-context.ts';

const house = await openInstallation();
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
/** Who sees no restricted items. */
const researcher = await house.person('default', 'ROLE_RESEARCHER');
const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');
const root = (await rootOf(client)).uuid;
const shelf = await house.collection('default', 'Shelf', [root]);

/** Numbered copies of a record. */
async function make(
  copies: number,
  item: NonNullable<Parameters<typeof importedItem>[1]> & { pressmark: string },
): Promise<string[]> {
  const made: string[] = [];
  for (let copy = 1; copy <= copies; copy += 1) {
    const pressmark = copies === 1 ? item.pressmark : `${item.pressmark} ${copy}`;
    made.push((await importedItem(client, { ...item, pressmark })).uuid);
  }
  return made;
}
async function restrict(uuids: readonly string[]) {
  for (const uuid of uuids) {
    const body = { visibility: 'restricted' as const };
    expect((await client.call(updateItem, { params: { uuid }, body })).status).toBe(200);
  }
}

await make(5, { pressmark: 'DC', sgtt: 'Divina commedia', autn: 'Dante Alighieri', parents: [shelf] });
await restrict(
  await make(1, { pressmark: 'SECRET 7', sgtt: 'Divina commedia', autn: 'Obsidian', parents: [shelf] }),
);
for (const uuid of await make(1, { pressmark: 'GONE 7', sgtt: 'Divina commedia porphyry', autn: 'Dante' }))
  expect((await client.call(deleteItem, { params: { uuid } })).status).toBe(204);
await restrict(await make(4, { pressmark: 'HIDDEN', sgtt: 'Psaltir' }));
await make(2, { pressmark: 'TV', sgtt: 'Turner in Venice', autn: 'Ruskin' });
await make(1, { pressmark: 'VN', sgtt: 'Venica' });
await make(4, { pressmark: 'BR', sgtt: 'Breviarium' });
await make(1, { pressmark: 'BX', sgtt: 'Breviarum' });
await make(1, { pressmark: 'MS 2', sgtt: 'Psalter' });
for (const [copies, word] of [
  [4, 'rota'],
  [3, 'rosa'],
  [2, 'roma'],
  [1, 'roba'],
] as const)
  await make(copies, { pressmark: `RO ${word}`, sgtt: `Una ${word}` });
for (const [copies, sgtt] of [
  [1, 'alfa beta gamma'],
  [4, 'alfa beta delta'],
  [2, 'alfa gamma delta'],
  [3, 'beta gamma delta'],
] as const)
  await make(copies, { pressmark: sgtt, sgtt });
for (const [copies, word] of [
  [11, 'tavola'],
  [2, 'tavole'],
  [1, 'tavolo'],
] as const)
  await make(copies, { pressmark: word, sgtt: `Tre ${word}` });
await importedItem(stranger, { sgtt: 'Divina commedia amethyst', pressmark: 'ALTRA 7' });
await countWordsJob(house.program.media.database)({}, jobContext);

type Asked = QueryOf<typeof findAlternatives>;
type Offer = [kind: string, text: string, count: number, left?: string];
async function offered(asked: string | Asked, who = client): Promise<Offer[]> {
  const query = typeof asked === 'string' ? { text: asked } : asked;
  const { status, body } = await who.call(findAlternatives, { query });
  expect(status).toBe(200);
  return body.alternatives.map(({ kind, text, count, left }) =>
    left === undefined ? [kind, text, count] : [kind, text, count, left],
  );
}
const ofKind = async (kind: string, asked: string | Asked, who = client) =>
  (await offered(asked, who)).filter(([one]) => one === kind);
async function totalOf(query: Asked & { text: string }, who = client): Promise<number> {
  return (await who.call(searchItems, { query })).body.page.totalElements;
}

describe('corrected', () => {
  it.each<[typed: string, corrected: string, count: number]>([
    ['comnedia', 'commedia', 6],
    ['comedia', 'commedia', 6],
    ['commmedia', 'commedia', 6],
    ['commeida', 'commedia', 6],
    ['COMNEDIA', 'commedia', 6],
    ['Divina  Comnedia', 'Divina  commedia', 6],
    // Two edits in a long word.
    ['comedya', 'commedia', 6],
    ['breviariiom', 'breviarium', 4],
    // Each word that nothing has.
    ['divnia comnedia', 'divina commedia', 6],
    ['"divina comnedia"', '"divina commedia"', 6],
    ['"divina comnedia" alighieri', '"divina commedia" alighieri', 5],
    ['author:dnate', 'author:dante', 5],
    ['Autore:"dnate alighieri" commedia', 'Autore:"dante alighieri" commedia', 5],
    ['comnedia OR turnre', 'commedia OR turner', 8],
    ['comnedia -obsidian', 'commedia -obsidian', 5],
    ['commedia di,dnate', 'commedia di,dante', 5],
    // A name that is no field is a word of the text.
    ['divina:"comnedia"', 'divina:"commedia"', 6],
    ['com\u00ADnedia', 'commedia', 6],
    ['MS 02', 'MS 2', 1],
    ['ms-o2', 'MS 2', 1],
  ])('%s is %s', async (typed, corrected, count) => {
    expect(await ofKind('corrected', typed)).toEqual([['corrected', corrected, count]]);
  });

  it('offers three at most, those first that most items have', async () => {
    expect(await offered('rola')).toEqual([
      ['corrected', 'rota', 4],
      ['corrected', 'rosa', 3],
      ['corrected', 'roma', 2],
    ]);
  });

  it.each([
    'commedia',
    'divina commedia',
    'dante -comnedia',
    'qzqzqzqz',
    'rol',
    'MS 2',
    'MS 3',
    '',
    '-',
    '%',
  ])('offers nothing for %j', async (text) => {
    expect(await ofKind('corrected', text)).toEqual([]);
  });

  it('keeps the place and the filters', async () => {
    expect(await ofKind('corrected', { text: 'comnedia', belowUuid: shelf })).toHaveLength(1);
    expect(await ofKind('corrected', { text: 'turnre', belowUuid: shelf })).toEqual([]);
    expect(await ofKind('corrected', { text: 'turnre', state: ['Other'] })).toEqual([]);
    expect(await ofKind('corrected', { text: 'dnate', findBy: 'sgtt' })).toEqual([]);
    expect(await ofKind('corrected', { text: 'dnate', findBy: 'autn' })).toEqual([['corrected', 'dante', 5]]);
  });
});

describe('without a term', () => {
  it.each<[text: string, offers: Offer[]]>([
    ['commedia qzqzqzqz', [['without', 'commedia', 6, 'qzqzqzqz']]],
    ['qzqzqzqz "divina commedia"', [['without', '"divina commedia"', 6, 'qzqzqzqz']]],
    [
      'commedia author:ruskin',
      [
        ['without', 'commedia', 6, 'author:ruskin'],
        ['without', 'author:ruskin', 2, 'commedia'],
      ],
    ],
    [
      'turner commedia',
      [
        ['without', 'commedia', 6, 'turner'],
        ['without', 'turner', 2, 'commedia'],
      ],
    ],
    ['commedia qzqzqzqz OR  xkxkxkxk', [['without', 'commedia', 6, 'qzqzqzqz OR  xkxkxkxk']]],
    [
      'commedia -dante -obsidian',
      [
        ['without', 'commedia -obsidian', 5, '-dante'],
        ['without', 'commedia -dante', 1, '-obsidian'],
      ],
    ],
    // Three at most, those that find most.
    [
      'alfa beta gamma delta',
      [
        ['without', 'alfa beta delta', 4, 'gamma'],
        ['without', 'beta gamma delta', 3, 'alfa'],
        ['without', 'alfa gamma delta', 2, 'beta'],
      ],
    ],
    // Two that nothing has, together.
    ['commedia qzqzqzqz xkxkxkxk', [['without', 'commedia', 6, 'qzqzqzqz xkxkxkxk']]],
    // No two of them are in one item.
    [
      'commedia una alfa',
      [
        ['without', 'una', 10, 'commedia alfa'],
        ['without', 'alfa', 7, 'commedia una'],
        ['without', 'commedia', 6, 'una alfa'],
      ],
    ],
    ['qzqzqzqz commedia "xkxkxkxk"', [['without', 'commedia', 6, 'qzqzqzqz "xkxkxkxk"']]],
    ['commedia qzqzqzqz xkxkxkxk -wkwkwkwk', [['without', 'commedia -wkwkwkwk', 6, 'qzqzqzqz xkxkxkxk']]],
    ['qzqzqzqz xkxkxkxk', []],
    // Never so that only exclusions are left.
    ['qzqzqzqz -turner', []],
    ['qzqzqzqz "xkxkxkxk" -turner', []],
    ['qzqzqzqz', []],
  ])('%s', async (text, offers) => {
    expect(await ofKind('without', text)).toEqual(offers);
  });
});

describe('with fewer limits', () => {
  it.each<[asked: Asked, offers: Offer[]]>([
    [{ text: 'dante', findBy: 'sgtt' }, [['everywhere', 'dante', 5]]],
    [{ text: 'turner', belowUuid: shelf }, [['outside', 'turner', 2]]],
    [{ text: 'turner', collectionUuid: shelf }, [['outside', 'turner', 2]]],
    [{ text: 'turner', state: ['Other'] }, [['unfiltered', 'turner', 2]]],
    [{ text: 'turner', media: ['image'], createdTo: '2000-01-01T00:00:00Z' }, [['unfiltered', 'turner', 2]]],
    // The others stay.
    [{ text: 'dante', findBy: 'sgtt', belowUuid: shelf }, [['everywhere', 'dante', 5]]],
    [{ text: 'turner', findBy: 'sgtt', belowUuid: shelf }, [['outside', 'turner', 2]]],
    [{ text: 'dante', findBy: 'autn', belowUuid: shelf, state: ['Other'] }, [['unfiltered', 'dante', 5]]],
    // All at once only where no single one is enough.
    [{ text: 'ruskin', findBy: 'sgtt', belowUuid: shelf }, [['alone', 'ruskin', 2]]],
    [{ text: 'ruskin', belowUuid: shelf, state: ['Other'] }, [['alone', 'ruskin', 2]]],
    [{ text: 'ruskin', findBy: 'sgtt', state: ['Other'] }, [['alone', 'ruskin', 2]]],
    [{ text: 'qzqzqzqz', findBy: 'sgtt', belowUuid: shelf, state: ['Other'] }, []],
    // With the words corrected, where nothing else finds anything.
    [{ text: 'ruskni', belowUuid: shelf }, [['alone', 'ruskin', 2]]],
    [{ text: 'ruskni', findBy: 'sgtt', state: ['Other'] }, [['alone', 'ruskin', 2]]],
    [{ text: 'MS 02', belowUuid: shelf }, [['alone', 'MS 2', 1]]],
    [{ text: 'dnate', belowUuid: shelf }, [['corrected', 'dante', 5]]],
    [{ text: 'ruskni qzqzqzqz', belowUuid: shelf }, []],
    // Those that find no more.
    [{ text: 'commedia', findBy: 'sgtt', belowUuid: shelf, state: ['Default'] }, []],
    [{ belowUuid: root }, []],
    [{ text: 'turner' }, []],
  ])('%j', async (asked, offers) => {
    expect(await offered(asked)).toEqual(offers);
  });
});

describe('a search that finds something', () => {
  it('is offered what finds more', async () => {
    expect(await totalOf({ text: 'breviarum' })).toBe(1);
    expect(await offered('breviarum')).toEqual([['corrected', 'breviarium', 4]]);
    expect(await offered({ text: 'commedia', findBy: 'sgtt', state: ['Default'] })).toEqual([]);
    expect(await offered('commedia obsidian')).toEqual([['without', 'commedia', 6, 'obsidian']]);
  });

  it.each(['venice', 'turner', 'breviarium'])('is not offered what finds no more: %s', async (text) => {
    expect(await totalOf({ text })).toBeGreaterThan(1);
    expect(await offered(text)).toEqual([]);
  });

  it.each<Asked & { text: string }>([
    { text: 'comnedia' },
    { text: 'breviarum' },
    { text: 'commedia turnre' },
    { text: 'alfa beta gamma delta' },
    { text: 'commedia dante', findBy: 'sgtt', belowUuid: shelf },
  ])('is offered others that find as many as they say: %j', async (query) => {
    for (const who of [client, researcher]) {
      const total = await totalOf(query, who);
      const { body } = await who.call(findAlternatives, { query });
      expect(body.alternatives).not.toEqual([]);
      const { findBy, belowUuid } = query;
      for (const { kind, text, count } of body.alternatives) {
        const asked = {
          text,
          ...(findBy !== undefined && kind !== 'everywhere' && { findBy }),
          ...(belowUuid !== undefined && kind !== 'outside' && { belowUuid }),
        };
        expect(await totalOf(asked, who), kind).toBe(count);
        expect(count).toBeGreaterThan(total);
      }
    }
  });
});

describe('[SHARE-19] restricted items', () => {
  it('are counted for whoever sees them', async () => {
    expect(await offered('comnedia')).toEqual([['corrected', 'commedia', 6]]);
    expect(await offered('obsidien')).toEqual([['corrected', 'obsidian', 1]]);
    expect(await offered('secret-07')).toEqual([['corrected', 'SECRET 7', 1]]);
    expect(await offered('dante obsidian')).toEqual([
      ['without', 'dante', 5, 'obsidian'],
      ['without', 'obsidian', 1, 'dante'],
    ]);
  });

  it('keep no word from being corrected for others', async () => {
    expect(await offered('psaltir')).toEqual([]);
    expect(await offered('psaltir', researcher)).toEqual([['corrected', 'psalter', 1]]);
  });

  it('are neither counted nor offered for others', async () => {
    expect(await offered('comnedia', researcher)).toEqual([['corrected', 'commedia', 5]]);
    for (const text of ['obsidien', 'secret-07', 'obsidian qzqzqzqz'])
      expect(await offered(text, researcher), text).toEqual([]);
    expect(await offered('dante obsidian', researcher)).toEqual([['without', 'dante', 5, 'obsidian']]);
    expect(await offered({ text: 'obsidian', findBy: 'sgtt' }, researcher)).toEqual([]);
  });
});

it('items in the trash are neither counted nor offered', async () => {
  for (const text of ['porphyri', 'gone-07', 'porphyry qzqzqzqz'])
    expect(await offered(text), text).toEqual([]);
});

it('[PERM-31] each organisation is offered what its own items are found by', async () => {
  expect(await offered('amethist')).toEqual([]);
  expect(await offered('altra-07')).toEqual([]);
  expect(await offered('amethist', stranger)).toEqual([['corrected', 'amethyst', 1]]);
  expect(await offered('comnedia', stranger)).toEqual([['corrected', 'commedia', 1]]);
});

it('a collection that is not there is 404', async () => {
  const { uuid: foreign } = await rootOf(stranger);
  for (const uuid of [randomUUID(), foreign]) {
    for (const place of [{ belowUuid: uuid }, { collectionUuid: uuid }]) {
      const answer = await client.call(findAlternatives, { query: { text: 'comnedia', ...place } });
      expect(answer).toMatchObject({ status: 404, body: { code: 'not-found' } });
    }
  }
});

describe('a text', () => {
  it.each(['a'.repeat(1_001), 'a '.repeat(33)])('that is too long is refused', async (text) => {
    const answer = await client.call(findAlternatives, { query: { text } });
    expect(answer).toMatchObject({ status: 422, body: { code: 'search-too-long' } });
  });

  it.each([
    ['punctuation', '?!/\\%_;--()[]{}<>'],
    ['signs of queries of words', `'a' & !b | (c <-> d):*`],
    ['lone words of the grammar', 'OR OR - ""'],
    ['NUL', 'comnedia\u0000 02'],
    ['control characters', '\u0001comnedia \u001Fx\u001F'],
    ['marks of direction', '\u202Ecomnedia\u202C \u200F02'],
    ['half a character', 'comnedia\uD800 2'],
    ['500 characters of a script without spaces', '源'.repeat(500)],
    ['long words', `${'q'.repeat(450)} ${'x'.repeat(450)}`],
    ['quotes', '"comnedia" "'],
    ['names', 'author:title:comnedia nosuch:"comnedia"'],
    ['thirty words', 'comnedia turnre '.repeat(15)],
    ['many dots', 'comnedia.'.repeat(100)],
  ])('of %s never fails', async (_what, text) => {
    for (const limits of [{}, { findBy: 'autn', belowUuid: shelf, state: ['Other'] }]) {
      const { status, body } = await client.call(findAlternatives, { query: { text, ...limits } });
      if (status === 200) continue;
      expect(Math.floor(status / 100), JSON.stringify(body)).toBe(4);
      expect(body).toMatchObject({ code: expect.any(String) as string });
    }
  });
});
