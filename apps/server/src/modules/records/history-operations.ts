import { sql } from 'kysely';
import {
  getCollectionHistory,
  getImageHistory,
  getItemHistory,
  getSeriesHistory,
  getStoryHistory,
  type HistoryEntry,
} from '@armarium/contract/history';
import { reaches, type TenantQueries } from '../../db/database.ts';
import { implement, type Call, type Implementation } from '../../http/operation-route.ts';
import { pageAnswer, wantedPage, type PageWanted } from '../../http/pages.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import { withoutHiddenRecords } from './hidden-records.ts';
import { kindOf, type RecordKind } from './kinds.ts';

const DEFAULT_SIZE = 20;

type HistoryCall = Pick<
  Call<typeof getItemHistory>,
  'data' | 'params' | 'query' | 'actor' | 'origin' | 'url'
>;
/**
 * The account that made a record, also of one in the trash. For a purged record the history answers, so that
 * people keep the right to the history of their own records.
 * @returns undefined where the record never existed
 */
async function makerOf(
  db: TenantQueries,
  kind: RecordKind,
  uuid: string,
): Promise<{ maker: string | null } | undefined> {
  // The history outlives the record, and is hidden from the same people.
  const { rows } = await sql<{ hidden: boolean }>`select hides_record(${uuid}::uuid) as hidden`.execute(db);
  if (rows[0]?.hidden) return undefined;
  const found = await sql<{ maker: string | null }>`
    select created_by as maker from ${sql.table(kind.table)} where uuid = ${uuid}::uuid`.execute(db);
  if (found.rows[0]) return found.rows[0];
  return db
    .selectFrom('history')
    .innerJoin('change_set', 'change_set.uuid', 'history.change_set')
    .select('change_set.account_uuid as maker')
    .where('record_uuid', '=', uuid)
    .where('resource_type', '=', kind.resourceType)
    .orderBy('history.id')
    .executeTakeFirst();
}

async function historyOf(db: TenantQueries, kind: RecordKind, uuid: string, page: PageWanted) {
  const entries = db
    .selectFrom('history')
    .where('record_uuid', '=', uuid)
    .where('resource_type', '=', kind.resourceType);
  const rows = await entries
    .innerJoin('change_set', 'change_set.uuid', 'history.change_set')
    .select(['history.id', 'history.made_at', 'history.action', 'history.before', 'history.after'])
    .select([
      'change_set.uuid as changeSet',
      'change_set.kind',
      'change_set.account_name',
      'change_set.token_name',
    ])
    .orderBy('history.id', 'desc')
    .limit(page.size)
    .offset(page.number * page.size)
    .execute();
  const { total } = await entries.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return { rows: await withoutHiddenRecords(db, rows), total: Number(total) };
}

/**
 * A page of the history of a record, the newest entry first; also for one in the trash or purged (decisions
 * §4).
 * @param named how a message names the record, such as `The item`
 * @throws ProblemError 404 where the record never existed, 403
 */
export async function recordHistoryPage(call: HistoryCall, kind: RecordKind, named = kind.named) {
  const { data, params, query, actor, origin, url } = call;
  const page = wantedPage(query, DEFAULT_SIZE);
  const { rows, total } = await data.read(async (db) => {
    const made = await makerOf(db, kind, params.uuid);
    if (!made) throw notFound(named);
    if (!reaches(actor, 'readHistory', made.maker)) {
      throw new ProblemError('forbidden', 'You may read the history of the records that you made yourself.');
    }
    return historyOf(db, kind, params.uuid, page);
  });
  const entries = rows.map((row): HistoryEntry => ({
    id: String(row.id),
    date: row.made_at.toISOString(),
    user: row.account_name,
    token: row.token_name,
    action: row.action,
    changeSet: row.changeSet,
    changeSetKind: row.kind,
    before: row.before,
    after: row.after,
  }));
  return pageAnswer('history', entries, page, total, origin, url);
}

/** Reading histories (decisions §5). */
export const historyOperations: Implementation[] = [
  implement(getItemHistory, (call) => recordHistoryPage(call, kindOf('ITEM'))),
  implement(getCollectionHistory, (call) => recordHistoryPage(call, kindOf('COLLECTION'))),
  implement(getImageHistory, (call) => recordHistoryPage(call, kindOf('MEDIA'), 'The image')),
  implement(getStoryHistory, (call) => recordHistoryPage(call, kindOf('STORY'))),
  implement(getSeriesHistory, (call) => recordHistoryPage(call, kindOf('SERIES'))),
];
