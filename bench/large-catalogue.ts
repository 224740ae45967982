import { randomUUID } from 'node:crypto';
import {
  nearPressmarkKey,
  normalisePressmark,
  sortPressmark,
  sortTitle,
} from '../apps/server/src/modules/records/record-text.ts';
import { itemWords } from '../apps/server/src/modules/records/record-columns.ts';
import { titleWords } from '../apps/server/src/modules/records/record-words.ts';
import type { Pool } from '../apps/server/src/db/pool.ts';
import { generator } from './noisy-image.ts';

/** Ordered by time, as the server's are: random ones would scatter over the indexes. */
function uuidv7(): string {
  const now = Date.now().toString(16).padStart(12, '0');
  return `${now.slice(0, 8)}-${now.slice(8)}-7${randomUUID().slice(15)}`;
}

/** Rows of one statement. */
const BATCH = 4_000;
/** Items of one of the small collections, below two levels of others. */
const SHELF = 500;
const SHELVES_OF_A_SECTION = 20;

/** What a catalogue is made of; the small tenants have the same words. */
const things =
  'Registro Lettere Mappa Codice Statuti Herbarium Antiphonary Cartulary Breviary Psalter Ordinale Portolano'.split(
    ' ',
  );
const places =
  'Venezia Padova Chioggia Torcello Zara Ragusa Corfu Candia London Lyon Basel Köln Paris Toledo Évora'.split(
    ' ',
  );
const people = [
  'Anna Bellini',
  'Johannes Müller',
  'Maria Contarini',
  'Thomas Ashe',
  'Ignoto',
  'Lucia de’ Rossi',
];
const foreign = [
  ['源氏物語', '紫式部'],
  ['古今和歌集', '紀貫之'],
  ['Ὀδύσσεια', 'Ὅμηρος'],
  ['Слово о полку', 'Неизвестный'],
  ['מורה נבוכים', 'משה בן מימון'],
  ['كتاب الشفاء', 'ابن سينا'],
] as const;
/** The fields that have words beside the standard ones. */
const searched = new Map(
  ['language', 'made'].map((name) => [
    name,
    { name, label: name, labels: {}, type: name === 'made' ? 'DATE' : 'ENUM', isSearchable: false },
  ]),
);
const states = ['Default', 'Default', 'Default', 'Default', 'Approved'];
const languages = ['lat', 'ita', 'fre', 'ger', 'gre', 'vec'];

/** A tenant beside the one that is measured, with a root of its own. */
export async function addTenant(pool: Pool, name: string): Promise<{ tenantId: number; root: string }> {
  const root = uuidv7();
  const { rows } = await pool.query<{ id: number }>('insert into tenant (name) values ($1) returning id', [
    name,
  ]);
  const tenantId = rows[0]?.id ?? NaN;
  await pool.query(
    `with made as (
       insert into collection (tenant_id, uuid, sgtt, is_root, sort_title)
       values ($1, $2, $3, true, $3) returning tenant_id, uuid
     )
     insert into collection_closure (tenant_id, ancestor_uuid, descendant_uuid) select tenant_id, uuid, uuid from made`,
    [tenantId, root, name],
  );
  return { tenantId, root };
}

/** A tenant that was filled. */
export interface LargeTenant {
  readonly tenantId: number;
  readonly root: string;
  /** Holds half of the items. */
  readonly large: string;
  /** Holds a section of shelves. */
  readonly section: string;
}

/**
 * Fills a tenant with items as imports would leave them, straight into the tables: half of them in one collection, the
 * others on shelves of 500. The texts and sort keys are made by the server's own rules; of the words a few thousand are
 * made up, some frequent and most rare, and one item in fifty is in another script.
 * @param first the number of the first item, where the tenant has others already
 */
export async function fillTenant(
  pool: Pool,
  tenantId: number,
  root: string,
  count: number,
  first = 0,
): Promise<LargeTenant> {
  const next = generator(tenantId * 7 + first + 5);
  const pick = <Value>(from: readonly Value[]): Value => from[next() % from.length] as Value;
  const syllables = 'ba ce do fri gu la mo ne pra qui ro sta te va zo chi gne sco tru lem'.split(' ');
  const words = Array.from({ length: 6_000 }, () => pick(syllables) + pick(syllables) + pick(syllables));
  // The square makes low places frequent.
  const word = () => words[Math.floor((next() / 2 ** 32) ** 2 * words.length)] ?? '';
  const accounts = Array.from({ length: 6 }, () => uuidv7());
  const made = { tenantId, root, large: uuidv7(), section: uuidv7() };
  const collections = [
    { uuid: made.large, parent: root, title: 'The great hall', items: Math.floor(count / 2) },
  ];
  const shelves: string[] = [];
  const shelved = count - Math.floor(count / 2);
  for (let section = made.section, number = 0; number * SHELF < shelved; number += 1) {
    if (number % SHELVES_OF_A_SECTION === 0) {
      if (number > 0) section = uuidv7();
      collections.push({ uuid: section, parent: root, title: `Section ${number}`, items: 0 });
    }
    const uuid = uuidv7();
    shelves.push(uuid);
    const items = Math.min(SHELF, shelved - number * SHELF);
    collections.push({ uuid, parent: section, title: `Shelf ${number}`, items });
  }
  await insertCollections(pool, tenantId, root, collections);
  let sending: Promise<unknown> = Promise.resolve();
  for (let from = 0; from < count; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => {
      const number = from + index;
      const other = number % 50 === 0 ? pick(foreign) : undefined;
      const year = (next() % 500) + 1300;
      const sgtt = other
        ? `${other[0]} ${number % 97}`
        : `${pick(things)} ${word()} ${word()} ${pick(places)} ${year}`;
      const autn = other ? other[1] : `${pick(people)}${next() % 3 === 0 ? `, ${word()}` : ''}`;
      const pressmark = `${pick(['Ms', 'Cod', 'Inc'])}. ${pick(['A', 'B', 'Lat', 'It'])} ${first + number}`;
      const metadata = [
        { name: 'sgtt', value: sgtt },
        { name: 'autn', value: autn },
        { name: 'pressmark', value: pressmark },
        { name: 'language', value: pick(languages) },
        { name: 'made', value: String(year) },
        { name: 'note', value: `Bound in parchment, ${next() % 400} leaves; ${word()} ${word()} is worn.` },
      ];
      return {
        uuid: uuidv7(),
        ...{ sgtt, autn, pressmark },
        metadata,
        pressmark_norm: normalisePressmark(pressmark),
        sort_title: sortTitle(sgtt),
        sort_pressmark: sortPressmark(pressmark),
        words: itemWords(metadata, searched, []),
        title: titleWords(sgtt),
        near_pressmark: nearPressmarkKey(normalisePressmark(pressmark)),
        state: pick(states),
        images: next() % 4,
        collection: number % 2 === 0 ? made.large : (shelves[Math.floor(number / 2 / SHELF)] ?? made.large),
        account: pick(accounts),
        year,
        days: next() % 2_000,
      };
    });
    // The next rows are made while these are written.
    await sending;
    sending = insertItems(pool, tenantId, JSON.stringify(rows));
  }
  await sending;
  return made;
}

async function insertCollections(
  pool: Pool,
  tenantId: number,
  root: string,
  collections: readonly { uuid: string; parent: string; title: string; items: number }[],
): Promise<void> {
  const rows = collections.map((row) => ({ ...row, sort_title: sortTitle(row.title) }));
  await pool.query(
    `with given as (
       select * from jsonb_to_recordset($2) as row (uuid uuid, parent uuid, title text, items integer, sort_title text)
     ), made as (
       insert into collection (tenant_id, uuid, sgtt, metadata, sort_title, items_count,
         collections_count)
       select $1, uuid, title, jsonb_build_array(jsonb_build_object('name', 'sgtt', 'value', title)), sort_title,
         items, (select count(*) from given child where child.parent = given.uuid)
       from given
     ), linked as (
       insert into collection_link (tenant_id, parent_uuid, child_uuid, sort_title)
       select $1, parent, uuid, sort_title from given
     ), counted as (
       update collection set collections_count = collections_count + (select count(*) from given where parent = $3)
       where tenant_id = $1 and uuid = $3
     )
     insert into collection_closure (tenant_id, ancestor_uuid, descendant_uuid)
     select $1, uuid, uuid from given
     union select $1, parent, uuid from given
     union select $1, $3, uuid from given`,
    [tenantId, JSON.stringify(rows), root],
  );
}

async function insertItems(pool: Pool, tenantId: number, rows: string): Promise<void> {
  await pool.query(
    `with given as (
       select row.*, now() - days * interval '1 day' - images * interval '1 hour' as made_at
       from jsonb_to_recordset($2) as row (uuid uuid, sgtt text, autn text, pressmark text, metadata jsonb,
         pressmark_norm text, sort_title text, sort_pressmark text, words text, title text, near_pressmark text, state text, images integer,
         collection uuid, account uuid, year integer, days integer)
     ), made as (
       insert into item (tenant_id, uuid, sgtt, autn, pressmark, metadata, pressmark_norm, sort_title, sort_pressmark,
         state, images_count, thumbnail, import_uuid, created_by, created_at, modified_at)
       select $1, uuid, sgtt, autn, pressmark, metadata, pressmark_norm, sort_title, sort_pressmark, state,
         images, case when images > 0 then jsonb_build_object('asset', uuid, 'width_px', 321, 'height_px', 480) end,
         uuidv7(), account, made_at, made_at + images * interval '20 days'
       from given
     ), linked as (
       insert into item_link (tenant_id, collection_uuid, item_uuid, sort_title)
       select $1, collection, uuid, sort_title from given
     ), sought as (
       insert into item_text (tenant_id, item_uuid, near_pressmark, words, title, sort_title)
       select $1, uuid, near_pressmark, words::tsvector, title, sort_title from given
     ), dated as (
       insert into item_date (tenant_id, item_uuid, name, place, edtf, first_day, last_day)
       select $1, uuid, 'made', 0, year::text, year * 10000 + 101, year * 10000 + 1231 from given
     ), pictured as (
       insert into asset (tenant_id, uuid, item_uuid, kind, position, sgtt, file_facts, dpi, longest_px, captured_year)
       select $1, uuidv7(), uuid, 'image', position, 'Image ' || position,
         array['bitDepth=8', 'channels=3', 'colourSpace=srgb', 'copyright=', 'creator=', 'credit=', 'keyword=', 'lensModel=',
           'format=' || case when chance % 3 = 0 then 'tiff' else 'jpeg' end, 'cameraModel=Camera ' || chance % 12,
           'compression=' || case when chance % 3 = 0 then 'LZW' else 'JPEG' end,
           'iccProfile=' || case when chance % 5 = 0 then '' else 'sRGB' end],
         case when chance % 200 = 0 then 150 else 300 end, 2000 + chance % 6000, 2000 + chance % 25
       from given cross join generate_series(1, images) as position
         cross join lateral (select abs(hashtext(uuid::text || position)) as chance) as thrown
     )
     insert into item_contributor (tenant_id, account_uuid, item_uuid) select $1, account, uuid from given`,
    [tenantId, rows],
  );
}

/**
 * Runs what fills tables with their slow indexes taken away, and makes these anew at its end, which takes a third of
 * the time; without triggers, since the rows are whole.
 * @param pool of a superuser
 */
export async function withoutSlowIndexes(pool: Pool, fill: () => Promise<void>): Promise<void> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class on pg_class.oid = indexrelid
     where indrelid in ('item'::regclass, 'item_text'::regclass, 'item_link'::regclass, 'item_contributor'::regclass,
       'item_date'::regclass, 'asset'::regclass)
       and not indisunique`,
  );
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  await pool.query(`set session_replication_role = replica`);
  await pool.query(`set synchronous_commit = off`);
  await fill();
  await pool.query(`set maintenance_work_mem = '1GB'`);
  for (const { definition } of rows) await pool.query(definition);
  await pool.query(`truncate vocabulary`);
  await pool.query(`insert into vocabulary (tenant_id, word, items)
    select tenant_id, vocabulary_entry(word), count(*) from item_text, unnest(tsvector_to_array(words)) as word
    where word >= 'A' collate "C" and vocabulary_entry(word) is not null
    group by tenant_id, vocabulary_entry(word)`);
  await pool.query(
    'vacuum (analyze) vocabulary, item, item_text, item_link, item_contributor, item_date, asset, collection, collection_closure',
  );
  await pool.query('reset all');
}
