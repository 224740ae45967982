import { sql, type RawBuilder } from 'kysely';
import type { MetadataEntry } from '@armarium/contract/metadata';
import type { TenantQueries } from '../../../../db/database.ts';
import { isVisibleTo, type Viewer } from '../../../admission/public.ts';
import { isOpened, placesOfSeries, type Region, type Size } from '../../../story/public.ts';
import type { SeenRecord } from '../shown.queries.ts';
import { pageAsked, pagesOf, STORIES_PER_PAGE } from './page-numbers.ts';

/** A story of a series, as its card needs it. */
export interface ListedStory {
  readonly uuid: string;
  readonly title: string;
  readonly author: string;
  readonly description: string;
  readonly stepsCount: number;
  /** The region of the first step of which the reader sees the image, among its first ones; null where there is none. */
  readonly picture: {
    readonly uuid: string;
    readonly region: Region;
    /** The size of the image that the region was drawn on. */
    readonly drawnOn: Size;
    /** The size of the image by now. */
    readonly size: Size;
  } | null;
}

/** A series as its page needs it. */
export interface SeriesRecord extends SeenRecord {
  readonly uuid: string;
  readonly metadata: readonly MetadataEntry[];
  readonly modifiedAt: Date;
  /** The longest side of what visitors get of an image, null for all of it. */
  readonly publicMax_px: number | null;
  /** How many of its stories the viewer may see. */
  readonly storiesCount: number;
  /** The page that is shown, counted from 1. */
  readonly page: number;
  /** Those on the page. */
  readonly stories: readonly ListedStory[];
}

/**
 * A series with one page of the stories that this viewer may see; two statements.
 * @param page as the address has it
 */
export async function seriesRecord(
  db: TenantQueries,
  { uuid, viewer, page: asked }: { readonly uuid: string; readonly viewer: Viewer; readonly page: string },
): Promise<SeriesRecord | undefined> {
  const seen = sql`${placesOfSeries} and ${isVisibleTo('story', viewer)}`;
  const { rows } = await sql<Omit<SeriesRecord, 'links' | 'page' | 'stories'>>`
    select series.uuid, sgtt as title, metadata, modified_at as "modifiedAt", visibility,
      created_by as "createdBy", (select count(*)::integer from ${seen}) as "storiesCount",
      (select public_max_px from image_delivery where tenant_id = series.tenant_id) as "publicMax_px"
    from series where series.uuid = ${uuid}::uuid and series.trashed_at is null
      and ${isVisibleTo('series', viewer)}`.execute(db);
  const [series] = rows;
  if (!series) return undefined;
  const page = pageAsked(asked, pagesOf(series.storiesCount));
  const { rows: stories } = await sql<ListedStory>`
    select story.uuid, story.sgtt as title, story.autn as author, story.sgti as description,
      story.steps_count as "stepsCount", ${pictureOf(viewer)} as picture
    from series cross join lateral (
      select story.tenant_id, story.uuid, story.sgtt, story.autn, story.sgti, story.steps_count, story.visibility,
        place.position as place
      from ${seen} order by place.position, story.uuid
      limit ${STORIES_PER_PAGE} offset ${(page - 1) * STORIES_PER_PAGE}) as story
    where series.uuid = ${uuid}::uuid order by story.place, story.uuid`.execute(db);
  // Series have no share links.
  return { ...series, links: [], page, stories };
}

/** Where none of the first steps has an image that the reader sees, the card has no picture: a story has up to 500. */
const STEPS_LOOKED_AT = 20;

/** Within a query of `story`: its picture, by the rules of the story's own page (`story-for-reader.ts`). */
function pictureOf(viewer: Viewer): RawBuilder<ListedStory['picture']> {
  return sql`(
    select jsonb_build_object('uuid', asset.uuid,
      'region', jsonb_build_object('x', x_px, 'y', y_px, 'width', step.width_px, 'height', step.height_px),
      'drawnOn', jsonb_build_object('width', image_width_px, 'height', image_height_px),
      'size', jsonb_build_object('width', version.width_px, 'height', version.height_px))
    from (select * from story_step first_steps
        where first_steps.tenant_id = story.tenant_id and first_steps.story_uuid = story.uuid
        order by first_steps.position limit ${STEPS_LOOKED_AT}) as step
      join asset on asset.tenant_id = step.tenant_id and asset.uuid = step.asset_uuid
        and asset.kind = 'image' and asset.trashed_at is null
      join item on item.tenant_id = asset.tenant_id and item.uuid = asset.item_uuid and item.trashed_at is null
      join asset_version version on version.tenant_id = asset.tenant_id and version.asset_uuid = asset.uuid
        and version.number = asset.current_version and version.pyramid is not null
    where (${isVisibleTo('item', viewer)} or (story.visibility = 'public' and ${isOpened(sql`story.uuid`)}))
    order by step.position limit 1)`;
}
