import { jsonb, type WriteTransaction } from '../../db/database.ts';

export interface HistoryEntry {
  readonly record: string;
  readonly resourceType: 'ITEM' | 'COLLECTION' | 'MEDIA';
  readonly action: 'create' | 'update' | 'link' | 'unlink';
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Writes what happened to records into their history, under the change set of the transaction (decisions §4). */
export async function recordHistory(tx: WriteTransaction, entries: readonly HistoryEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await tx.db
    .insertInto('history')
    .values(
      entries.map((entry) => ({
        tenant_id: tx.tenantId,
        change_set: tx.changeSet,
        record_uuid: entry.record,
        resource_type: entry.resourceType,
        action: entry.action,
        before: entry.before === undefined ? null : jsonb(entry.before),
        after: entry.after === undefined ? null : jsonb(entry.after),
      })),
    )
    .execute();
}
