import { describe, expect, it } from 'vitest';
import { searchCollections } from '@armarium/contract/collection-calls';
import { findAllItems, searchItems } from '@armarium/contract/item-calls';
import type { Problem } from '@armarium/contract/problem';
import { system } from '../../db/database.ts';
import { createCollection } from './public.ts';
import { importedItem, openInstallation, rootOf } from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const client = await house.person('default', 'ROLE_TENANT_ADMIN');

const records = [
  ['La *Divina commedia', 'Dante Alighieri', 'MS. Lat. XIV, 221 (=4631)'],
  ['Œuvres complètes', 'Molière', 'Rés. 8-Z-1'],
  ['Ὀδύσσεια', 'Ὅμηρος', 'Gr. 1'],
  ['Слово о полку Игореве', 'Неизвестный', 'Слав. 3'],
  ['מורה נבוכים', 'משה בן מימון', 'Heb. 12'],
  ['كتاب الشفاء', 'ابن سينا', 'Ar. 7'],
  ['源氏物語', '紫式部', '特7-12'],
  ['ガラスの仮面', 'みうち', 'ゲ 3'],
  ['Straße nach Osten', 'Günter Groß', 'Inv. 100%'],
  ['Under_score and back\\slash', 'Quote "O\'Hara"', 'a_b\\c'],
  ['MS 2', 'order', 'MS 2'],
  ['MS 10', 'order', 'MS 10'],
  ['MS 2 bis', 'order', 'MS 2 bis'],
  ['MS 1', 'order', 'MS 1'],
  ['Notes on MS 1 and MS 2', 'order', 'ZZ 9'],
] as const;
for (const [sgtt, autn, pressmark] of records) await importedItem(client, { sgtt, autn, pressmark });

async function found(
  text: string,
  more: { sort?: string[]; page?: number; size?: number; findBy?: string } = {},
) {
  const { status, body } = await client.call(searchItems, { query: { text, size: 100, ...more } });
  expect(status).toBe(200);
  expect(body._embedded.culturalItems.length).toBeLessThanOrEqual(body.page.totalElements);
  return body._embedded.culturalItems.map(({ sgtt }) => sgtt);
}

describe('search finds', () => {
  it.each([
    ['a title without its case', 'DIVINA COMMEDIA', 'La *Divina commedia'],
    ['a title without its accents and ligatures', 'oeuvres completes', 'Œuvres complètes'],
    ['accents typed or not', 'completes', 'Œuvres complètes'],
    ['an author without accents', 'moliere', 'Œuvres complètes'],
    ['decomposed text', 'Molie\u0300re', 'Œuvres complètes'],
    ['Greek without accents and breathings', 'οδυσσεια', 'Ὀδύσσεια'],
    ['Greek capitals, with the final sigma', 'ΌΜΗΡΟΣ', 'Ὀδύσσεια'],
    ['Cyrillic in capitals', 'ИГОРЕВЕ', 'Слово о полку Игореве'],
    ['Cyrillic with й typed as и', 'неизвестныи', 'Слово о полку Игореве'],
    ['Hebrew', 'נבוכים', 'מורה נבוכים'],
    ['Arabic', 'سينا', 'كتاب الشفاء'],
    ['kanji', '物語', '源氏物語'],
    ['katakana in half width', 'ｶﾞﾗｽ', 'ガラスの仮面'],
    ['sharp s as ss', 'STRASSE', 'Straße nach Osten'],
    ['ss as sharp s', 'groß', 'Straße nach Osten'],
    ['full-width letters', 'ＤＩＶＩＮＡ', 'La *Divina commedia'],
    ['a pressmark without its punctuation', 'mslatxiv2214631', 'La *Divina commedia'],
    ['a part of a pressmark as written', 'Lat. XIV', 'La *Divina commedia'],
    ['spaces around and within', '  divina   commedia ', 'La *Divina commedia'],
    ['the title with its asterisk', 'La *Divina', 'La *Divina commedia'],
  ])('%s', async (_what, text, title) => {
    expect(await found(text)).toEqual([title]);
  });

  it('a sign of LIKE as nothing but itself', async () => {
    expect(await found('100%')).toEqual(['Straße nach Osten']);
    expect(await found('1%0')).toEqual([]);
    expect(await found('Under_score')).toEqual(['Under_score and back\\slash']);
    expect(await found('Under-score')).toEqual(['Under_score and back\\slash']);
    expect(await found('back\\slash')).toEqual(['Under_score and back\\slash']);
    expect(await found('%')).toEqual(['Straße nach Osten']);
    expect(await found('_')).toEqual(['Under_score and back\\slash']);
    expect(await found(`"O'Hara"`)).toEqual(['Under_score and back\\slash']);
    expect(await found(`' or 1=1 --`)).toEqual([]);
  });

  it('words in any order and of several fields, and a phrase in one', async () => {
    expect(await found('commedia divina')).toEqual(['La *Divina commedia']);
    expect(await found('dante commedia')).toEqual(['La *Divina commedia']);
    expect(await found('"divina commedia"')).toEqual(['La *Divina commedia']);
    expect(await found('"commedia divina"')).toEqual([]);
    expect(await found('"commedia dante"')).toEqual([]);
    expect(await found('"divina comm')).toEqual([]);
    expect(await found('dante odyssee')).toEqual([]);
    expect(await found('ivina')).toEqual([]);
  });

  it('everything where the text is empty, and an absent text is 400', async () => {
    expect(await found('')).toHaveLength(records.length);
    const { status } = await client.send<Problem>('GET', searchItems.path);
    expect(status).toBe(400);
  });
});

describe('the exact pressmark', () => {
  it.each([
    ['as written', 'MS 2'],
    ['in small letters with more space', ' ms   2 '],
  ])('comes first, %s, whatever the sort order', async (_what, text) => {
    for (const sort of [[], ['sgtt'], ['sgtt,desc'], ['pressmark,desc'], ['createdDate']]) {
      const titles = await found(text, { sort });
      expect(titles[0]).toBe('MS 2');
      const others = ['La *Divina commedia', 'MS 2', 'MS 2 bis', 'Notes on MS 1 and MS 2'];
      expect(titles.toSorted()).toEqual(others);
    }
  });

  it('[API-028, API-012] stands once over all pages', async () => {
    for (const size of [1, 2]) {
      const seen: string[] = [];
      for (let page = 0; page * size < 4; page += 1) {
        seen.push(...(await found('MS 2', { page, size, sort: ['sgtt'] })));
      }
      expect(seen).toEqual(['MS 2', 'La *Divina commedia', 'MS 2 bis', 'Notes on MS 1 and MS 2']);
    }
  });

  it('is counted once', async () => {
    const { body } = await client.call(searchItems, { query: { text: 'MS 2' } });
    expect(body.page.totalElements).toBe(4);
  });
});

describe('the order', () => {
  it('of pressmarks is the natural one: MS 2 before MS 10', async () => {
    const titles = await found('order', { sort: ['pressmark'] });
    expect(titles).toEqual(['MS 1', 'MS 2', 'MS 2 bis', 'MS 10', 'Notes on MS 1 and MS 2']);
    expect(await found('order', { sort: ['pressmark,desc'] })).toEqual(titles.toReversed());
  });

  it('of titles goes from the asterisk on, accents aside', async () => {
    const { body } = await client.call(findAllItems, { query: { size: 100, sort: ['sgtt'] } });
    const titles = body._embedded.culturalItems.map(({ sgtt }) => sgtt);
    const latin = titles.filter((title) => /^[A-ZŒ]/.test(title));
    expect(latin).toEqual([
      'La *Divina commedia',
      'MS 1',
      'MS 2',
      'MS 2 bis',
      'MS 10',
      'Notes on MS 1 and MS 2',
      'Œuvres complètes',
      'Straße nach Osten',
      'Under_score and back\\slash',
    ]);
  });

  it('without a wish is relevance: what is found elsewhere than in the title by title', async () => {
    const titles = await found('order');
    expect(titles).toEqual(['MS 1', 'MS 2', 'MS 2 bis', 'MS 10', 'Notes on MS 1 and MS 2']);
  });
});

describe('a search of one field', () => {
  it('[SHELL-09] finds in that field alone, and in all where the field is unknown (A-03)', async () => {
    expect(await found('MS 1', { findBy: 'sgtt', sort: ['sgtt'] })).toEqual([
      'MS 1',
      'MS 10',
      'Notes on MS 1 and MS 2',
    ]);
    expect(await found('MS 1', { findBy: 'pressmark', sort: ['pressmark'] })).toEqual(['MS 1', 'MS 10']);
    expect(await found('moliere', { findBy: 'autn' })).toEqual(['Œuvres complètes']);
    expect(await found('moliere', { findBy: 'sgtt' })).toEqual([]);
    expect(await found('mslatxiv2214631', { findBy: 'pressmark' })).toEqual(['La *Divina commedia']);
    expect(await found('moliere', { findBy: 'anything' })).toEqual(['Œuvres complètes']);
  });

  it('counts what it finds', async () => {
    const { body } = await client.call(searchItems, { query: { text: 'MS 1', findBy: 'pressmark' } });
    expect(body.page.totalElements).toBe(2);
  });

  it('knows the field of an item that has no author', async () => {
    await importedItem(client, { sgtt: 'Anonymous leaf', autn: '', pressmark: 'ANON 1' });
    expect(await found('anon 1', { findBy: 'pressmark' })).toEqual(['Anonymous leaf']);
    expect(await found('anon', { findBy: 'autn' })).toEqual([]);
  });
});

describe('the search of collections', () => {
  it('[API-052] looks through title and description, fifteen a page, by title', async () => {
    const root = (await rootOf(client)).uuid;
    await house.access.database.tenant(house.tenantIds.default, system).write('test', async (tx) => {
      for (let number = 20; number >= 1; number -= 1)
        await createCollection(tx, [{ name: 'sgtt', value: `Fondo ${number}` }], [root]);
      await createCollection(
        tx,
        [
          { name: 'sgtt', value: 'Carte' },
          { name: 'sgti', value: 'Dal Fóndo antico' },
        ],
        [root],
      );
    });
    const search = async (query: { text: string; page?: number; sort?: string[] }) => {
      const { status, body } = await client.call(searchCollections, { query });
      return {
        status,
        page: body.page,
        titles: body._embedded?.culturalItemCollections.map(({ sgtt }) => sgtt),
      };
    };
    const first = await search({ text: 'FONDO', sort: ['sgtt'] });
    expect(first.titles?.slice(0, 4)).toEqual(['Carte', 'Fondo 1', 'Fondo 2', 'Fondo 3']);
    expect(first.titles).toHaveLength(15);
    expect(first.page).toMatchObject({ size: 15, totalElements: 21, totalPages: 2 });
    expect((await search({ text: 'fondo', page: 1 })).titles).toHaveLength(6);
    expect((await search({ text: 'nothing is called so' })).titles).toEqual([]);
    expect((await search({ text: 'fondo', sort: ['createdDate'] })).status).toBe(400);
  });
});
