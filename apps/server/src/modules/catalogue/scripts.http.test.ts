import { searchItems } from '@armarium/contract/item-calls';
import { describe, expect, it } from 'vitest';
import { importedItem, openInstallation } from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const client = await house.person('default', 'ROLE_TENANT_ADMIN');

const records = [
  ['源氏物語', '紫式部', 'J 1'],
  ['ガラスの仮面', 'みうち', 'J 2'],
  ['Ὀδύσσεια', 'Ὅμηρος', 'G 1'],
  ['מוֹרֵה נְבוּכִים', 'משה בן מימון', 'H 1'],
  ['Слово о полку Игореве', 'Неизвестный', 'S 1'],
  ['كِتَابُ الشِّفَاء', 'ابن سينا', 'A 1'],
  ['IĞDIR İstanbul ılık', 'Çelebi', 'T 1'],
  ['Straße und Fluß', 'Günter Groß', 'D 1'],
  ['Cre\u0300me brûlée', 'E\u0301mile', 'F 1'],
  ['𠮷野家', '𠮷田', 'X 1'],
  ['50% of a_b', 'O\'Hara "Q" \\', 'W 1'],
] as const;
for (const [sgtt, autn, pressmark] of records) await importedItem(client, { sgtt, autn, pressmark });

async function found(text: string, findBy?: string) {
  const query = { text, size: 100, ...(findBy !== undefined && { findBy }) };
  const { status, body } = await client.call(searchItems, { query });
  expect(status).toBe(200);
  const titles = body._embedded.culturalItems.map(({ sgtt }) => sgtt);
  expect(body.page.totalElements).toBe(titles.length);
  return titles;
}

describe('terms of one and two characters', () => {
  it.each([
    ['Japanese, one', '氏', 0],
    ['Japanese, two', '物語', 0],
    ['Japanese across the middle', '氏物', 0],
    ['katakana, one', 'ガ', 1],
    ['katakana in half width, one with its mark', 'ｶﾞ', 1],
    ['katakana in half width, two', 'ﾗｽ', 1],
    ['hiragana, one', 'み', 1],
    ['Greek, one', 'ο', 2],
    ['Greek, two without accents', 'ομ', 2],
    ['Greek, a beginning up to the final sigma', 'Ὅμηροσ', 2],
    ['Greek, capitals', 'ΟΔ', 2],
    ['Hebrew, one', 'נ', 3],
    ['Hebrew, two without points', 'נב', 3],
    ['Hebrew, two with points', 'נְבוּ', 3],
    ['Cyrillic, one', 'щ', undefined],
    ['Cyrillic, two', 'ПО', 4],
    ['Arabic, one', 'ك', 5],
    ['Arabic, two without vowel signs', 'كت', 5],
    ['Arabic, two with vowel signs', 'كِتَ', 5],
    ['beyond the first plane, one', '𠮷', 9],
    ['beyond the first plane, two', '𠮷野', 9],
    ['a sign, one', '%', 10],
  ] as const)('[SEARCH-31, SEARCH-32] find in %s', async (_what, text, record) => {
    expect(await found(text)).toEqual(record === undefined ? [] : [records[record][0]]);
  });

  it('find in the field that is asked for alone', async () => {
    expect(await found('𠮷', 'autn')).toEqual(['𠮷野家']);
    expect(await found('紫', 'sgtt')).toEqual([]);
    expect(await found('紫', 'autn')).toEqual(['源氏物語']);
    expect(await found('J1', 'pressmark')).toEqual(['源氏物語']);
  });

  it('are found side by side and by words', async () => {
    expect(await found('о п')).toEqual(['Слово о полку Игореве']);
    expect(await found('o z')).toEqual([]);
  });
});

describe('texts', () => {
  it.each([
    ['Hebrew with niqqud for one without', 'מֹשֶׁה', 3],
    ['Hebrew without niqqud', 'מורה נבוכים', 3],
    ['Arabic with harakat', 'كِتَابُ', 5],
    ['Arabic without harakat', 'كتاب الشفاء', 5],
    ['marks composed', 'crème', 8],
    ['marks decomposed', 'bru\u0302le\u0301e', 8],
    ['no marks', 'creme brulee', 8],
    ['ß as ss', 'FLUSS', 7],
    ['ß as itself', 'fluß', 7],
    ['the capital ẞ', 'STRAẞE', 7],
    ['the dotless i as i', 'igdir', 6],
    ['the dotted capital', 'İSTANBUL', 6],
    ['i as dotless', 'ıstanbul', 6],
    ['dotless small letters', 'ILIK', 6],
    ['quotes and backslashes', `o'hara "q" \\`, 10],
    ['full width', '５０％', 10],
  ] as const)('[SEARCH-31, SEARCH-32] are found by %s', async (_what, text, record) => {
    expect(await found(text)).toEqual([records[record][0].normalize('NFC')]);
  });

  it.each(['%', '%%', '_', '\\', '\\\\', "'", "';--", '%_%', '\\%', '(', '[', '.*', '🜁'])(
    'that are signs are nothing but themselves: %s',
    async (text) => {
      const isIn = (field: string) => field.includes(text);
      const having = records.filter((record) => record.some(isIn)).map(([sgtt]) => sgtt);
      expect((await found(text)).toSorted()).toEqual([...having].toSorted());
    },
  );

  it('of 1,000 characters and 32 words are looked for, and longer ones refused', async () => {
    const longest = [
      'a'.repeat(1_000),
      '%'.repeat(1_000),
      '語'.repeat(1_000),
      'ß.'.repeat(500),
      'zz- '.repeat(32),
    ];
    for (const text of longest) expect(await found(text)).toEqual([]);
    for (const text of ['a'.repeat(1_001), 'ab '.repeat(33), `${longest[0]} %`]) {
      const answer = await client.call(searchItems, { query: { text } });
      expect(answer).toMatchObject({ status: 422, body: { code: 'search-too-long' } });
    }
    const sgtt = 'ab '.repeat(600).trim();
    await importedItem(client, { sgtt });
    expect(await found('ab '.repeat(32))).toEqual([sgtt]);
  });

  it.each(['%00', 'a%00b', '%ED%A0%80'])(
    'with a character that stands for nothing are refused or empty: %s',
    async (text) => {
      const answer = await client.send('GET', `${searchItems.path}?text=${text}`);
      expect([200, 400]).toContain(answer.status);
    },
  );
});

describe('pressmarks', () => {
  it('[SEARCH-33, SEARCH-34] are found without punctuation and spaces, the exact one first whatever the order', async () => {
    for (const pressmark of ['Rari 5.1', 'Rari 5.10', 'Rari 5.1 bis'])
      await importedItem(client, { sgtt: `Zz ${pressmark}`, pressmark });
    await importedItem(client, { sgtt: 'About Rari 5.1', pressmark: 'Q 9' });
    expect((await found('rari51')).toSorted()).toEqual(['Zz Rari 5.1', 'Zz Rari 5.1 bis', 'Zz Rari 5.10']);
    for (const sort of ['sgtt', 'sgtt,desc', 'pressmark,desc', 'createdDate', 'lastModifiedDate,desc']) {
      const { body } = await client.call(searchItems, { query: { text: 'rari  5.1', sort: [sort] } });
      expect(body._embedded.culturalItems[0]?.pressmark).toBe('Rari 5.1');
      expect(body.page.totalElements).toBe(4);
    }
  });

  it('[SEARCH-33] are found with punctuation and spaces that they are stored without', async () => {
    for (const pressmark of ['Cod7', 'Cod77', 'B-Cod7', 'Cod 8', 'V2'])
      await importedItem(client, { sgtt: `Bare ${pressmark}`, pressmark });
    for (const text of ['Cod. 7', 'cod  7', 'C.o.d/7', 'CÓD-7']) {
      expect((await found(text)).toSorted()).toEqual(['Bare Cod7', 'Bare Cod77']);
      expect((await found(text, 'pressmark')).toSorted()).toEqual(['Bare Cod7', 'Bare Cod77']);
      // It is the pressmark whose punctuation does not count.
      expect(await found(text, 'sgtt')).toEqual([]);
    }
    expect(await found('Cod.8')).toEqual(['Bare Cod 8']);
    expect(await found('v. 2')).toEqual(['Bare V2']);
    expect(await found('(V-2)')).toEqual(['Bare V2']);
  });

  it('[SEARCH-35, SEARCH-38] sort naturally, and titles from the asterisk on, in all scripts', async () => {
    for (const [sgtt, pressmark] of [
      ['Il *Zibaldone sorted', 'NAT 10'],
      ['*Abaco sorted', 'NAT 9'],
      ['La *Divina sorted', 'NAT 9 bis'],
      ['Éclogues sorted', 'NAT 100'],
      ['Ωδή sorted', 'ΝΑΤ 2'],
      ['Азбука sorted', 'НАТ 2'],
    ] as const)
      await importedItem(client, { sgtt, pressmark });
    const by = async (sort: string) => {
      const { body } = await client.call(searchItems, { query: { text: 'sorted', sort: [sort] } });
      return body._embedded.culturalItems;
    };
    expect((await by('pressmark')).map(({ pressmark }) => pressmark)).toEqual([
      'NAT 9',
      'NAT 9 bis',
      'NAT 10',
      'NAT 100',
      'ΝΑΤ 2',
      'НАТ 2',
    ]);
    expect((await by('sgtt')).map(({ sgtt }) => sgtt)).toEqual([
      '*Abaco sorted',
      'La *Divina sorted',
      'Éclogues sorted',
      'Il *Zibaldone sorted',
      'Ωδή sorted',
      'Азбука sorted',
    ]);
  });
});
