import { sql } from 'kysely';
import {
  addStoryToSeries,
  arrangeSeries,
  createSeries,
  findSeriesByCustomMetadata,
  findSeriesByUuid,
  getSeries,
  listSeries,
  listStories,
  listStoriesOfSeries,
  removeStoryFromSeries,
  updateSeries,
} from '@armarium/contract/story-calls';
import type { Capability } from '@armarium/contract/capability';
import { SERIES_MAX_STORIES } from '@armarium/contract/stories';
import type { TenantQueries, WriteTransaction } from '../../db/database.ts';
import { recordHistory, type HistoryEntry } from '../../db/history.ts';
import { requireMatch, setEntityTag } from '../../http/entity-tag.ts';
import { uuidsOfLinks } from '../../http/link-list.ts';
import { implement, type Call, type Implementation, type RecordCall } from '../../http/operation-route.ts';
import { pageAnswer, pageOfRows, wantedPage, wantedSort } from '../../http/pages.ts';
import { invalid, notFound, ProblemError } from '../../problem-error.ts';
import { editRecord, kindOf, lockGraph, requireReach } from '../records/public.ts';
import { makeSeries, noSuchStory } from './make-series.ts';
import {
  seriesByUuids,
  seriesHaving,
  seriesPage,
  standingStories,
  storiesByUuids,
  storiesOfSeries,
  storySortNames,
  type SeriesRow,
} from './story.queries.ts';
import { seriesView, storyInListView } from './story.view.ts';
import { appendStories, renewSeries } from './story.writes.ts';

const DEFAULT_SIZE = 20;

async function standingSeries(db: TenantQueries, uuid: string): Promise<SeriesRow> {
  const [row] = await seriesByUuids(db, [uuid]);
  if (!row) throw notFound('The series');
  return row;
}

async function oneSeries(call: RecordCall, uuid: string) {
  const row = await call.data.read((db) => standingSeries(db, uuid));
  setEntityTag(call.reply, row.version);
  return seriesView(row, call.actor, call.origin);
}

/**
 * A series that the actor may change, locked until the end of the transaction.
 * @throws ProblemError 404, 403
 */
async function lockedSeries(tx: WriteTransaction, uuid: string, right: Capability): Promise<SeriesRow> {
  await lockGraph(tx);
  await sql`select from series where uuid = ${uuid}::uuid for no key update`.execute(tx.db);
  const row = await standingSeries(tx.db, uuid);
  requireReach(tx.actor, right, { createdBy: row.created_by });
  return row;
}

const storiesOfLinks = (links: readonly string[], name: string) =>
  uuidsOfLinks(links, { path: listStories.path, name, message: 'This is no link to a story.' });

/** A list of a series' stories has a cap of its own (A-41). */
const storiesPageWanted = (query: { page?: number; size?: number }) => ({
  number: query.page ?? 0,
  size: Math.min(query.size ?? DEFAULT_SIZE, SERIES_MAX_STORIES),
});

const entry = (
  record: string,
  action: HistoryEntry['action'],
  values: Pick<HistoryEntry, 'before' | 'after'>,
): HistoryEntry => ({ record, resourceType: 'SERIES', action, ...values });

/** Reading, making and changing series, and their stories (back office §7, decisions §14). */
export const seriesOperations: Implementation[] = [
  implement(listSeries, async ({ data, query, actor, origin, url }) => {
    const page = wantedPage(query, DEFAULT_SIZE);
    const sort = wantedSort(query.sort, storySortNames);
    const { rows, total } = await data.read((db) => seriesPage(db, { page, sort }));
    const shown = rows.map((row) => seriesView(row, actor, origin));
    return pageAnswer('storyboardCollections', shown, page, total, origin, url);
  }),
  implement(findSeriesByCustomMetadata, async ({ data, query, actor, origin, url }) => {
    const page = wantedPage(query, DEFAULT_SIZE);
    const sort = wantedSort(query.sort, storySortNames);
    const { name, value: text } = query;
    const { rows, total } = await data.read((db) => seriesHaving(db, { name, text, page, sort }));
    const shown = rows.map((row) => seriesView(row, actor, origin));
    return pageAnswer('storyboardCollections', shown, page, total, origin, url);
  }),
  implement(findSeriesByUuid, (call) => oneSeries(call, call.query.uuid)),
  implement(getSeries, (call) => oneSeries(call, call.params.uuid)),

  implement(listStoriesOfSeries, async ({ data, params, query, actor, origin, url }) => {
    const page = storiesPageWanted(query);
    const { rows, total } = await data.read(async (db) => {
      const { uuid } = await standingSeries(db, params.uuid);
      const all = await storiesOfSeries(db, uuid);
      return { rows: await storiesByUuids(db, pageOfRows(all, page)), total: all.length };
    });
    const shown = rows.map((row) => storyInListView(row, actor, origin));
    return pageAnswer('storyboards', shown, page, total, origin, url);
  }),

  implement(createSeries, async ({ data, body, actor, reply, origin }) => {
    const { customMetadataList: list = [], sgtt, storyboards = [] } = body;
    const linked = storiesOfLinks(storyboards, 'storyboards');
    const row = await data.write('create-series', async (tx) =>
      standingSeries(tx.db, await makeSeries(tx, { list, sgtt, stories: linked })),
    );
    const series = seriesView(row, actor, origin);
    reply.header('location', series._links.self.href);
    setEntityTag(reply, row.version);
    return series;
  }),

  implement(updateSeries, async ({ data, params, body, actor, request, reply, origin }) => {
    const { customMetadataList: list, sgtt, visibility } = body;
    const row = await data.write('edit', (tx) =>
      editRecord(tx, kindOf('SERIES'), {
        uuid: params.uuid,
        wanted: { list, mirrors: { sgtt }, parents: undefined, visibility },
        request,
        read: async () => (await seriesByUuids(tx.db, [params.uuid]))[0],
      }),
    );
    setEntityTag(reply, row.version);
    return seriesView(row, actor, origin);
  }),

  implement(addStoryToSeries, (call) =>
    changeMembers(call, async (tx, series, story) => {
      await requireStory(tx.db, story);
      const held = await storiesOfSeries(tx.db, series.uuid);
      if (held.includes(story)) return false;
      if (held.length >= SERIES_MAX_STORIES) {
        throw invalid([
          {
            name: 'storyboardUuid',
            code: 'too-many',
            message: `A series has at most ${SERIES_MAX_STORIES} stories.`,
          },
        ]);
      }
      await appendStories(tx, series.uuid, [story]);
      await recordHistory(tx, [entry(series.uuid, 'link', { after: { storyboards: [story] } })]);
      return true;
    }),
  ),
  implement(removeStoryFromSeries, (call) =>
    changeMembers(call, async (tx, series, story) => {
      const { numAffectedRows } = await sql`
        delete from series_story where series_uuid = ${series.uuid}::uuid and story_uuid = ${story}::uuid`.execute(
        tx.db,
      );
      if (!numAffectedRows) return false;
      await recordHistory(tx, [entry(series.uuid, 'unlink', { before: { storyboards: [story] } })]);
      return true;
    }),
  ),

  implement(arrangeSeries, async ({ data, params, body, request }) => {
    const wanted = storiesOfLinks(body, '');
    await data.write('arrange-series', async (tx) => {
      const series = await lockedSeries(tx, params.uuid, 'arrangeStories');
      requireMatch(request, series.version);
      const held = await storiesOfSeries(tx.db, series.uuid);
      const isWhole = wanted.length === held.length && new Set(wanted).size === wanted.length;
      const members = new Set(held);
      if (!isWhole || !wanted.every((uuid) => members.has(uuid))) {
        throw new ProblemError(
          'order-differs',
          `The series has ${held.length} stories, and the list has to name each of them once.`,
        );
      }
      if (wanted.every((uuid, index) => uuid === held[index])) return;
      await writeOrder(tx, series.uuid, wanted);
      await renewSeries(tx, [series.uuid]);
      await recordHistory(tx, [
        entry(series.uuid, 'update', { before: { storyboards: held }, after: { storyboards: wanted } }),
      ]);
    });
    return undefined;
  }),
];

/**
 * Writes the order of a series. Stories that the actor does not see, those in the trash above all, keep their places
 * among the others.
 * @param wanted all stories of the series that the actor sees
 */
async function writeOrder(tx: WriteTransaction, series: string, wanted: readonly string[]): Promise<void> {
  const { rows } = await sql<{ story: string }>`
    select story_uuid as story from series_story where series_uuid = ${series}::uuid
    order by position, story_uuid`.execute(tx.db);
  const seen = new Set(wanted);
  const next = wanted[Symbol.iterator]();
  const order = rows.map(({ story }) => (seen.has(story) ? (next.next().value ?? story) : story));
  await sql`
    update series_story place set position = wanted.place
    from unnest(${order}::uuid[]) with ordinality as wanted (story, place)
    where place.series_uuid = ${series}::uuid and place.story_uuid = wanted.story`.execute(tx.db);
}

type MemberCall = Pick<
  Call<typeof addStoryToSeries>,
  'data' | 'params' | 'query' | 'actor' | 'request' | 'reply' | 'origin'
>;

/**
 * Adds or removes a story. @param change answers whether anything changed
 * @throws ProblemError 404, 403, 412
 */
async function changeMembers(
  { data, params, query, actor, request, reply, origin }: MemberCall,
  change: (tx: WriteTransaction, series: SeriesRow, story: string) => Promise<boolean>,
) {
  const row = await data.write('arrange-series', async (tx) => {
    const series = await lockedSeries(tx, params.uuid, 'editStories');
    requireMatch(request, series.version);
    if (!(await change(tx, series, query.storyboardUuid.toLowerCase()))) return series;
    await renewSeries(tx, [series.uuid]);
    return standingSeries(tx.db, series.uuid);
  });
  setEntityTag(reply, row.version);
  return seriesView(row, actor, origin);
}

/** @throws ProblemError 400 for a series, 422 for anything else that is no story */
async function requireStory(db: TenantQueries, uuid: string): Promise<void> {
  if ((await standingStories(db, [uuid])).size > 0) return;
  if ((await seriesByUuids(db, [uuid])).length > 0) {
    throw new ProblemError('series-in-series', 'A series holds stories, and no other series.');
  }
  throw invalid([noSuchStory('storyboardUuid')]);
}
