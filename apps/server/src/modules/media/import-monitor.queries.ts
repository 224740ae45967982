import type { ItemImportState } from '@armarium/contract/import-tracking';
import { sql, type RawBuilder } from 'kysely';
import type { TenantData, TenantQueries } from '../../db/database.ts';
import { wantedSort, type PageWanted } from '../../http/pages.ts';
import { encodeQuery, itemList, itemSortColumns, itemTotal, type ItemRow } from '../catalogue/public.ts';
import { importedItems } from './import.queries.ts';

export interface MonitoredItems {
  /** Only this account's imports: items that it made or sent files to, by the state of these files. */
  readonly sender: string | undefined;
  readonly state: ItemImportState | undefined;
  /** As the request has it; default the newest item first. */
  readonly sort: readonly string[] | undefined;
  readonly page: PageWanted;
}

const sortNames = Object.keys(itemSortColumns) as (keyof typeof itemSortColumns)[];

/**
 * A page of the items of the import monitor, and how many items are in each state.
 * @throws ProblemError 400 for an unknown order
 */
export async function monitoredItems(
  data: TenantData,
  wanted: MonitoredItems,
): Promise<{ rows: ItemRow[]; total: number; byState: Record<ItemImportState, number> }> {
  const { sender, state, page } = wanted;
  const order = wantedSort(wanted.sort, sortNames);
  const byState = await data.read((db) => countByState(data, db, sender));
  if (sender === undefined && state === undefined) {
    const otherwise = { field: 'createdDate', direction: 'desc' } as const;
    return { ...(await itemList(data, { query: {}, page, sort: wanted.sort, otherwise })), byState };
  }
  const [first = { field: 'createdDate', direction: 'desc' }] = order;
  const keys = [
    ...(order.length > 0 ? order : [first]).map(
      ({ field, direction }) => sql`${sql.ref(itemSortColumns[field])} ${sql.raw(direction)}`,
    ),
    sql`uuid ${sql.raw(first.direction)}`,
  ];
  const rows = await data.read(async (db) =>
    importedItems(db, await uuidsOfPage(db, wanted, sql.join(keys)), sender),
  );
  const total = state === undefined ? byState.DONE + byState.IN_PROGRESS + byState.ERROR : byState[state];
  return { rows, total, byState };
}

/**
 * For WITH: `unready (item_uuid, is_open)`, the items with files that are not ready; few, found by an index.
 * An item is in progress where any file is, as in `importedItemView`.
 */
const unready = (sender: string | undefined) => sql`unready as materialized (
  select asset.item_uuid, bool_or(import.overall_state <> 'ERROR') as is_open
  from asset_import import join asset on asset.tenant_id = import.tenant_id and asset.uuid = import.asset_uuid
    and asset.current_version = import.version_number
  where import.overall_state <> 'DONE' and asset.trashed_at is null
    ${sender === undefined ? sql`` : sql`and import.account_uuid = ${sender}`}
  group by asset.item_uuid)`;

/** For WITH: `sent (item_uuid)`, the items to which the account sent files. */
const sentTo = (sender: string) => sql`sent as materialized (
  select distinct asset.item_uuid
  from asset_import import join asset on asset.tenant_id = import.tenant_id and asset.uuid = import.asset_uuid
    and asset.current_version = import.version_number
  where import.account_uuid = ${sender} and asset.trashed_at is null)`;

async function countByState(
  data: TenantData,
  db: TenantQueries,
  sender: string | undefined,
): Promise<Record<ItemImportState, number>> {
  const unreadyItems = sql`from item join unready on unready.item_uuid = item.uuid where trashed_at is null`;
  const { rows } = await sql<{ failed: number; running: number; own: number | null }>`
    with ${unready(sender)} ${sender === undefined ? sql`` : sql`, ${sentTo(sender)}`}
    select
      (select count(*) ${unreadyItems} and not is_open)::integer as failed,
      (select count(*) ${unreadyItems} and is_open)::integer as running,
      ${
        sender === undefined
          ? sql`null`
          : sql`((select count(*) from item where trashed_at is null and created_by = ${sender})
              + (select count(*) from item join sent on sent.item_uuid = item.uuid
                where trashed_at is null and created_by is distinct from ${sender}))::integer`
      } as own`.execute(db);
  const [{ failed, running, own } = { failed: 0, running: 0, own: 0 }] = rows;
  // All items are counted once for each version of the catalogue, as for other lists.
  const all = own ?? (await itemTotal(data, db, encodeQuery({}, { fields: [] })));
  return { ERROR: failed, IN_PROGRESS: running, DONE: Math.max(0, all - failed - running) };
}

/** The uuids of a page of the items in a state, or of all that the account made or sent files to. */
async function uuidsOfPage(
  db: TenantQueries,
  { sender, state, page }: MonitoredItems,
  order: RawBuilder<unknown>,
): Promise<string[]> {
  const first = page.number * page.size;
  const part = sql`order by ${order} offset ${first} limit ${page.size}`;
  const columns = sql`uuid, ${sql.join(sortNames.map((name) => sql.ref(itemSortColumns[name])))}`;
  const query = () => {
    if (state === 'ERROR' || state === 'IN_PROGRESS') {
      // Gathered first: an index in this order would be walked past all items that are ready.
      return sql<{ uuid: string }>`with ${unready(sender)}, found as materialized (
          select ${columns} from item join unready on unready.item_uuid = item.uuid
          where trashed_at is null and is_open = ${state === 'IN_PROGRESS'})
        select uuid from found ${part}`;
    }
    const isReady = sql`not exists (select from unready where unready.item_uuid = item.uuid)`;
    if (sender === undefined) {
      return sql<{ uuid: string }>`with ${unready(sender)}
        select uuid from item where trashed_at is null and ${isReady} ${part}`;
    }
    // Each half in order: of what the account made only the beginning is read.
    const half = (from: RawBuilder<unknown>) => sql`(select ${columns} from ${from}
      ${state === undefined ? sql`` : sql`and ${isReady}`} order by ${order} limit ${first + page.size})`;
    return sql<{ uuid: string }>`with ${unready(sender)}, ${sentTo(sender)}
      select uuid from (
        ${half(sql`item where trashed_at is null and created_by = ${sender}`)} union all
        ${half(sql`item join sent on sent.item_uuid = item.uuid
          where trashed_at is null and created_by is distinct from ${sender}`)}
      ) as own ${part}`;
  };
  const { rows } = await query().execute(db);
  return rows.map(({ uuid }) => uuid);
}
