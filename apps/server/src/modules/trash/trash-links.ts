import { sql } from 'kysely';
import type { RecordType } from '@armarium/contract/record-types';
import { jsonb, type TenantQueries, type WriteTransaction } from '../../db/database.ts';
import { unlinkRecords, type Link, type Placement } from '../catalogue/public.ts';
import type { RecordKind, RecordLinks } from '../records/public.ts';

/** A record that is being deleted. */
export interface GoingRecord {
  readonly record: string;
  readonly type: RecordType;
  readonly entry: string;
  readonly reason: string;
}

/** All records that are being deleted, with those of one kind and the collections among them. */
interface Leaving {
  readonly going: readonly GoingRecord[];
  readonly records: readonly string[];
  readonly collections: readonly string[];
}

/** Stores and removes the links of a kind. @returns the former parents of each record */
export async function takeOut(
  tx: WriteTransaction,
  kind: RecordKind,
  links: RecordLinks,
  leaving: Leaving,
): Promise<Map<string, string[]>> {
  const remembered = await rememberLinks(tx, kind, links, leaving);
  await unlinkRecords(tx, kind, remembered);
  return parentsByChild(remembered);
}

/**
 * Stores the links of one kind, each in the entry of its child, or else of its parent.
 * @returns them in order
 */
async function rememberLinks(
  tx: WriteTransaction,
  { resourceType }: RecordKind,
  { table, parent, child }: RecordLinks,
  { going, records: children, collections: parents }: Leaving,
): Promise<Link[]> {
  if (children.length === 0 && parents.length === 0) return [];
  const [parentRef, childRef] = [sql.ref(`link.${parent}`), sql.ref(`link.${child}`)];
  // A single entry may hold a hundred thousand records, so it needs no join.
  const [first] = going;
  const entry = going.every((one) => one.entry === first?.entry)
    ? { uuid: sql`${first?.entry}::uuid`, joins: sql`` }
    : {
        uuid: sql`coalesce(child.entry, parent.entry)`,
        joins: sql`
          left join going child on child.record = ${childRef} and child.type = ${resourceType}
          left join going parent on parent.record = ${parentRef} and parent.type = 'COLLECTION'`,
      };
  const { rows } = await sql<Link>`
    with going as materialized (
      select * from jsonb_to_recordset(${jsonb(going)}) as going (record uuid, entry uuid, type text)
    )
    insert into trash_link (tenant_id, entry_uuid, parent_uuid, child_uuid, child_type, linked_at)
    select link.tenant_id, ${entry.uuid}, ${parentRef}, ${childRef}, ${resourceType}, link.linked_at
    from ${sql.table(table)} link ${entry.joins}
    where ${parentRef} = any(${parents}::uuid[]) or ${childRef} = any(${children}::uuid[])
    order by link.linked_at, ${parentRef}
    returning parent_uuid as parent, child_uuid as child`.execute(tx.db);
  return [...rows];
}

/** The parents of each child, in the order of the links. */
export function parentsByChild(links: readonly Link[]): Map<string, string[]> {
  const byChild = new Map<string, string[]>();
  for (const { parent, child } of links) {
    const parents = byChild.get(child);
    if (parents) parents.push(parent);
    else byChild.set(child, [parent]);
  }
  return byChild;
}

/** A link to restore. */
export interface ReturningLink extends Link {
  /** When the record was put into the collection, as PostgreSQL writes timestamps; absent: now. */
  readonly linked_at?: string;
}

/**
 * Reads the links of a kind that entries store and whose collections are in the catalogue, in order. The two
 * tables are not joined in SQL: the planner knows nothing of what this transaction changed, and would compare
 * each row with each.
 * @param child only the links of this record
 */
export async function storedLinks(
  db: TenantQueries,
  entries: readonly string[],
  { resourceType }: Pick<RecordKind, 'resourceType'>,
  child?: string,
): Promise<ReturningLink[]> {
  const stored = await sql<ReturningLink>`
    select parent_uuid as parent, child_uuid as child, to_jsonb(linked_at) #>> '{}' as linked_at from trash_link
    where entry_uuid = any(${entries}::uuid[]) and child_type = ${resourceType} and not is_move
      ${child === undefined ? sql`` : sql`and child_uuid = ${child}::uuid`}
    order by trash_link.linked_at, parent_uuid`.execute(db);
  const parents = [...new Set(stored.rows.map(({ parent }) => parent))];
  const collections = await sql<{ uuid: string }>`
    select uuid from collection where uuid = any(${parents}::uuid[]) and trashed_at is null`.execute(db);
  const existing = new Set(collections.rows.map(({ uuid }) => uuid));
  return stored.rows.filter(({ parent }) => existing.has(parent));
}

/**
 * Places records as they were before. A link keeps its original time, so that the collections keep their order.
 * @param sortTitles the sort key of each record
 */
export function placementsOf(
  links: readonly ReturningLink[],
  sortTitles: ReadonlyMap<string, string>,
): Placement[] {
  const times = new Map<string, Map<string, string>>();
  for (const { parent, child, linked_at } of links) {
    if (linked_at === undefined) continue;
    times.set(child, (times.get(child) ?? new Map<string, string>()).set(parent, linked_at));
  }
  return [...parentsByChild(links)].map(([uuid, parents]) => ({
    uuid,
    sortTitle: sortTitles.get(uuid) ?? '',
    parents,
    linkedAt: times.get(uuid) ?? new Map(),
  }));
}
