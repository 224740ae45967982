import { sql, type RawBuilder } from 'kysely';
import { AUDITED_RECORDS_MAX, type ChangeAction, type RecordChange } from '@armarium/contract/record-changes';
import type { TenantQueries } from '../../db/database.ts';
import type { PageWanted } from '../../http/pages.ts';
import {
  joinRecords,
  kindOf,
  ownerAlias,
  recordColumn,
  recordKinds,
  type RecordLinks,
} from '../records/public.ts';
import type { HistoryPart } from './record-change.rules.ts';

type ResourceType = RecordChange['record']['resourceType'];

/** One change of one record, with all entries that it left in the record's history. */
export interface ChangeRow {
  readonly id: string;
  readonly record_uuid: string;
  readonly resource_type: ResourceType;
  readonly change_set: string;
  readonly kind: string;
  readonly account_uuid: string | null;
  readonly account_name: string;
  readonly token_name: string | null;
  readonly batch_uuid: string | null;
  readonly made_at: Date;
  readonly parts: readonly HistoryPart[];
}

/** The entries of the history that each action is described by (`record-change.rules.ts`). */
const isOfImages = sql<boolean>`coalesce(coalesce(history.before, history.after) ? 'images', false)`;
const isOtherItem = sql<boolean>`history.before ->> 'culturalItem' is distinct from history.after ->> 'culturalItem'`;
const conditions: Record<ChangeAction, ReturnType<typeof sql<boolean>>> = {
  create: sql`history.action = 'create'`,
  update: sql`(history.action = 'update' and not (${isOtherItem})
    or history.action in ('link', 'unlink') and ${isOfImages})`,
  move: sql`(history.action = 'update' and ${isOtherItem}
    or history.action in ('link', 'unlink') and not ${isOfImages})`,
  transition: sql`history.action = 'transition'`,
  delete: sql`history.action = 'delete'`,
  restore: sql`history.action = 'restore'`,
  purge: sql`history.action = 'purge'`,
};

/**
 * A page of the changes of the records that `asked` names, the newest first; two statements, whatever there is. The
 * records are bounded, and so are the changes that are put in order: those of these records, by their index.
 * @param asked as `records_by_name` of the database reads it
 */
export async function changesPage(
  db: TenantQueries,
  asked: object,
  action: ChangeAction | undefined,
  page: PageWanted,
): Promise<{ rows: readonly ChangeRow[]; total: number; records: number }> {
  const found = await sql<{ record: string; type: ResourceType }>`
    select record_uuid as record, resource_type as type
    from records_by_name(${JSON.stringify(asked)}::jsonb, ${AUDITED_RECORDS_MAX + 1})`.execute(db);
  const records = found.rows.slice(0, AUDITED_RECORDS_MAX);
  const { rows } = await sql<{ total: number; changes: ChangeRow[] | null }>`
    with change as materialized (
      select history.record_uuid, history.change_set, max(history.id) as id,
        array_agg(history.id order by history.id) as ids
      from unnest(${records.map(({ record }) => record)}::uuid[], ${records.map(({ type }) => type)}::text[])
          as found (record_uuid, resource_type)
        join history on history.record_uuid = found.record_uuid and history.resource_type = found.resource_type
      group by history.record_uuid, history.change_set
      having ${action === undefined ? sql`true` : sql`bool_or(${conditions[action]})`}
    ), shown as (
      select * from change order by id desc limit ${page.size} offset ${page.number * page.size}
    )
    select (select count(*)::integer from change) as total, (
      select jsonb_agg(jsonb_build_object('id', shown.id::text, 'record_uuid', shown.record_uuid,
        'resource_type', entries.resource_type, 'change_set', shown.change_set, 'kind', change_set.kind,
        'account_uuid', change_set.account_uuid, 'account_name', change_set.account_name,
        'token_name', change_set.token_name,
        'batch_uuid', change_set.batch_uuid, 'made_at', change_set.made_at, 'parts', entries.parts)
        order by shown.id desc)
      from shown
        join change_set on change_set.uuid = shown.change_set
        join lateral (
          select max(history.resource_type) as resource_type, jsonb_agg(jsonb_build_object('action', history.action,
            'before', history.before, 'after', history.after) order by history.id) as parts
          from history where history.id = any(shown.ids)) as entries on true
    ) as changes`.execute(db);
  return {
    rows: (rows[0]?.changes ?? []).map((row) => ({ ...row, made_at: new Date(row.made_at) })),
    total: rows[0]?.total ?? 0,
    records: found.rows.length,
  };
}

/** A record that changed, as it is now or was at its end. */
export interface ChangedRecord {
  readonly uuid: string;
  readonly title: string;
  readonly pressmark: string | null;
  readonly created_by: string | null;
  readonly place: RecordChange['record']['place'];
  readonly parent: string | null;
  readonly owner: string | null;
  readonly entry_uuid: string | null;
  readonly entry_title: string | null;
  readonly entry_record: string | null;
  /** The change set that put it into the trash, and why. */
  readonly trashed_by: string | null;
  readonly reason: string | null;
  readonly has_place: boolean | null;
  /** Of what is purged: with which change set, and why. */
  readonly purged_by: string | null;
  readonly purge_reason: string | null;
}

/** A column of the owner of the record that `joinRecords` found, for each kind that has one. */
function ownerColumns(name: string): RawBuilder<unknown>[] {
  return recordKinds().flatMap((kind) => (kind.owner ? [sql.ref(`${ownerAlias(kind)}.${name}`)] : []));
}

/** The collection into which the record, or the one that it belongs to, was put first; collections themselves apart. */
function firstParents(): RawBuilder<unknown>[] {
  const parentOf = ({ table, parent, child }: RecordLinks, uuid: string) => sql`
    (select ${sql.ref(`link.${parent}`)} from ${sql.table(table)} link where ${sql.ref(`link.${child}`)} = ${sql.ref(uuid)}
      order by link.linked_at, ${sql.ref(`link.${parent}`)} limit 1)`;
  return recordKinds().flatMap((kind) => {
    if (kind.resourceType === 'COLLECTION') return [];
    if (kind.links) return [parentOf(kind.links, `${kind.table}.uuid`)];
    const links = kind.owner && kindOf(kind.owner.resourceType).links;
    return links ? [parentOf(links, `${ownerAlias(kind)}.uuid`)] : [];
  });
}

/** What stands of some records; of one that was purged its tombstone. */
export async function changedRecords(
  db: TenantQueries,
  uuids: readonly string[],
): Promise<ReadonlyMap<string, ChangedRecord>> {
  const { rows } = await sql<ChangedRecord>`
    select wanted.uuid, coalesce(${recordColumn('sgtt')}, tombstone.title, '') as title,
      coalesce(${recordColumn('pressmark')}, tombstone.pressmark) as pressmark,
      ${recordColumn('created_by')} as created_by,
      case when ${recordColumn('uuid')} is null then 'purged'
        when coalesce(${recordColumn('trashed_at')}, ${sql.join(ownerColumns('trashed_at'))}) is null
          then 'catalogue' else 'trash' end as place,
      coalesce(
        ${sql.join(firstParents())},
        case when collection.trashed_at is null then collection.uuid end) as parent,
      coalesce(${sql.join(ownerColumns('uuid'))}) as owner,
      entry.uuid as entry_uuid, entry.title as entry_title, entry.record_uuid as entry_record,
      entry.change_set as trashed_by, entry.reason,
      exists (select from trash_link link join collection parent on parent.uuid = link.parent_uuid
        where link.entry_uuid = entry.uuid and link.child_uuid = wanted.uuid and not link.is_move
          and parent.trashed_at is null) as has_place,
      tombstone.change_set as purged_by, tombstone.reason as purge_reason
    from unnest(${uuids}::uuid[]) as wanted (uuid) ${joinRecords(sql`wanted.uuid`)}
      left join trash_record lying on lying.record_uuid = wanted.uuid
      left join trash_entry entry on entry.uuid = lying.entry_uuid
      left join tombstone on tombstone.record_uuid = wanted.uuid`.execute(db);
  return new Map(rows.map((row) => [row.uuid, row]));
}

/** How collections, items and images are called, also those that are gone, and whether each is there. */
export async function namesOf(
  db: TenantQueries,
  uuids: readonly string[],
): Promise<ReadonlyMap<string, RecordChange['left'][number]>> {
  if (uuids.length === 0) return new Map();
  const { rows } = await sql<RecordChange['left'][number]>`
    select wanted.uuid, coalesce(${recordColumn('sgtt')}, tombstone.title, '') as title,
      ${recordColumn('uuid')} is not null and ${recordColumn('trashed_at')} is null as "isThere"
    from unnest(${uuids}::uuid[]) as wanted (uuid) ${joinRecords(sql`wanted.uuid`)}
      left join tombstone on tombstone.record_uuid = wanted.uuid`.execute(db);
  return new Map(rows.map((row) => [row.uuid, row]));
}
