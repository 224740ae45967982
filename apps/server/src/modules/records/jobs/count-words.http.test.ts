import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { deleteItem } from '@armarium/contract/deletions';
import { correctPressmark, updateItem } from '@armarium/contract/record-edits';
import { listTrash, purgeTrashEntry } from '@armarium/contract/trash';
import { importedItem, openInstallation } from '../../../../../../tests/http/test-installation.ts';
import { countWordsJob } from './count-words.job.ts';
import { jobContext } from '../../../../../../tests/harness/job-context.ts';

const house = await openInstallation();
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');
const { default: tenantId, altra: foreignId } = house.tenantIds;
const { database } = house.program.media;

const countWords = (signal = jobContext.signal) => countWordsJob(database)({}, { ...jobContext, signal });

interface Counted {
  readonly tenant: number;
  readonly word: string;
  readonly items: number;
}
const vocabulary = () =>
  house.query<Counted>('select tenant_id as tenant, word, items from vocabulary order by tenant_id, word');
/** What the vocabulary has to be. */
const freshCount = () =>
  house.query<Counted>(
    `select tenant_id as tenant, entry as word, count(*)::integer as items
     from item_text, unnest(tsvector_to_array(words)) as word, vocabulary_entry(word) as entry
     where entry is not null group by tenant_id, entry order by tenant_id, entry collate "C"`,
  );
async function expectCounted() {
  const counted = await vocabulary();
  expect(counted).toEqual(await freshCount());
  expect(await house.query('select from vocabulary_change')).toEqual([]);
  return counted;
}
/** In how many items of a tenant each word is, as the vocabulary has it. */
async function itemsOf(words: readonly string[], tenant = tenantId): Promise<(number | undefined)[]> {
  const counted = (await vocabulary()).filter((row) => row.tenant === tenant);
  return words.map((wanted) => counted.find(({ word }) => word === wanted)?.items);
}

async function purge(uuid: string) {
  expect((await client.call(deleteItem, { params: { uuid } })).status).toBe(204);
  const listed = await client.call(listTrash);
  expect(listed).toMatchObject({ status: 200 });
  const entry = listed.body._embedded.trash.find(({ recordUuid }) => recordUuid === uuid);
  const params = { uuid: entry?.uuid ?? '' };
  expect((await client.call(purgeTrashEntry, { params })).status).toBe(204);
}

const made: Record<string, string> = {};
for (const [pressmark, sgtt, autn] of [
  ['MS 1', 'View of Venice', 'Turner'],
  ['MS 2', 'Venice, Venice', 'Turner'],
  ['MS 3', 'Folio 12bis x 源氏物語 ms特 สวัสดี', 'Ὅμηρος'],
  ['MS 4', 'a'.repeat(41), 'b'.repeat(40)],
] as const)
  made[pressmark] = (await importedItem(client, { pressmark, sgtt, autn })).uuid;
await importedItem(stranger, { pressmark: 'MS 1', sgtt: 'Venice', autn: 'Turner' });

describe('the words of a catalogue', () => {
  it('wait until they are counted', async () => {
    expect(await vocabulary()).toEqual([]);
    await countWords();
    expect(await expectCounted()).not.toEqual([]);
  });

  it('are counted once for each item that has them, each tenant’s by themselves', async () => {
    expect(await itemsOf(['venice', 'turner', 'view', 'folio', 'ομηροσ'])).toEqual([2, 2, 1, 1, 1]);
    expect(await itemsOf(['venice', 'turner', 'view', 'folio'], foreignId)).toEqual([
      1,
      1,
      undefined,
      undefined,
    ]);
  });

  it('are of two to forty letters, without digits, and of scripts with spaces', async () => {
    const words = (await vocabulary()).map(({ word }) => word);
    for (const word of words) expect(word).toMatch(/^\p{L}{2,40}…?$/u);
    for (const { word } of await house.query<{ word: string }>(
      `select distinct word from item_text, unnest(tsvector_to_array(words)) as word
       where word ~ '[0-9\u0E00-\u0E7F\u4E00-\u9FFF]' or word ~ '^[[:cntrl:]]' or length(word) in (1, 41)`,
    ))
      expect(words).not.toContain(word);
    expect(words).toContain('b'.repeat(40));
  });

  it('that go on with something else than letters, or have more than forty, are counted by their beginning', async () => {
    expect(await itemsOf([`${'a'.repeat(40)}…`])).toEqual([1]);
    const { uuid } = await importedItem(client, { pressmark: 'MS 6', sgtt: 'lat12 lat13', autn: 'lat' });
    await countWords();
    await expectCounted();
    expect(await itemsOf(['lat', 'lat…'])).toEqual([1, 2]);
    expect(
      (await client.call(updateItem, { params: { uuid }, body: { sgtt: 'lat12 lat14 lat15' } })).status,
    ).toBe(200);
    await countWords();
    await expectCounted();
    expect(await itemsOf(['lat', 'lat…'])).toEqual([1, 3]);
    await purge(uuid);
    await countWords();
    await expectCounted();
    expect(await itemsOf(['lat', 'lat…'])).toEqual([undefined, undefined]);
  });

  it.each([
    ['venice', 'venice'],
    ['b'.repeat(40), 'b'.repeat(40)],
    ['b'.repeat(41), `${'b'.repeat(40)}…`],
    [`${'b'.repeat(40)}1`, `${'b'.repeat(40)}…`],
    ['lat12', 'lat…'],
    ['книга2', 'книга…'],
    ['ab源', 'ab…'],
    ['a12', null],
    ['12', null],
    ['源氏', null],
    ['\u0001venice', null],
    ['\u001Fhand\u001Fvenice', null],
    ['', null],
  ])('%j is counted as %j', async (word, entry) => {
    expect(await house.query('select vocabulary_entry($1) as entry', [word])).toEqual([{ entry }]);
  });

  it.each([
    ['venice', true],
    ['οδυσσευσ', true],
    ['книга', true],
    ['שלום', true],
    ['كتاب', true],
    ['ab', true],
    ['a', false],
    ['12', false],
    ['ms2', false],
    ['源氏', false],
    ['源', false],
    ['𠮷野', false],
    ['ガラ', false],
    ['가나', false],
    ['สว', false],
    ['ສະ', false],
    ['\u0001venice', false],
    ['\u001Fhand\u001Fvenice', false],
    ['', false],
  ])('may be %j: %s', async (word, is) => {
    expect(await house.query('select is_in_vocabulary($1) as is', [word])).toEqual([{ is }]);
  });

  it('are those of what was edited, and none that nobody has any more', async () => {
    const params = { uuid: made['MS 2'] ?? '' };
    const body = { sgtt: 'Rome, not Carthage', autn: 'Ruskin' };
    expect((await client.call(updateItem, { params, body })).status).toBe(200);
    const viewed = { params: { uuid: made['MS 1'] ?? '' }, body: { sgtt: 'Sight of Venice' } };
    expect((await client.call(updateItem, viewed)).status).toBe(200);
    expect(await itemsOf(['venice', 'rome'])).toEqual([2, undefined]);
    await countWords();
    await expectCounted();
    expect(await itemsOf(['venice', 'turner', 'rome', 'carthage', 'view', 'sight'])).toEqual([
      1,
      1,
      1,
      1,
      undefined,
      1,
    ]);
    expect(await itemsOf(['venice', 'turner', 'rome'], foreignId)).toEqual([1, 1, undefined]);
  });

  it('are those of former pressmarks too', async () => {
    const params = { uuid: made['MS 2'] ?? '' };
    const body = { pressmark: 'Codex', reason: 'Misread' };
    expect((await client.call(correctPressmark, { params, body })).status).toBe(200);
    await countWords();
    await expectCounted();
    expect(await itemsOf(['codex', 'ms'])).toEqual([1, 4]);
  });

  it('are the same after edits that undo each other', async () => {
    const before = await expectCounted();
    const params = { uuid: made['MS 1'] ?? '' };
    for (const sgtt of ['Nothing of it', 'Sight of Venice'])
      expect((await client.call(updateItem, { params, body: { sgtt } })).status).toBe(200);
    await countWords();
    expect(await expectCounted()).toEqual(before);
  });

  it('are without those of what was purged, another tenant’s as they were', async () => {
    const foreign = (await vocabulary()).filter(({ tenant }) => tenant === foreignId);
    await purge(made['MS 2'] ?? '');
    const { uuid } = await importedItem(client, { sgtt: 'Short of life', pressmark: 'MS 5' });
    await purge(uuid);
    await countWords();
    const counted = await expectCounted();
    expect(await itemsOf(['rome', 'carthage', 'ruskin', 'codex', 'life', 'venice'])).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      1,
    ]);
    expect(counted.filter(({ tenant }) => tenant === foreignId)).toEqual(foreign);
  });

  it('are those of many items that one statement makes, changes and takes away', async () => {
    await house.query(
      `with given as (select gen_random_uuid() as uuid, n from generate_series(1, 50) as n),
       made as (
         insert into item (tenant_id, uuid, sgtt, pressmark, pressmark_norm, sort_title, sort_pressmark, import_uuid,
           state, visibility)
         select $1, uuid, 'Multi', 'Multi ' || n, 'multi ' || n, 'multi', 'multi ' || n, gen_random_uuid(),
           'Default', 'private' from given)
       insert into item_text (tenant_id, item_uuid, near_pressmark, words, title, sort_title)
       select $1, uuid, '', to_tsvector('simple', 'multi ' || case when n % 2 = 0 then 'pari' else 'dispari' end),
         'multi', 'multi' from given`,
      [tenantId],
    );
    await countWords();
    await expectCounted();
    expect(await itemsOf(['multi', 'pari', 'dispari'])).toEqual([50, 25, 25]);
    await house.query(
      `update item_text set words = to_tsvector('simple', 'multi novi') where words @@ 'pari'`,
    );
    await countWords();
    await expectCounted();
    expect(await itemsOf(['multi', 'pari', 'dispari', 'novi'])).toEqual([50, undefined, 25, 25]);
    await house.query(`delete from item where sgtt = 'Multi'`);
    await countWords();
    await expectCounted();
    expect(await itemsOf(['multi', 'dispari', 'novi'])).toEqual([undefined, undefined, undefined]);
  });

  it('come to the same in lots', async () => {
    const { uuid } = await importedItem(client, { sgtt: 'Lot by lot', pressmark: 'LOT 1' });
    const body = { sgtt: 'Lot after lot' };
    expect((await client.call(updateItem, { params: { uuid }, body })).status).toBe(200);
    const takeTwo = () =>
      database.bookkeeping(tenantId, async (db) => {
        const { rows } = await sql<{ taken: string }>`select count_words(2) as taken`.execute(db);
        return Number(rows[0]?.taken);
      });
    let lots = 0;
    for (let taken = 2; taken === 2; lots += 1) taken = await takeTwo();
    expect(lots).toBeGreaterThan(2);
    await expectCounted();
    expect(await itemsOf(['lot', 'after', 'by'])).toEqual([1, 1, undefined]);
  });
});

describe('the job', () => {
  it('does nothing where there is nothing to count', async () => {
    const before = await expectCounted();
    await countWords();
    expect(await expectCounted()).toEqual(before);
  });

  it('stops where it is told to, and counts the rest the next time', async () => {
    await importedItem(client, { sgtt: 'Interrupted', pressmark: 'INT 1' });
    await importedItem(stranger, { sgtt: 'Interrupted', pressmark: 'INT 1' });
    await expect(countWords(AbortSignal.abort())).rejects.toThrow();
    expect(await itemsOf(['interrupted'])).toEqual([undefined]);
    await countWords();
    await expectCounted();
    expect([await itemsOf(['interrupted']), await itemsOf(['interrupted'], foreignId)]).toEqual([[1], [1]]);
  });

  it('counts each change once where two run at the same time', async () => {
    for (let number = 1; number <= 3; number += 1)
      await importedItem(client, { sgtt: `Twice ${'ab'.repeat(number)}`, pressmark: `TW ${number}` });
    await Promise.all([countWords(), countWords(), countWords()]);
    await countWords();
    await expectCounted();
    expect(await itemsOf(['twice'])).toEqual([3]);
  });
});
