import {
  nearPressmarkKey,
  normalisePressmark,
  sortPressmark,
  sortTitle,
} from '../apps/server/src/modules/records/record-text.ts';
import { itemWords } from '../apps/server/src/modules/records/record-columns.ts';
import { titleWords } from '../apps/server/src/modules/records/record-words.ts';
import type { Pool } from '../apps/server/src/db/pool.ts';
import type { BenchServer } from './bench-server.ts';
import { generator } from './noisy-image.ts';

const BATCH = 2000;

const things = [
  'Registro',
  'Lettere',
  'Mappa',
  'Codice',
  'Statuti',
  'Herbarium',
  'Antiphonary',
  'Book of hours',
];
const makers = ['delle acque', 'del comune', 'of plants', 'della cattedrale', 'di viaggio', 'of the guild'];
const people = [
  'Anna Bellini',
  'Johannes Müller',
  'Maria Contarini',
  'Thomas Ashe',
  'Ignoto',
  'Lucia de’ Rossi',
];

/**
 * Puts items into a collection as an import would leave them, straight into the tables: twenty thousand calls
 * would take longer than the whole bench. Texts and sort keys are made by the server's own rules.
 */
async function loadItems(
  pool: Pool,
  tenantId: number,
  collection: string,
  count: number,
  after: number,
): Promise<void> {
  const next = generator(5);
  const pick = (from: readonly string[]) => from[next() % from.length] ?? '';
  for (let from = 0; from < count; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => {
      const number = after + from + index + 1;
      const sgtt = `${pick(things)} ${pick(makers)} ${(next() % 900) + 1000}`;
      const autn = pick(people);
      const pressmark = `BENCH ${pick(['Ms', 'Cod', 'Inc'])}. ${number}`;
      const metadata = [
        { name: 'sgtt', value: sgtt },
        { name: 'autn', value: autn },
        { name: 'pressmark', value: pressmark },
        { name: 'date', value: String((next() % 900) + 1000) },
        { name: 'note', value: `Bound in parchment, ${next() % 400} leaves; the first gathering is worn.` },
      ];
      return {
        sgtt,
        autn,
        pressmark,
        metadata,
        pressmark_norm: normalisePressmark(pressmark),
        sort_title: sortTitle(sgtt),
        sort_pressmark: sortPressmark(pressmark),
        words: itemWords(metadata, new Map(), []),
        title: titleWords(sgtt),
        near_pressmark: nearPressmarkKey(normalisePressmark(pressmark)),
      };
    });
    await pool.query(
      `with given as (
         select uuidv7() as uuid, row.* from jsonb_to_recordset($3) as row (sgtt text, autn text,
           pressmark text, metadata jsonb, pressmark_norm text, sort_title text, sort_pressmark text,
           words text, title text, near_pressmark text)
       ), made as (
         insert into item (tenant_id, uuid, sgtt, autn, pressmark, metadata, pressmark_norm, sort_title,
           sort_pressmark, images_count, thumbnail, import_uuid)
         select $1, uuid, sgtt, autn, pressmark, metadata, pressmark_norm, sort_title, sort_pressmark,
           3, jsonb_build_object('asset', uuid, 'width_px', 321, 'height_px', 480), uuidv7()
         from given returning uuid, sort_title
       ), sought as (
         insert into item_text (tenant_id, item_uuid, near_pressmark, words, title, sort_title)
         select $1, uuid, near_pressmark, words::tsvector, title, sort_title from given
       )
       insert into item_link (tenant_id, collection_uuid, item_uuid, sort_title)
       select $1, $2, uuid, sort_title from made`,
      [tenantId, collection, JSON.stringify(rows)],
    );
  }
  await pool.query(
    'update collection set items_count = items_count + $3 where tenant_id = $1 and uuid = $2',
    [tenantId, collection, count],
  );
  await pool.query('vacuum (analyze) item, item_text, item_link, collection');
}

/**
 * Fills a collection of the program that runs.
 * @param after how many it was given before: pressmarks are numbered
 * @returns its tenant
 */
export async function fillCollection(
  server: BenchServer,
  collection: string,
  count: number,
  after = 0,
): Promise<number> {
  const pool = server.openPool(1);
  try {
    const { rows } = await pool.query<{ tenant_id: number }>(
      'select tenant_id from collection where uuid = $1',
      [collection],
    );
    const tenantId = rows[0]?.tenant_id;
    if (tenantId === undefined) throw new Error('The root collection is not in the database.');
    await loadItems(pool, tenantId, collection, count, after);
    return tenantId;
  } finally {
    await pool.end();
  }
}
