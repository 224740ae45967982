import { beforeAll, describe, expect, it } from 'vitest';
import { searchItems } from '@armarium/contract/item-calls';
import { jobContext } from '../../../../../tests/harness/job-context.ts';
import { importedItem, openInstallation } from '../../../../../tests/http/test-installation.ts';
import { countWordsJob } from './jobs/count-words.job.ts';
import { closeWords, wordsBeginning, wordsInPlaceOf } from './vocabulary.queries.ts';

const house = await openInstallation();
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');
const { default: tenantId } = house.tenantIds;
const { database } = house.program.media;

const countWords = () => countWordsJob(database)({}, jobContext);

async function inPlaceOf(...beginnings: readonly string[]): Promise<Record<string, string[]>> {
  const words = await database.bookkeeping(tenantId, (db) => wordsInPlaceOf(db, beginnings));
  return Object.fromEntries([...words].map(([beginning, found]) => [beginning, found.toSorted()]));
}

async function found(text: string): Promise<string[]> {
  const { body, status } = await client.call(searchItems, { query: { text } });
  expect(status).toBe(200);
  return ('_embedded' in body ? body._embedded.culturalItems : [])
    .map(({ pressmark }) => pressmark)
    .toSorted();
}

for (const [pressmark, sgtt] of [
  ['A 1', 'Venezia'],
  ['A 2', 'Veneziano'],
  ['A 3', 'Latino lat12 latin12'],
  ['A 4', 'x'.repeat(41)],
  // Fifteen words that begin with many, and sixteen that begin with more.
  ['A 5', Array.from({ length: 15 }, (_, place) => `many${String.fromCodePoint(97 + place)}`).join(' ')],
  ['A 6', Array.from({ length: 16 }, (_, place) => `more${String.fromCodePoint(97 + place)}`).join(' ')],
] as const)
  await importedItem(client, { pressmark, sgtt, autn: 'Anonimo' });
await importedItem(stranger, { pressmark: 'A 1', sgtt: 'Venezuela', autn: 'Anonimo' });

describe.each([
  ['before they are counted', async () => undefined],
  ['when they are counted', countWords],
])('the words in place of a beginning, %s', (_, prepare) => {
  beforeAll(async () => {
    await prepare();
  });

  it('are all that begin so and itself, none of another tenant', async () => {
    expect(await inPlaceOf('venez', 'venezia', 'venezuela', 'anonimo')).toEqual({
      venez: ['venez', 'venezia', 'veneziano'],
      venezia: ['venezia', 'veneziano'],
      venezuela: ['venezuela'],
      anonimo: ['anonimo'],
    });
  });

  it('are not told where the vocabulary has not all of them', async () => {
    expect(await inPlaceOf('lat', 'latino', 'xx', 'x'.repeat(40))).toEqual({ latino: ['latino'] });
  });

  it('are sixteen at most, with the beginning itself', async () => {
    const { many, more } = await inPlaceOf('many', 'more');
    expect([many?.length, more]).toEqual([16, undefined]);
  });

  it('are not told of what is no word of letters', async () => {
    expect(await inPlaceOf('a', '12', 'lat12', '源氏', 'it’s', 'x'.repeat(41))).toEqual({});
  });

  it('find the same items as the beginning', async () => {
    expect(await found('venez')).toEqual(['A 1', 'A 2']);
    expect(await found('title:venezian')).toEqual(['A 2']);
    expect(await found('anon -venezia')).toEqual(['A 3', 'A 4', 'A 5', 'A 6']);
    expect(await found('lat anonimo')).toEqual(['A 3']);
    expect(await found('xxx')).toEqual(['A 4']);
    expect(await found('venezuela OR manya')).toEqual(['A 5']);
  });
});

describe('the vocabulary', () => {
  it('changes what a search finds and how many as soon as an item is there', async () => {
    const total = async () => {
      const { body } = await client.call(searchItems, { query: { text: 'venez' } });
      return 'page' in body ? body.page.totalElements : undefined;
    };
    expect([await total(), await total()]).toEqual([2, 2]);
    await importedItem(client, { pressmark: 'A 7', sgtt: 'Venezze', autn: 'Anonimo' });
    expect(await total()).toBe(3);
    expect(await found('venez')).toEqual(['A 1', 'A 2', 'A 7']);
  });

  it('is not asked while many words are still to be counted', async () => {
    await countWords();
    await house.query(
      `insert into vocabulary_change (tenant_id, word, items)
       select $1, 'filler', 1 from generate_series(1, 5001)`,
      [tenantId],
    );
    expect(await inPlaceOf('venez')).toEqual({});
    expect(await found('venez')).toEqual(['A 1', 'A 2', 'A 7']);
    await house.query(`delete from vocabulary_change where id = (select min(id) from vocabulary_change)`);
    expect(Object.keys(await inPlaceOf('venez'))).toEqual(['venez']);
    await house.query('delete from vocabulary_change');
  });

  it('offers no beginning of other words as a word', async () => {
    await countWords();
    const offered = await database.bookkeeping(tenantId, async (db) => [
      await wordsBeginning(db, 'lat', 10),
      await wordsBeginning(db, 'xx', 10),
      await closeWords(db, 'latinx', 10),
    ]);
    expect(offered).toEqual([['latino'], [], ['latino']]);
  });
});
