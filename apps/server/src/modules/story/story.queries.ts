import { sql, type RawBuilder, type Selectable } from 'kysely';
import { fold } from '@armarium/contract/folded-text';
import { STORIES_NAMED_MAX, type StoryUse } from '@armarium/contract/story-use';
import type { TenantQueries } from '../../db/database.ts';
import type { DB } from '../../db/schema.generated.ts';
import { notFound } from '../../problem-error.ts';
import { pageOfRows, type PageWanted, type SortWanted } from '../../http/pages.ts';
import type { ItemThumbnail } from '../catalogue/public.ts';
import {
  searchCondition,
  namedFields,
  transitionsByState,
  transitionsFrom,
  type KnownTransition,
} from '../records/public.ts';
import type { StoredStep } from './steps.rules.ts';

/** The image of a step as it is now; null where it is in the trash, was purged, or is hidden from the reader. */
export interface StepImage {
  readonly itemUuid: string;
  /** Absent while the image is being prepared for the first time. */
  readonly size: { readonly width: number; readonly height: number } | null;
  /** Whether visitors may see it in a public story (`isOpened`). */
  readonly isOpen: boolean;
}

export type StepRow = StoredStep & { readonly image: StepImage | null };

export type StoryRow = Selectable<DB['story']> & {
  /** Kinds without links to collections have none. */
  readonly parents: string[];
  readonly series: string[];
  readonly thumbnail: ItemThumbnail | null;
  readonly transitions: KnownTransition[];
};

export type SeriesRow = Selectable<DB['series']> & {
  readonly parents: string[];
  readonly stories_count: number;
  readonly thumbnail: ItemThumbnail | null;
  readonly transitions: KnownTransition[];
};

/**
 * Within a query of `asset` and its `item`: whether a story that is public, or has a link, opens the image to visitors.
 * The image is public itself, or somebody who may publish has agreed to show it; an agreement to show a private image is no
 * agreement to show a restricted one.
 * @param story an SQL expression for the uuid of the story
 */
export const isOpened = (story: RawBuilder<unknown>) => sql<boolean>`(item.visibility = 'public' or exists (
  select from story_confirmed_image confirmed
  where confirmed.tenant_id = asset.tenant_id and confirmed.story_uuid = ${story} and confirmed.asset_uuid = asset.uuid
    and (confirmed.is_restricted or item.visibility <> 'restricted')))`;

/** The stored thumbnail of the image of a story's first step. @param story an SQL expression for its uuid */
const thumbnailOf = (story: RawBuilder<unknown>) => sql<ItemThumbnail | null>`(
  select version.thumbnail || jsonb_build_object('asset', asset.uuid)
  from story_step step
    join asset on asset.tenant_id = step.tenant_id and asset.uuid = step.asset_uuid and asset.trashed_at is null
    join item on item.tenant_id = asset.tenant_id and item.uuid = asset.item_uuid and item.trashed_at is null
    join asset_version version on version.tenant_id = asset.tenant_id and version.asset_uuid = asset.uuid
      and version.number = asset.current_version
  where step.story_uuid = ${story} and step.position = 0 and version.thumbnail is not null)`;

/** FROM and WHERE of the stories (`story`, `place`) in the `series` of a query, those in the trash left out. */
export const placesOfSeries = sql`
  series_story place join story on story.tenant_id = place.tenant_id and story.uuid = place.story_uuid
  where place.tenant_id = series.tenant_id and place.series_uuid = series.uuid and story.trashed_at is null`;

const noParents = sql<string[]>`array[]::uuid[]`.as('parents');

/** Stories by uuids in the order of the uuids, without their steps; one query. */
export async function storiesByUuids(db: TenantQueries, uuids: readonly string[]): Promise<StoryRow[]> {
  if (uuids.length === 0) return [];
  const rows = await db
    .selectFrom('story')
    .leftJoin(transitionsByState('STORY').as('way'), 'way.from_state', 'story.state')
    .selectAll('story')
    .select(noParents)
    .select(
      sql<string[]>`array(select place.series_uuid from series_story place
        join series on series.tenant_id = place.tenant_id and series.uuid = place.series_uuid
        where place.story_uuid = story.uuid and series.trashed_at is null
        order by series.sort_title, series.uuid)`.as('series'),
    )
    .select(thumbnailOf(sql.ref('story.uuid')).as('thumbnail'))
    .select(sql<KnownTransition[]>`coalesce(way.transitions, '[]')`.as('transitions'))
    .where(sql<boolean>`story.uuid = any(${uuids}::uuid[])`)
    .where('trashed_at', 'is', null)
    .execute();
  return inOrder(rows, uuids);
}

/** Series by uuids in the order of the uuids; one query. */
export async function seriesByUuids(db: TenantQueries, uuids: readonly string[]): Promise<SeriesRow[]> {
  if (uuids.length === 0) return [];
  const rows = await db
    .selectFrom('series')
    .leftJoinLateral(
      sql<{ stories_count: number }>`(select count(*)::integer as stories_count from ${placesOfSeries})`.as(
        'held',
      ),
      (join) => join.onTrue(),
    )
    .selectAll('series')
    .select(noParents)
    .select(sql<number>`held.stories_count`.as('stories_count'))
    .select(
      thumbnailOf(
        sql`(select story.uuid from ${placesOfSeries} order by place.position, story.uuid limit 1)`,
      ).as('thumbnail'),
    )
    .select(transitionsFrom('SERIES', 'series.state').as('transitions'))
    .where(sql<boolean>`series.uuid = any(${uuids}::uuid[])`)
    .where('trashed_at', 'is', null)
    .execute();
  return inOrder(rows, uuids);
}

/** The steps of a story in their order, with their images as they are now; one query. */
export async function stepsOf(db: TenantQueries, storyUuid: string): Promise<StepRow[]> {
  return readSteps(db, sql``, sql`step.story_uuid = ${storyUuid}::uuid`);
}

async function readSteps(
  db: TenantQueries,
  join: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): Promise<StepRow[]> {
  const { rows } = await sql<StepRow>`
    select step.uuid, step.asset_uuid as asset, step.title, step.alt, step.commentary, step.transition,
      jsonb_build_object('x', x_px, 'y', y_px, 'width', step.width_px, 'height', step.height_px) as region,
      jsonb_build_object('width', image_width_px, 'height', image_height_px) as "drawnOn",
      case when item.uuid is not null then jsonb_build_object('itemUuid', item.uuid,
        'size', case when version.width_px is not null
          then jsonb_build_object('width', version.width_px, 'height', version.height_px) end,
        'isOpen', ${isOpened(sql`step.story_uuid`)}) end as image
    from story_step step ${join}
      left join asset on asset.uuid = step.asset_uuid and asset.kind = 'image' and asset.trashed_at is null
      left join item on item.uuid = asset.item_uuid and item.trashed_at is null
      left join asset_version version on version.asset_uuid = asset.uuid and version.number = asset.current_version
    where ${condition} order by step.position`.execute(db);
  return rows;
}

/** Those of some uuids that are stories in the catalogue; one query. */
export async function standingStories(db: TenantQueries, uuids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ uuid: string }>`
    select uuid from story where uuid = any(${uuids}::uuid[]) and trashed_at is null`.execute(db);
  return new Set(rows.map(({ uuid }) => uuid));
}

interface WholeStory {
  readonly row: StoryRow;
  readonly steps: readonly StepRow[];
}

/** @throws ProblemError 404 */
export async function wholeStory(db: TenantQueries, uuid: string): Promise<WholeStory> {
  const [row] = await storiesByUuids(db, [uuid]);
  if (!row) throw notFound('The story');
  return { row, steps: await stepsOf(db, row.uuid) };
}

/**
 * Steps by their uuids, of whichever stories the reader sees, with their images as they are now; one query. Those that are
 * not there are left out.
 */
export async function stepsByUuids(db: TenantQueries, uuids: readonly string[]): Promise<StepRow[]> {
  if (uuids.length === 0) return [];
  return readSteps(
    db,
    sql`join story on story.tenant_id = step.tenant_id and story.uuid = step.story_uuid and story.trashed_at is null`,
    sql`step.uuid = any(${uuids}::uuid[])`,
  );
}

/** An image that a step may show. */
export interface ShowableImage {
  readonly uuid: string;
  readonly width: number;
  readonly height: number;
}

/** Those of some assets that are images of the catalogue with known sizes, by uuid; one query. */
export async function showableImages(
  db: TenantQueries,
  uuids: readonly string[],
): Promise<Map<string, ShowableImage>> {
  if (uuids.length === 0) return new Map();
  const { rows } = await sql<ShowableImage>`
    select asset.uuid, version.width_px as width, version.height_px as height
    from asset
      join item on item.uuid = asset.item_uuid
      join asset_version version on version.asset_uuid = asset.uuid and version.number = asset.current_version
    where asset.uuid = any(${uuids}::uuid[]) and asset.kind = 'image' and asset.trashed_at is null
      and item.trashed_at is null and version.width_px is not null`.execute(db);
  return new Map(rows.map((row) => [row.uuid, row]));
}

/** Sort names of stories and series on the wire, and their columns. */
const sortColumns = {
  createdDate: 'created_at',
  lastModifiedDate: 'modified_at',
  sgtt: 'sort_title',
} as const;
export type StorySortName = keyof typeof sortColumns;
export const storySortNames = Object.keys(sortColumns) as StorySortName[];

interface PageOf {
  readonly page: PageWanted;
  readonly sort: readonly SortWanted<StorySortName>[];
}

/** The newest first where the request has no order. Records of the same moment stand in a fixed order. */
function ordered(sort: PageOf['sort']): RawBuilder<unknown> {
  const wanted: PageOf['sort'] = sort.length > 0 ? sort : [{ field: 'createdDate', direction: 'desc' }];
  const last = wanted.at(-1)?.direction ?? 'desc';
  const terms = wanted.map(
    ({ field, direction }) => sql`${sql.ref(sortColumns[field])} ${sql.raw(direction)}`,
  );
  return sql.join([...terms, sql`uuid ${sql.raw(last)}`]);
}

async function uuidsPage(
  db: TenantQueries,
  from: RawBuilder<unknown>,
  { page, sort }: PageOf,
): Promise<{ uuids: string[]; total: number }> {
  const { rows } = await sql<{ uuid: string }>`
    select uuid ${from} order by ${ordered(sort)}
    limit ${page.size} offset ${page.number * page.size}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*)::integer as total ${from}`.execute(db);
  return { uuids: rows.map(({ uuid }) => uuid), total: counted.rows[0]?.total ?? 0 };
}

/** A page of stories; four statements at most. */
export async function storyPage(
  db: TenantQueries,
  { text, state, ...wanted }: PageOf & { text: string | undefined; state: string | undefined },
): Promise<{ rows: StoryRow[]; total: number }> {
  const fields = await namedFields(db, { text }, ['STORY']);
  const words = searchCondition(text ?? '', { hasPressmarks: false, fields });
  const { uuids, total } = await uuidsPage(
    db,
    sql`from story where trashed_at is null
      ${state === undefined ? sql`` : sql`and state = ${state}`}
      ${
        words === undefined
          ? sql``
          : sql`and uuid in (select story_uuid from story_text where words @@ ${words}::tsquery)`
      }`,
    wanted,
  );
  return { rows: await storiesByUuids(db, uuids), total };
}

/**
 * A relation of `key` and `use`: for each key the stories of its images, as far as the reader sees them. A key without
 * stories has no row.
 * @param shown a query of the columns `key` and `story_uuid`; the same row may come twice
 */
export const storyUses = (shown: RawBuilder<unknown>) => sql<{ key: string; use: StoryUse }>`(
  select key, jsonb_build_object('storyboardsCount', count(*), 'storyboards',
      jsonb_agg(jsonb_build_object('uuid', uuid, 'title', sgtt, 'isThere', trashed_at is null) order by place)
        filter (where place <= ${STORIES_NAMED_MAX})) as use
  from (
    select shown.key, uuid, sgtt, trashed_at,
      row_number() over (partition by shown.key order by sort_title, uuid) as place
    from (select distinct key, story_uuid from (${shown}) as pairs) as shown
      join story on story.uuid = shown.story_uuid) as named
  group by key)`;

/** What `storyUses` says of a key that it has no row for. */
export const NO_STORIES: StoryUse = { storyboardsCount: 0, storyboards: [] };

/** The stories that show an image of an item; undefined where the image is in the trash, or hidden from the reader. */
export async function storyUseOfImage(db: TenantQueries, image: string): Promise<StoryUse | undefined> {
  const shown = sql`select asset_uuid as key, story_uuid from story_step where asset_uuid = ${image}::uuid`;
  const { rows } = await sql<{ use: StoryUse | null }>`
    select (select use from ${storyUses(shown)} as told) as use
    from asset join item on item.tenant_id = asset.tenant_id and item.uuid = asset.item_uuid
    where asset.uuid = ${image}::uuid and asset.kind = 'image' and asset.trashed_at is null
      and item.trashed_at is null`.execute(db);
  return rows[0] && (rows[0].use ?? NO_STORIES);
}

/** A page of series; three statements. */
export async function seriesPage(
  db: TenantQueries,
  wanted: PageOf,
): Promise<{ rows: SeriesRow[]; total: number }> {
  const { uuids, total } = await uuidsPage(db, sql`from series where trashed_at is null`, wanted);
  return { rows: await seriesByUuids(db, uuids), total };
}

/**
 * A page of the series of which a value of a field contains a text, without case and accents; two statements. It reads
 * this field of all series, of which a tenant has few.
 */
export async function seriesHaving(
  db: TenantQueries,
  { name, text, page, sort }: PageOf & { readonly name: string; readonly text: string },
): Promise<{ rows: SeriesRow[]; total: number }> {
  const { rows } = await sql<{ uuid: string; value: string }>`
    select uuid, entry.value from series
      cross join lateral jsonb_to_recordset(metadata) as entry (name text, value text)
    where trashed_at is null and entry.name = ${name} order by ${ordered(sort)}`.execute(db);
  const sought = fold(text);
  const found = new Set(rows.flatMap(({ uuid, value }) => (fold(value).includes(sought) ? [uuid] : [])));
  return { rows: await seriesByUuids(db, pageOfRows([...found], page)), total: found.size };
}

/** The stories of a series in its order, those in the trash left out. */
export async function storiesOfSeries(db: TenantQueries, seriesUuid: string): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`
    select story.uuid from series_story place
      join story on story.tenant_id = place.tenant_id and story.uuid = place.story_uuid
    where place.series_uuid = ${seriesUuid}::uuid and story.trashed_at is null
    order by place.position, story.uuid`.execute(db);
  return rows.map(({ uuid }) => uuid);
}

/** An image that somebody has to agree to show. */
export interface ClosedImage {
  readonly uuid: string;
  /** The titles of its item and of the image. */
  readonly title: string;
}

/** The images that stories show and that are closed to visitors, by story, in the order of its steps. One statement. */
export async function unconfirmedImages(
  db: TenantQueries,
  stories: readonly string[],
): Promise<Map<string, ClosedImage[]>> {
  const { rows } = await sql<{ story: string; uuid: string; title: string }>`
    select step.story_uuid as story, asset.uuid, item.sgtt || case when asset.sgtt = '' then '' else ' · ' || asset.sgtt end as title
    from (select story_uuid, asset_uuid, min(position) as position from story_step
        where story_uuid = any(${stories}::uuid[]) group by story_uuid, asset_uuid) as step
      join asset on asset.uuid = step.asset_uuid and asset.trashed_at is null
      join item on item.uuid = asset.item_uuid and item.trashed_at is null
    where not ${isOpened(sql`step.story_uuid`)}
    order by step.position`.execute(db);
  const images = new Map<string, ClosedImage[]>();
  for (const { story, ...image } of rows) images.set(story, [...(images.get(story) ?? []), image]);
  return images;
}

function inOrder<Row extends { uuid: string }>(rows: readonly Row[], uuids: readonly string[]): Row[] {
  const byUuid = new Map(rows.map((row) => [row.uuid, row]));
  return uuids.flatMap((uuid) => byUuid.get(uuid.toLowerCase()) ?? []);
}
