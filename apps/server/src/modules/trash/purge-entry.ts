import { sql } from 'kysely';
import { purgeTrashEntry } from '@armarium/contract/trash';
import type { TenantQueries, WriteTransaction } from '../../db/database.ts';
import { mayRemoveFiles } from '../../db/kept-files.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import {
  columnOrOwners,
  joinRecords,
  lockGraph,
  recordColumn,
  recordKinds,
  type RecordKind,
} from '../records/public.ts';
import { hooksOf } from './kind-hooks.ts';
import type { MediaParts } from '../media/public.ts';
import { isDueEntry, timeInTrash, wordsOfRecord } from './trash.queries.ts';
import { keptInWords } from './trash.rules.ts';

/** Purges an entry of the trash by hand (decisions §4). */
export function purgeEntryOperation({ storage }: MediaParts): Implementation {
  return implement(purgeTrashEntry, async ({ data, params, query }) => {
    const keys = await data.write('purge', async (tx) => {
      const purged = await purgeEntry(tx, params.uuid, query.reason);
      if (purged === 'later') {
        throw new ProblemError(
          'unavailable',
          'A backup or a verification reads the files at the moment, or others are removed. Try again in a minute.',
          { headers: { 'retry-after': '60' } },
        );
      }
      if (!purged) throw notFound('The entry of the trash');
      return purged;
    });
    for (const key of keys) await storage.remove(key);
    return undefined;
  });
}

/**
 * As `purgeEntry`, where the time of the entry in the trash is over when its turn has come: since it was looked up, the
 * organisation may have decided to keep things for longer.
 * @param standard_ms as in `timeInTrash`
 * @returns undefined where it is not to be purged
 */
export async function purgeDueEntry(
  tx: WriteTransaction,
  entryUuid: string,
  standard_ms: number,
): Promise<string[] | 'later' | undefined> {
  await lockGraph(tx);
  const kept_ms = await timeInTrash(tx.db, standard_ms);
  if (!(await isDueEntry(tx.db, entryUuid, kept_ms))) return undefined;
  return purgeEntry(tx, entryUuid, keptInWords(kept_ms));
}

/**
 * Deletes the rows of an entry: records, images with their versions and imports, uploads that nothing else
 * uses. A tombstone of each record stays, and its history. The number of statements does not depend on the
 * number of records.
 * @param reason default the reason of the deletion
 * @returns the keys of the files that no row names any more, to be deleted after the commit; `later` where
 * files must stay now (`mayRemoveFiles`), undefined without the entry
 */
async function purgeEntry(
  tx: WriteTransaction,
  entryUuid: string,
  reason: string | undefined,
): Promise<string[] | 'later' | undefined> {
  const { db } = tx;
  // In this order, so that two purges in one tenant wait for each other and neither fails.
  await lockGraph(tx);
  if (!(await mayRemoveFiles(db))) return 'later';
  const entry = await db
    .selectFrom('trash_entry')
    .select(['uuid', 'reason'])
    .where('uuid', '=', entryUuid)
    .forUpdate()
    .executeTakeFirst();
  if (!entry) return undefined;
  await leaveTombstones(tx, entry.uuid, reason ?? entry.reason);
  const keys: string[] = [];
  // Records before their owners.
  for (const kind of [...recordKinds()].sort((one, other) => Number(!one.owner) - Number(!other.owner))) {
    const records = await purgedRecords(db, kind, entry.uuid);
    if (records.length > 0) keys.push(...(await purgeRecords(tx, kind, records)));
  }
  await db.deleteFrom('trash_entry').where('uuid', '=', entry.uuid).execute();
  return keys;
}

/** The records of a kind that an entry purges: those in it, and those whose owners are in it. */
async function purgedRecords(db: TenantQueries, { resourceType, owner, table }: RecordKind, entry: string) {
  const owned = owner
    ? sql`union select record.uuid from ${sql.table(table)} record
        join trash_record trashed on trashed.record_uuid = ${sql.ref(`record.${owner.column}`)}
        where trashed.entry_uuid = ${entry}::uuid and trashed.resource_type = ${owner.resourceType}`
    : sql``;
  const { rows } = await sql<{ uuid: string }>`
    select record_uuid as uuid from trash_record
    where entry_uuid = ${entry}::uuid and resource_type = ${resourceType} ${owned}`.execute(db);
  // Records with an owner may be in entries of their own, which end with the owner.
  if (owner) {
    await sql`
      delete from trash_entry where resource_type = ${resourceType} and uuid <> ${entry}::uuid
        and record_uuid = any(${rows.map(({ uuid }) => uuid)}::uuid[])`.execute(db);
  }
  return rows.map(({ uuid }) => uuid);
}

/** @returns the keys of files that no row names any more */
async function purgeRecords(tx: WriteTransaction, kind: RecordKind, records: readonly string[]) {
  const keys = (await hooksOf(kind).purge?.(tx, records)) ?? [];
  for (const { table, column } of [...(kind.dependents ?? []), { table: kind.table, column: 'uuid' }]) {
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = any(${records}::uuid[])`.execute(
      tx.db,
    );
  }
  return keys;
}

/**
 * Writes what stays of each record: a tombstone with the words of its title and its pressmarks, and the last
 * entry of its history and of those of its own records (decisions §4).
 */
async function leaveTombstones(tx: WriteTransaction, entryUuid: string, reason: string): Promise<void> {
  await sql`
    insert into tombstone (tenant_id, record_uuid, resource_type, title, change_set, reason, pressmark, pressmark_norms,
      words, visibility, checksums)
    select trashed.tenant_id, trashed.record_uuid, trashed.resource_type, ${recordColumn('sgtt')},
      ${tx.changeSet}::uuid, ${reason}, item.pressmark, array_remove(item.pressmark_norm || former.norms, null),
      coalesce(ts_filter(${wordsOfRecord({ withOwner: false })}, '{a,b}'), ''),
      ${columnOrOwners('visibility')}, coalesce((
        select jsonb_agg(distinct jsonb_build_object('originalFilename', upload.original_filename,
          'size_bytes', upload.size_bytes, 'sha256', upload.sha256))
        from asset held
          join lateral (
            select upload_uuid from asset_version version where version.asset_uuid = held.uuid
            union all select upload_uuid from asset_part part where part.asset_uuid = held.uuid
            union all select upload_uuid from caption where caption.asset_uuid = held.uuid) sent on true
          join upload on upload.uuid = sent.upload_uuid
        where held.item_uuid = trashed.record_uuid or held.uuid = trashed.record_uuid), '[]')
    from trash_record trashed ${joinRecords(sql`trashed.record_uuid`)}
      left join lateral (
        select array_agg(pressmark_norm) as norms
        from former_pressmark where item_uuid = trashed.record_uuid) as former on true
    where trashed.entry_uuid = ${entryUuid}::uuid`.execute(tx.db);
  const owned = recordKinds().flatMap(({ owner, table, resourceType }) =>
    owner
      ? sql`
        union all
        select record.tenant_id, ${tx.changeSet}::uuid, record.uuid, ${resourceType}::text, 'purge',
          jsonb_build_object('title', record.sgtt, 'culturalItem', ${sql.ref(`record.${owner.column}`)}),
          jsonb_build_object('reason', ${reason}::text)
        from trash_record trashed join ${sql.table(table)} record
          on ${sql.ref(`record.${owner.column}`)} = trashed.record_uuid
        where trashed.entry_uuid = ${entryUuid}::uuid`
      : [],
  );
  await sql`
    insert into history (tenant_id, change_set, record_uuid, resource_type, action, before, after)
    select trashed.tenant_id, ${tx.changeSet}::uuid, trashed.record_uuid, trashed.resource_type, 'purge',
      jsonb_build_object('title', tombstone.title, 'checksums', tombstone.checksums),
      jsonb_build_object('reason', ${reason}::text)
    from trash_record trashed join tombstone on tombstone.record_uuid = trashed.record_uuid
    where trashed.entry_uuid = ${entryUuid}::uuid
    ${sql.join(owned, sql` `)}`.execute(tx.db);
}
