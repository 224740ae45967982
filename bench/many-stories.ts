import {
  collectionWords,
  seriesColumns,
  storyColumns,
  storyWords,
} from '../apps/server/src/modules/records/record-columns.ts';
import { titleWords } from '../apps/server/src/modules/records/record-words.ts';
import { newStepTransition } from '@armarium/contract/story-steps';
import type { Pool } from '../apps/server/src/db/pool.ts';
import type { BenchServer } from './bench-server.ts';
import { generator } from './noisy-image.ts';

const BATCH = 2000;
const SERIES = 200;
export const STEPS_EACH = 3;

/** The word that all titles have. */
export const TITLE_WORD = 'storia';

const things = [
  'di un erbario',
  'delle mappe',
  'degli statuti',
  'di un copista',
  'della laguna',
  'dei sigilli',
];
const people = ['Anna Bellini', 'Maria Contarini', 'Thomas Ashe', 'Lucia de’ Rossi'];
const details = ['La legatura', 'Il frontespizio', 'Una nota a margine', 'Il capolettera', 'La filigrana'];

/**
 * Puts stories of three steps into 200 series, straight into the tables: ten thousand calls would take longer than the
 * whole bench. Words and sort keys are made by the server's own rules. Each image is shown by as many stories as any other.
 * @param tenantId of the images
 * @param images assets that are images, with sizes of at least 2000 × 3000 pixels
 */
export async function fillStories(
  server: BenchServer,
  tenantId: number,
  images: readonly string[],
  count: number,
): Promise<void> {
  const pool = server.openPool(1);
  try {
    const series = await loadSeries(pool, tenantId);
    const next = generator(7);
    const pick = (from: readonly string[]) => from[next() % from.length] ?? '';
    for (let from = 0; from < count; from += BATCH) {
      const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => {
        const number = from + index + 1;
        const metadata = [
          { name: 'sgtt', value: `Storia ${number} ${pick(things)}` },
          { name: 'autn', value: pick(people) },
          { name: 'sgti', value: `Un percorso attraverso ${next() % 40} carte, dalla prima all’ultima.` },
        ];
        const columns = storyColumns(metadata);
        const steps = Array.from({ length: STEPS_EACH }, (__, position) => ({
          position,
          asset: images[(number * STEPS_EACH + position) % images.length],
          x: next() % 1000,
          y: next() % 2000,
          title: pick(details),
        }));
        const titles = steps.map(({ title }) => title);
        return {
          ...columns,
          number,
          metadata,
          steps,
          words: storyWords(metadata, new Map(), titles),
          title: titleWords(columns.sgtt),
          series: series[number % series.length],
        };
      });
      await insertStories(pool, tenantId, JSON.stringify(rows));
    }
    await pool.query('vacuum (analyze) story, story_text, story_step, series, series_text, series_story');
  } finally {
    await pool.end();
  }
}

/** @returns their uuids */
async function loadSeries(pool: Pool, tenantId: number): Promise<string[]> {
  const rows = Array.from({ length: SERIES }, (_, index) => {
    const metadata = [{ name: 'sgtt', value: `Serie ${index + 1}` }];
    const columns = seriesColumns(metadata);
    return {
      ...columns,
      metadata,
      words: collectionWords(metadata, new Map()),
      title: titleWords(columns.sgtt),
    };
  });
  const made = await pool.query<{ uuid: string }>(
    `with given as (
       select uuidv7() as uuid, row.* from jsonb_to_recordset($2) as row (sgtt text, metadata jsonb, sort_title text,
         words text, title text)
     ), sought as (
       insert into series_text (tenant_id, series_uuid, words, title)
       select $1, uuid, words::tsvector, title from given
     )
     insert into series (tenant_id, uuid, sgtt, metadata, sort_title)
     select $1, uuid, sgtt, metadata, sort_title from given returning uuid`,
    [tenantId, JSON.stringify(rows)],
  );
  return made.rows.map(({ uuid }) => uuid);
}

/** Each story is a minute older than the one before it. */
async function insertStories(pool: Pool, tenantId: number, rows: string): Promise<void> {
  await pool.query(
    `with given as (
       select uuidv7() as uuid, now() - number * interval '1 minute' as made_at, row.*
       from jsonb_to_recordset($2) as row (number integer, sgtt text, autn text, sgti text, metadata jsonb,
         sort_title text, steps jsonb, words text, title text, series uuid)
     ), made as (
       insert into story (tenant_id, uuid, sgtt, autn, sgti, metadata, sort_title, steps_count, created_at, modified_at)
       select $1, uuid, sgtt, autn, sgti, metadata, sort_title, jsonb_array_length(steps), made_at, made_at from given
     ), sought as (
       insert into story_text (tenant_id, story_uuid, words, title)
       select $1, uuid, words::tsvector, title from given
     ), placed as (
       insert into series_story (tenant_id, series_uuid, story_uuid, position)
       select $1, series, uuid, number from given
     )
     insert into story_step (tenant_id, uuid, story_uuid, position, asset_uuid, x_px, y_px, width_px, height_px,
       image_width_px, image_height_px, title, transition)
     select $1, uuidv7(), given.uuid, step.position, step.asset, step.x, step.y, 800, 600, 2000, 3000, step.title, $3
     from given, jsonb_to_recordset(steps) as step (position integer, asset uuid, x integer, y integer, title text)`,
    [tenantId, rows, JSON.stringify(newStepTransition)],
  );
}
