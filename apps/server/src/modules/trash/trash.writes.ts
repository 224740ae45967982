import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { RecordType } from '@armarium/contract/record-types';
import { jsonb, seeingEverything, type TenantQueries, type WriteTransaction } from '../../db/database.ts';
import { recordHistory, type HistoryEntry } from '../../db/history.ts';
import { recordKinds, type RecordKind } from '../records/public.ts';
import { hooksOf } from './kind-hooks.ts';
import { takeOut, type GoingRecord } from './trash-links.ts';

/** A record of some kind. */
export interface NamedRecord {
  readonly uuid: string;
  readonly resourceType: RecordType;
}

/** The content of one new entry, which is named after the deleted record. */
export interface ToTrash {
  readonly resourceType: RecordType;
  readonly record: string;
  readonly title: string;
  readonly pressmark: string | null;
  readonly reason: string;
  /** All records to delete, the deleted record included. */
  readonly records: readonly NamedRecord[];
}

/**
 * Makes entries for records that are being deleted, in two statements. @returns the uuids of the entries, and
 * the records
 */
async function openEntries(tx: WriteTransaction, all: readonly ToTrash[]) {
  const entries = all.map((entry) => ({ ...entry, uuid: uuidv7() }));
  const going = entries.flatMap(({ uuid: entry, records, reason }) =>
    records.map(({ uuid, resourceType }): GoingRecord => ({
      record: uuid,
      type: resourceType,
      entry,
      reason,
    })),
  );
  const rows = entries.map(({ records: _records, ...row }) => row);
  await sql`
    insert into trash_entry (tenant_id, uuid, resource_type, record_uuid, title, pressmark, change_set, reason)
    select ${tx.tenantId}::integer, uuid, "resourceType", record, title, pressmark, ${tx.changeSet}::uuid, reason
    from jsonb_to_recordset(${jsonb(rows)})
      as entry (uuid uuid, "resourceType" text, record uuid, title text, pressmark text, reason text)`.execute(
    tx.db,
  );
  await sql`
    insert into trash_record (tenant_id, record_uuid, entry_uuid, resource_type)
    select ${tx.tenantId}::integer, record, entry, type
    from jsonb_to_recordset(${jsonb(going)}) as going (record uuid, entry uuid, type text)`.execute(tx.db);
  return { uuids: entries.map(({ uuid }) => uuid), going };
}

/**
 * The reason of a deletion for the history: the entry disappears with a restore, but its reason must stay.
 */
function givenReason(reason: string): { after?: { reason: string } } {
  return reason === '' ? {} : { after: { reason } };
}

/**
 * Moves records to the trash, in one entry for each element. All their links are stored with their times and
 * removed, with counters and closure, and the records answer 404 from then on. Records that are in other
 * places too are unlinked and kept. No record may be in two of the entries. The caller holds the lock of the
 * graph. The number of statements does not depend on the number of entries and records, except in the hooks
 * of their kinds.
 * @returns the uuids of the entries, in order
 */
export async function moveToTrash(tx: WriteTransaction, all: readonly ToTrash[]): Promise<string[]> {
  if (all.length === 0) return [];
  // Links to collections that the actor may not see are removed too, and their counters updated.
  return seeingEverything(tx, () => moveAll(tx, all));
}

async function moveAll(tx: WriteTransaction, all: readonly ToTrash[]): Promise<string[]> {
  const byKind = recordKinds().map((kind) => {
    const named = all.flatMap(({ records }) =>
      records.filter(({ resourceType }) => resourceType === kind.resourceType),
    );
    return { kind, records: named.map(({ uuid }) => uuid) };
  });
  const { uuids, going } = await openEntries(tx, all);
  const reasonOf = new Map(going.map(({ record, reason }) => [record, reason]));
  const collections = byKind.find(({ kind }) => kind.resourceType === 'COLLECTION')?.records ?? [];

  const deletions: HistoryEntry[] = [];
  const consequences: HistoryEntry[] = [];
  for (const { kind, records } of byKind) {
    const parents = kind.links && (await takeOut(tx, kind, kind.links, { going, records, collections }));
    const departure = records.length > 0 ? await leave(tx, kind, records) : undefined;
    const { resourceType } = kind;
    const shared = parents ? without(parents, records) : [];
    await renewVersions(tx, kind, shared);
    const reasonFor = (record: string) => givenReason(reasonOf.get(record) ?? '');
    for (const record of records) {
      const before =
        departure?.places.get(record) ?? (parents && { parentCollectionsUuids: parents.get(record) ?? [] });
      deletions.push({ record, resourceType, action: 'delete', before, ...reasonFor(record) });
    }
    for (const record of shared) {
      const before = { parentCollectionsUuids: parents?.get(record) ?? [] };
      consequences.push({ record, resourceType, action: 'unlink', before, ...reasonFor(record) });
    }
    const [reason = ''] = records.map((record) => reasonOf.get(record));
    consequences.push(...(departure?.others ?? []).map((other) => ({ ...other, ...givenReason(reason) })));
  }
  await recordHistory(tx, [...deletions, ...consequences]);
  return uuids;
}

async function leave(tx: WriteTransaction, kind: RecordKind, records: readonly string[]) {
  await sql`
    update ${sql.table(kind.table)} set trashed_at = now(), version = version + 1
    where uuid = any(${records}::uuid[])`.execute(tx.db);
  return hooksOf(kind).left?.(tx, records);
}

/** The children that are not among the records. */
export function without(byChild: ReadonlyMap<string, unknown>, records: readonly string[]): string[] {
  const known = new Set(records);
  return [...byChild.keys()].filter((child) => !known.has(child));
}

/** Increments the versions of records whose parents changed (`ETag`). */
export async function renewVersions(
  tx: WriteTransaction,
  kind: RecordKind,
  records: readonly string[],
): Promise<void> {
  if (records.length === 0) return;
  await sql`update ${sql.table(kind.table)} set version = version + 1, modified_at = now()
    where uuid = any(${records}::uuid[])`.execute(tx.db);
}

/**
 * Closes entries whose records were restored. Links whose other end is in another entry move to that entry.
 */
export async function closeEntries(db: TenantQueries, entries: readonly string[]): Promise<void> {
  // Two joins instead of one on either end, which would compare each link with each record of the trash.
  await sql`
    with going as materialized (
      select entry_uuid, parent_uuid, child_uuid from trash_link
      where entry_uuid = any(${entries}::uuid[]) and not is_move
    ), other as (
      select going.*, record.entry_uuid as other_uuid
      from going join trash_record record on record.record_uuid = going.parent_uuid
      union all
      select going.*, record.entry_uuid
      from going join trash_record record on record.record_uuid = going.child_uuid
    )
    update trash_link link set entry_uuid = other.other_uuid from other
    where (link.entry_uuid, link.parent_uuid, link.child_uuid) = (other.entry_uuid, other.parent_uuid, other.child_uuid)
      and other.other_uuid <> all(${entries}::uuid[])
      and not exists (select from trash_link same where same.entry_uuid = other.other_uuid
        and same.parent_uuid = link.parent_uuid and same.child_uuid = link.child_uuid)`.execute(db);
  await sql`delete from trash_entry where uuid = any(${entries}::uuid[])`.execute(db);
}
