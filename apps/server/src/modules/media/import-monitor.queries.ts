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

/** For WITH: `sent (item_uuid)`, the items to which an account ever sent files; imports move with their files. */
const sentBy = (sender: string) => sql`sent as materialized (
  select distinct item_uuid from asset_import where account_uuid = ${sender})`;

/** The items of an account in two parts: those that it made, and of all others those that it sent files to. */
const ownParts = (sender: string) => ({
  made: sql`item where trashed_at is null and created_by = ${sender}`,
  given: sql`item join sent on sent.item_uuid = item.uuid
    where trashed_at is null and created_by is distinct from ${sender}`,
});

async function countByState(
  data: TenantData,
  db: TenantQueries,
  sender: string | undefined,
): Promise<Record<ItemImportState, number>> {
  const { rows } = await sql<{ failed: number; running: number }>`
    with ${unready(sender)}
    select (count(*) filter (where not is_open))::integer as failed, (count(*) filter (where is_open))::integer as running
    from item join unready on unready.item_uuid = item.uuid where trashed_at is null`.execute(db);
  const [{ failed, running } = { failed: 0, running: 0 }] = rows;
  // All items are counted once for each version of the catalogue, as for other lists.
  const all =
    sender === undefined
      ? await itemTotal(data, db, encodeQuery({}, { fields: [] }))
      : await data.remembered(db, `imports of ${sender}`, () => countOwn(db, sender));
  return { ERROR: failed, IN_PROGRESS: running, DONE: Math.max(0, all - failed - running) };
}

/** The number of items that an account made or sent files to. */
async function countOwn(db: TenantQueries, sender: string): Promise<number> {
  const { made, given } = ownParts(sender);
  const { rows } = await sql<{ own: number }>`with ${sentBy(sender)}
    select ((select count(*) from ${made}) + (select count(*) from ${given}))::integer as own`.execute(db);
  return rows[0]?.own ?? 0;
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
    const isWanted = state === undefined ? sql`true` : sql`item.uuid not in (select item_uuid from unready)`;
    if (sender === undefined) {
      return sql<{ uuid: string }>`with ${unready(sender)}
        select uuid from item where trashed_at is null and ${isWanted} ${part}`;
    }
    // Each part in order: of what the account made only the beginning is read.
    const beginning = (items: RawBuilder<unknown>) => sql`(
      select ${columns} from ${items} and ${isWanted} order by ${order} limit ${first + page.size})`;
    const { made, given } = ownParts(sender);
    return sql<{ uuid: string }>`with ${unready(sender)}, ${sentBy(sender)}
      select uuid from (${beginning(made)} union all ${beginning(given)}) as own ${part}`;
  };
  const { rows } = await query().execute(db);
  return rows.map(({ uuid }) => uuid);
}
