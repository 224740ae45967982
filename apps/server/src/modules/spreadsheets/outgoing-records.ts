import { sql, type RawBuilder } from 'kysely';
import type { MetadataEntry } from '@armarium/contract/metadata';
import type { TenantQueries } from '../../db/database.ts';
import { titlePaths, toSeenParent, type TitlePath } from '../catalogue/public.ts';
import { fieldTemplates, type RecordKind } from '../records/public.ts';
import { tableColumns, type OutgoingRecord, type TableColumns } from './record-lines.ts';

const PAGE_RECORDS = 500;
const UUID_BYTES = 16;

/** The records to export, at one moment. */
export interface Survey {
  readonly kind: RecordKind;
  /**
   * Their uuids, in the order of their pressmarks, or of their titles where the kind has none, sixteen bytes
   * each: a million of them need little memory.
   */
  readonly ids: Buffer;
  readonly columns: TableColumns;
  /** The length of the longest value. */
  readonly longest: number;
}

/** All records of a kind in the catalogue, for a FROM clause, with a column `uuid`. */
export function allRecords({ table }: RecordKind): RawBuilder<unknown> {
  return sql`(select uuid from ${sql.table(table)} where trashed_at is null) as standing`;
}

/**
 * Finds the records of a kind to export, and the width of their table.
 * @param chosen for a FROM clause, with a column `uuid`, as `itemQueryUuids`, `selectedItems` and `allRecords` give it
 */
export async function survey(
  db: TenantQueries,
  kind: RecordKind,
  chosen: RawBuilder<unknown>,
): Promise<Survey> {
  const record = sql`(select uuid from ${chosen}) as chosen join ${sql.table(kind.table)} record on record.uuid = chosen.uuid`;
  const order = sql.ref(`record.${kind.hasPressmark ? 'sort_pressmark' : 'sort_title'}`);
  const { links } = kind;
  const parentsCount = links
    ? sql`(select count(*) from ${sql.table(links.table)} link where link.tenant_id = record.tenant_id
        and ${sql.ref(`link.${links.child}`)} = record.uuid)`
    : sql`0`;
  const found = await sql<{ ids: Buffer | null; parents: number | null }>`
    select string_agg(uuid_send(record.uuid), ''::bytea order by ${order}, record.uuid) as ids,
      max(${parentsCount})::integer as parents
    from ${record}`.execute(db);
  const held = await sql<{ name: string; most: number; longest: number }>`
    select name, max(times)::integer as most, max(longest)::integer as longest
    from ${record} cross join lateral (
      select entry->>'name' as name, count(*) as times, max(length(entry->>'value')) as longest
      from jsonb_array_elements(record.metadata) as entry group by 1
    ) as named
    group by name order by name collate "C"`.execute(db);
  const most = new Map(held.rows.map((row) => [row.name, row.most]));
  // With the fields that no record has yet: somebody may want to fill them in.
  const templates = await fieldTemplates(db, kind.resourceType);
  const names = [...new Set([...templates.map(({ name }) => name), ...most.keys()])];
  const [{ ids, parents } = { ids: null, parents: null }] = found.rows;
  return {
    kind,
    ids: ids ?? Buffer.alloc(0),
    columns: tableColumns(
      names.map((name) => ({ name, most: most.get(name) ?? 1 })),
      parents ?? 1,
    ),
    longest: Math.max(0, ...held.rows.map(({ longest }) => longest)),
  };
}

/** The number of found records. */
export function countOf({ ids }: Pick<Survey, 'ids'>): number {
  return ids.length / UUID_BYTES;
}

const uuidAt = (ids: Buffer, index: number) =>
  ids
    .toString('hex', index * UUID_BYTES, (index + 1) * UUID_BYTES)
    .replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');

/** The found uuids, in pages. */
export function* uuidPages(found: Pick<Survey, 'ids'>): Generator<string[]> {
  const total = countOf(found);
  for (let first = 0; first < total; first += PAGE_RECORDS) {
    const length = Math.min(PAGE_RECORDS, total - first);
    yield Array.from({ length }, (_, index) => uuidAt(found.ids, first + index));
  }
}

/** The collections of a record that the reader may see, in the order in which it was put into them. */
function parentsOf({ links }: RecordKind): RawBuilder<string[]> {
  if (!links) return sql`'{}'::uuid[]`;
  const parent = sql.ref(`link.${links.parent}`);
  return sql`array(
    select ${parent} from ${sql.table(links.table)} link where link.tenant_id = record.tenant_id
      and ${sql.ref(`link.${links.child}`)} = record.uuid and ${toSeenParent(links.parent)}
    order by link.linked_at, ${parent})`;
}

/**
 * The records of a survey, a page at a time. Records that are deleted meanwhile are left out.
 * @param read runs the query of each page in a transaction
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
        select record.uuid, version, metadata, ${parentsOf(found.kind)} as parents
        from unnest(${uuids}::uuid[]) with ordinality as wanted (uuid, place)
          join ${sql.table(found.kind.table)} record using (uuid)
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
