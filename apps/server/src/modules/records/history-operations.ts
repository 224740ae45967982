import { sql } from 'kysely';
import {
  getCollectionHistory,
  getImageHistory,
  getItemHistory,
  type HistoryEntry,
} from '@armarium/contract/trash';
import { reaches, type TenantQueries } from '../../db/database.ts';
import { implement, type Call, type Implementation } from '../../http/operation-route.ts';
import { pageAnswer, wantedPage, type PageWanted } from '../../http/pages.ts';
import { notFound, ProblemError } from '../../problem-error.ts';

const DEFAULT_SIZE = 20;

type HistoryCall = Pick<
  Call<typeof getItemHistory>,
  'data' | 'params' | 'query' | 'actor' | 'origin' | 'url'
>;
type Kind = 'item' | 'collection' | 'asset';
const resourceTypes = { item: 'ITEM', collection: 'COLLECTION', asset: 'MEDIA' } as const;

/**
 * Who made a record, also one that lies in the trash. Of one that was purged its history knows: somebody's own
 * records stay theirs.
 * @returns undefined where there never was one
 */
async function makerOf(
  db: TenantQueries,
  kind: Kind,
  uuid: string,
): Promise<{ maker: string | null } | undefined> {
  // History outlives records, and hides with them.
  const { rows } = await sql<{ hidden: boolean }>`select hides_record(${uuid}::uuid) as hidden`.execute(db);
  if (rows[0]?.hidden) return undefined;
  const row = await db
    .selectFrom(kind)
    .select('created_by as maker')
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  if (row) return row;
  return db
    .selectFrom('history')
    .innerJoin('change_set', 'change_set.uuid', 'history.change_set')
    .select('change_set.account_uuid as maker')
    .where('record_uuid', '=', uuid)
    .where('resource_type', '=', resourceTypes[kind])
    .orderBy('history.id')
    .executeTakeFirst();
}

async function historyOf(db: TenantQueries, kind: Kind, uuid: string, page: PageWanted) {
  const entries = db
    .selectFrom('history')
    .where('record_uuid', '=', uuid)
    .where('resource_type', '=', resourceTypes[kind]);
  const rows = await entries
    .innerJoin('change_set', 'change_set.uuid', 'history.change_set')
    .select(['history.id', 'history.made_at', 'history.action', 'history.before', 'history.after'])
    .select(['change_set.uuid as changeSet', 'change_set.kind', 'change_set.account_name'])
    .orderBy('history.id', 'desc')
    .limit(page.size)
    .offset(page.number * page.size)
    .execute();
  const { total } = await entries.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** What happened to a record, the newest first; also to one in the trash, or purged (decisions §4). */
async function history(call: HistoryCall, kind: Kind, what: string) {
  const { data, params, query, actor, origin, url } = call;
  const page = wantedPage(query, DEFAULT_SIZE);
  const { rows, total } = await data.read(async (db) => {
    const made = await makerOf(db, kind, params.uuid);
    if (!made) throw notFound(what);
    if (!reaches(actor, 'readHistory', made.maker)) {
      throw new ProblemError('forbidden', 'You may read the history of the records that you made yourself.');
    }
    return historyOf(db, kind, params.uuid, page);
  });
  const entries = rows.map((row): HistoryEntry => ({
    id: String(row.id),
    date: row.made_at.toISOString(),
    user: row.account_name,
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
  implement(getItemHistory, (call) => history(call, 'item', 'The item')),
  implement(getCollectionHistory, (call) => history(call, 'collection', 'The collection')),
  implement(getImageHistory, (call) => assetHistory(call, 'The image')),
];

/** Of an asset of any kind; `what` is what it is called where there is none. */
export function assetHistory(call: HistoryCall, what: string) {
  return history(call, 'asset', what);
}
