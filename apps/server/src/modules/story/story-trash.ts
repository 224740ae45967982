import { sql } from 'kysely';
import type { WriteTransaction } from '../../db/database.ts';
import type { HistoryEntry } from '../../db/history.ts';
import type { Departure, TrashHooks } from '../records/public.ts';
import { renewSeries } from './story.writes.ts';

/**
 * The series that some stories belong to get a new version and an entry in their history: their lists change, although
 * the stories keep their places.
 */
async function toldSeries(
  tx: WriteTransaction,
  stories: readonly string[],
  told: (storyboards: readonly string[]) => Pick<HistoryEntry, 'action' | 'before' | 'after'>,
): Promise<Departure> {
  const { rows } = await sql<{ series: string; stories: string[] }>`
    select place.series_uuid as series, array_agg(place.story_uuid order by place.position) as stories
    from series_story place join series on series.uuid = place.series_uuid
    where place.story_uuid = any(${stories}::uuid[]) and series.trashed_at is null
    group by place.series_uuid`.execute(tx.db);
  await renewSeries(
    tx,
    rows.map(({ series }) => series),
  );
  return {
    places: new Map(),
    others: rows.map(({ series, stories }) => ({ record: series, resourceType: 'SERIES', ...told(stories) })),
  };
}

/** What happens to series when their stories are deleted or restored (decisions §14). */
export const storyTrash: TrashHooks = {
  left: (tx, uuids) =>
    toldSeries(tx, uuids, (storyboards) => ({ action: 'unlink', before: { storyboards } })),
  cameBack: (tx, uuids) =>
    toldSeries(tx, uuids, (storyboards) => ({ action: 'link', after: { storyboards } })),
};
