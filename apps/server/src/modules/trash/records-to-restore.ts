import { sql } from 'kysely';
import type { RecordType } from '@armarium/contract/record-types';
import type { Actor, TenantQueries } from '../../db/database.ts';
import { invalid, notFound, ProblemError } from '../../problem-error.ts';
import { joinRecords, kindOf, recordColumn, type RecordKind } from '../records/public.ts';
import { mayRestore } from './trash.rules.ts';

/** The records to restore: all of an entry, or one of them. */
export interface RecordsToRestore {
  readonly entry: string;
  /** The record whose parents may be gone: the record of the entry, or the one that is restored alone. */
  readonly record: string;
  readonly kind: RecordKind;
  readonly isAlone: boolean;
  readonly ofType: (resourceType: RecordType) => readonly string[];
}

/**
 * Locks an entry, and finds the records of it to restore.
 * @param recordUuid restores this record alone
 * @throws ProblemError 404 without the entry, 422 where it does not contain the record, or the record can't
 * be restored alone, 403 where it is another's and the actor may restore own records only
 */
export async function recordsToRestore(
  db: TenantQueries,
  entryUuid: string,
  recordUuid: string | undefined,
  actor: Actor,
): Promise<RecordsToRestore> {
  const entry = await db
    .selectFrom('trash_entry')
    .select(['uuid', 'record_uuid', 'resource_type'])
    .where('uuid', '=', entryUuid)
    .forUpdate()
    .executeTakeFirst();
  if (!entry) throw notFound('The entry of the trash');
  const isAlone = recordUuid !== undefined && recordUuid !== entry.record_uuid;
  const { rows } = await sql<{ uuid: string; resourceType: RecordType; createdBy: string | null }>`
    select trashed.record_uuid as uuid, trashed.resource_type as "resourceType",
      ${recordColumn('created_by')} as "createdBy"
    from trash_record trashed ${joinRecords(sql`trashed.record_uuid`)}
    where trashed.entry_uuid = ${entry.uuid}::uuid
      ${isAlone ? sql`and trashed.record_uuid = ${recordUuid}::uuid` : sql``}`.execute(db);
  const records = isAlone ? rows.filter(({ resourceType }) => kindOf(resourceType).comesBackAlone) : rows;
  const record = records.find(({ uuid }) => uuid === (recordUuid ?? entry.record_uuid));
  if (!record) {
    throw invalid([
      { name: 'recordUuid', code: 'unknown-record', message: 'The entry holds no such item (any more).' },
    ]);
  }
  const kind = kindOf(record.resourceType);
  if (!mayRestore(actor, kind, record.createdBy)) {
    throw new ProblemError('forbidden', 'You may restore the records that you made yourself.');
  }
  return {
    entry: entry.uuid,
    record: record.uuid,
    kind,
    isAlone,
    ofType: (type) => records.filter(({ resourceType }) => resourceType === type).map(({ uuid }) => uuid),
  };
}

/** @throws ProblemError 422 naming the collections that are not in the catalogue */
export async function requireCollections(db: TenantQueries, uuids: readonly string[]): Promise<void> {
  const rows = await db
    .selectFrom('collection')
    .select('uuid')
    .where(sql<boolean>`uuid = any(${uuids}::uuid[])`)
    .where('trashed_at', 'is', null)
    .execute();
  const missing = uuids.flatMap((uuid, index) => (rows.some((row) => row.uuid === uuid) ? [] : [index]));
  if (missing.length === 0) return;
  throw invalid(
    missing.map((index) => ({
      name: `parentCollectionsUuids[${index}]`,
      code: 'unknown-collection',
      message: 'This collection does not exist (any more). Choose another.',
    })),
  );
}
