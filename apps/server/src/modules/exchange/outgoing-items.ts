import { sql } from 'kysely';
import type { ItemQuery } from '@armarium/contract/item-query';
import type { MetadataEntry } from '@armarium/contract/records';
import type { TenantQueries } from '../../db/database.ts';
import { itemQueryUuids, titlePaths, toSeenParent, type TitlePath } from '../catalogue/public.ts';
import { fieldTemplates } from '../records/public.ts';
import { tableColumns, type OutgoingRecord, type TableColumns } from './record-lines.ts';

const PAGE_RECORDS = 500;
const UUID_BYTES = 16;

/** What goes out, as it stands at one moment. */
export interface Survey {
  /** The uuids in the order of their pressmarks, sixteen bytes each: a million of them are no burden. */
  readonly ids: Buffer;
  readonly columns: TableColumns;
  /** Of the longest value. */
  readonly longest: number;
}

/** Which items go out, and how wide a table of them is. */
export async function survey(db: TenantQueries, query: ItemQuery): Promise<Survey> {
  const chosen = await sql<{ ids: Buffer | null; parents: number | null }>`
    select string_agg(uuid_send(item.uuid), ''::bytea order by sort_pressmark, item.uuid) as ids,
      max((select count(*) from item_link link where link.tenant_id = item.tenant_id
        and link.item_uuid = item.uuid))::integer as parents
    from item join ${itemQueryUuids(query)} on matching.uuid = item.uuid`.execute(db);
  const held = await sql<{ name: string; most: number; longest: number }>`
    select name, max(times)::integer as most, max(longest)::integer as longest
    from ${itemQueryUuids(query)} join item on item.uuid = matching.uuid cross join lateral (
      select entry->>'name' as name, count(*) as times, max(length(entry->>'value')) as longest
      from jsonb_array_elements(metadata) as entry group by 1
    ) as named
    group by name order by name collate "C"`.execute(db);
  const most = new Map(held.rows.map((row) => [row.name, row.most]));
  // Also those that no record has yet: somebody may want to fill them in.
  const names = [...new Set([...(await fieldTemplates(db, 'ITEM')).map(({ name }) => name), ...most.keys()])];
  const [{ ids, parents } = { ids: null, parents: null }] = chosen.rows;
  return {
    ids: ids ?? Buffer.alloc(0),
    columns: tableColumns(
      names.map((name) => ({ name, most: most.get(name) ?? 1 })),
      parents ?? 1,
    ),
    longest: Math.max(0, ...held.rows.map(({ longest }) => longest)),
  };
}

/** How many items were found. */
export function countOf({ ids }: Pick<Survey, 'ids'>): number {
  return ids.length / UUID_BYTES;
}

const uuidAt = (ids: Buffer, index: number) =>
  ids
    .toString('hex', index * UUID_BYTES, (index + 1) * UUID_BYTES)
    .replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');

/** The uuids that were found, as many at a time as are read at once. */
export function* uuidPages(found: Pick<Survey, 'ids'>): Generator<string[]> {
  const total = countOf(found);
  for (let first = 0; first < total; first += PAGE_RECORDS) {
    const length = Math.min(PAGE_RECORDS, total - first);
    yield Array.from({ length }, (_, index) => uuidAt(found.ids, first + index));
  }
}

/**
 * The records of a survey, a page at a time. What is deleted meanwhile is left out.
 * @param read gives each page the transaction that it is read in
 */
export async function* recordsOf(
  found: Survey,
  read: <Page>(run: (db: TenantQueries) => Promise<Page>) => Promise<Page>,
): AsyncGenerator<OutgoingRecord[]> {
  const paths = new Map<string, TitlePath>();
  for (const uuids of uuidPages(found)) {
    yield await read(async (db) => {
      const { rows } = await sql<{
        uuid: string;
        version: number;
        metadata: MetadataEntry[];
        parents: string[];
      }>`
        select item.uuid, version, metadata, array(
          select link.collection_uuid from item_link link where link.tenant_id = item.tenant_id
            and link.item_uuid = item.uuid and ${toSeenParent('collection_uuid')}
          order by link.linked_at, link.collection_uuid) as parents
        from unnest(${uuids}::uuid[]) with ordinality as wanted (uuid, place) join item using (uuid)
        where trashed_at is null order by place`.execute(db);
      const unknown = new Set(rows.flatMap(({ parents }) => parents).filter((uuid) => !paths.has(uuid)));
      for (const [uuid, path] of await titlePaths(db, [...unknown])) paths.set(uuid, path);
      return rows.map(({ uuid, version, metadata, parents }) => ({
        uuid,
        version,
        metadata,
        paths: parents.flatMap((parent) => {
          const path = paths.get(parent);
          return path ? [path] : [];
        }),
      }));
    });
  }
}
