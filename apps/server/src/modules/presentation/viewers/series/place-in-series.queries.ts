import { sql } from 'kysely';
import type { TenantQueries } from '../../../../db/database.ts';
import { isUuid } from '../../../../is-uuid.ts';
import { isVisibleTo, type Viewer } from '../../../admission/public.ts';
import { placesOfSeries } from '../../../story/public.ts';

interface Titled {
  readonly uuid: string;
  readonly title: string;
}

/** Where a story stands in the series that it is read in. */
export interface PlaceInSeries {
  readonly series: Titled;
  /** How many stories of the series stand before it that the reader may see. */
  readonly storiesBefore: number;
  /** The next one that the reader may see; null at the last one. */
  readonly next: Titled | null;
}

/**
 * Where a story stands in a series; one statement at most.
 * @param asked whose `series` may be any text
 * @returns undefined where there is no such series for this viewer, or it does not hold the story
 */
export async function placeInSeries(
  db: TenantQueries,
  { series, story, viewer }: { readonly series: string; readonly story: string; readonly viewer: Viewer },
): Promise<PlaceInSeries | undefined> {
  if (!isUuid(series)) return undefined;
  const others = (side: '<' | '>') => sql`${placesOfSeries} and ${isVisibleTo('story', viewer)}
    and (place.position, place.story_uuid) ${sql.raw(side)} (here.position, here.story_uuid)`;
  const { rows } = await sql<PlaceInSeries>`
    select jsonb_build_object('uuid', series.uuid, 'title', series.sgtt) as series,
      (select count(*)::integer from ${others('<')}) as "storiesBefore",
      (select jsonb_build_object('uuid', story.uuid, 'title', story.sgtt)
        from ${others('>')} order by place.position, place.story_uuid limit 1) as next
    from series join series_story here on here.tenant_id = series.tenant_id and here.series_uuid = series.uuid
    where series.uuid = ${series}::uuid and here.story_uuid = ${story}::uuid
      and series.trashed_at is null and ${isVisibleTo('series', viewer)}`.execute(db);
  return rows[0];
}
