import { sql } from 'kysely';
import type { RecordType } from '@armarium/contract/record-types';
import { jsonb, type WriteTransaction } from './database.ts';

export interface HistoryEntry {
  readonly record: string;
  readonly resourceType: RecordType | 'ACCOUNT' | 'ORGANISATION' | 'ITEM_STATE' | 'TRANSITION' | 'TEMPLATE';
  readonly action: 'create' | 'update' | 'delete' | 'restore' | 'transition' | 'link' | 'unlink';
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Writes entries into the history of records, under the change set of the transaction (decisions §4). */
export async function recordHistory(tx: WriteTransaction, entries: readonly HistoryEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ record, resourceType, action, before = null, after = null }) => ({
    record_uuid: record,
    resource_type: resourceType,
    action,
    before,
    after,
  }));
  await sql`
    insert into history (tenant_id, change_set, record_uuid, resource_type, action, before, after)
    select ${tx.tenantId}, ${tx.changeSet}::uuid, made.*
    from jsonb_to_recordset(${jsonb(rows)}) as made (record_uuid uuid, resource_type text, action text,
      before jsonb, after jsonb)`.execute(tx.db);
}
