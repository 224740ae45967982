import type { Static } from '@sinclair/typebox';
import { listBatchRecords, type BatchRecord } from '@armarium/contract/batch-records';
import { cancelBatch, getBatch, undoBatch, type Batch } from '@armarium/contract/batches';
import { getItem } from '@armarium/contract/item-calls';
import type { Actor, TenantQueries } from '../../db/database.ts';
import { hrefOf } from '../records/public.ts';
import { batchOf, titlesOfCollections, type BatchRecordRow } from './batch.queries.ts';
import type { BatchRow } from './batch.rules.ts';
import { causeOf, collectionsOf, isUndoable, mayHandle } from './batch.rules.ts';

/** @param titles of collections by uuid */
export function batchView(
  row: BatchRow,
  titles: ReadonlyMap<string, string>,
  actor: Actor,
  origin: string,
): Batch {
  const isMine = mayHandle(actor, row);
  const mayUndo = isMine && isUndoable(row);
  const mayCancel = isMine && row.ended_at === null;
  return {
    uuid: row.uuid,
    kind: row.kind as Batch['kind'],
    state: row.state as Batch['state'],
    cause: row.cause,
    ...causeOf(row.cause),
    user: row.account_name,
    startedDate: row.started_at.toISOString(),
    endedDate: row.ended_at?.toISOString() ?? null,
    total: row.total,
    done: row.changed + row.unchanged + row.failed,
    changed: row.changed,
    unchanged: row.unchanged,
    failed: row.failed,
    action: row.kind === 'undo' ? null : row.action,
    collections: Object.fromEntries(
      collectionsOf(row.action).flatMap((uuid) => {
        const title = titles.get(uuid);
        return title === undefined ? [] : [[uuid, title]];
      }),
    ),
    undoes: row.undoes,
    undoneBy: row.undone_by,
    undoState: row.undone_state as Batch['undoState'],
    undone: row.undone,
    allowedActions: [...(mayUndo ? (['undo'] as const) : []), ...(mayCancel ? (['cancel'] as const) : [])],
    _links: {
      self: hrefOf(origin, getBatch, row.uuid),
      records: hrefOf(origin, listBatchRecords, row.uuid),
      ...(mayUndo && { undo: hrefOf(origin, undoBatch, row.uuid) }),
      ...(mayCancel && { cancel: hrefOf(origin, cancelBatch, row.uuid) }),
      ...(row.undoes !== null && { undoes: hrefOf(origin, getBatch, row.undoes) }),
      ...(row.undone_by !== null && { undoneBy: hrefOf(origin, getBatch, row.undone_by) }),
    },
  };
}

export function batchRecordView(row: BatchRecordRow, origin: string): Static<typeof BatchRecord> {
  const { record_uuid, stands, problems, ...view } = row;
  return {
    recordUuid: record_uuid,
    ...view,
    problems: [...problems],
    _links: stands ? { record: hrefOf(origin, getItem, record_uuid) } : {},
  };
}

/** The representation of a batch within a transaction that changed it. */
export async function batchAnswer(
  db: TenantQueries,
  uuid: string,
  actor: Actor,
  origin: string,
): Promise<Batch> {
  const row = await batchOf(db, uuid);
  if (!row) throw new Error(`There is no batch ${uuid}.`);
  return batchView(row, await titlesOfCollections(db, [row]), actor, origin);
}
