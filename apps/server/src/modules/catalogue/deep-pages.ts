import { sql, type RawBuilder } from 'kysely';
import type { TenantData, TenantQueries } from '../../db/database.ts';
import type { PageWanted } from '../../http/pages.ts';

/** Rows in a block. The last row of each block is cached. */
const BLOCK = 500;
/** For offsets up to here it is faster to skip rows than to compute the blocks. */
const NEAR = 2 * BLOCK;

/** A list in its complete order, as the rows of an index have it. */
export interface OrderedList {
  /** Everything that the list depends on, beside its version. */
  readonly name: string;
  /** Version of the order of the list; default the version of the catalogue. */
  readonly version?: string;
  /** The FROM clause with its conditions: `item_link where …`. */
  readonly rows: RawBuilder<unknown>;
  readonly uuid: 'uuid' | 'item_uuid';
  readonly key: string;
  /** PostgreSQL's type of the key. */
  readonly keyType: 'text' | 'timestamptz';
  readonly isDescending: boolean;
}

interface Place {
  readonly key: string;
  readonly uuid: string;
}

/**
 * Reads a page at any offset in the time of the first one. The key of every five hundredth row is cached
 * until the order changes; the page is read from the last cached key before it.
 */
export async function pageUuids(
  data: TenantData,
  db: TenantQueries,
  list: OrderedList,
  page: PageWanted,
): Promise<string[]> {
  const first = page.number * page.size;
  const places = first < NEAR ? [] : await placesOf(data, db, list);
  const block = Math.min(Math.floor(first / BLOCK), places.length);
  const place = places[block - 1];
  const direction = sql.raw(list.isDescending ? 'desc' : 'asc');
  const key = sql.ref(list.key);
  const uuid = sql.ref(list.uuid);
  const after = place
    ? sql`and (${key}, ${uuid}) ${sql.raw(list.isDescending ? '<' : '>')}
        (${place.key}::${sql.raw(list.keyType)}, ${place.uuid}::uuid)`
    : sql``;
  const { rows } = await sql<{ uuid: string }>`
    select ${uuid} as uuid from ${list.rows} ${after}
    order by ${key} ${direction}, ${uuid} ${direction}
    offset ${first - (place ? block * BLOCK : 0)} limit ${page.size}`.execute(db);
  return rows.map((row) => row.uuid);
}

async function placesOf(data: TenantData, db: TenantQueries, list: OrderedList): Promise<Place[]> {
  const direction = sql.raw(list.isDescending ? 'desc' : 'asc');
  const key = sql.ref(list.key);
  const uuid = sql.ref(list.uuid);
  const workOut = async () => {
    const { rows } = await sql<Place>`
      select key, uuid from (
        select ${key}::text as key, ${uuid} as uuid,
          row_number() over (order by ${key} ${direction}, ${uuid} ${direction}) as place
        from ${list.rows}
      ) as placed where place % ${sql.lit(BLOCK)} = 0 order by place`.execute(db);
    return rows;
  };
  return data.remembered(db, `places ${list.name}`, workOut, list.version);
}
