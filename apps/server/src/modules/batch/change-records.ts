import { sql } from 'kysely';
import type { BatchTask } from '@armarium/contract/batches';
import type { TenantQueries, WriteTransaction } from '../../db/database.ts';
import { collectionsByUuids, editPlacedRecords, type ItemRow } from '../catalogue/public.ts';
import { fieldTemplates, type RecordEdit } from '../records/public.ts';
import { moveToTrash, restoreItems, type ItemToRestore } from '../trash/public.ts';
import { itemTransitions, performTransitions } from '../workflow/public.ts';
import { BatchStopped, collectionsOf, transitionsOf, type BatchRow } from './batch.rules.ts';
import type { Outcome } from './batch.writes.ts';
import { changeSheetRecords } from './change-sheet-records.ts';
import { lockedItems } from './locked-items.ts';
import {
  judgeDeletion,
  judgeEdit,
  judgeFieldChanges,
  parentsAfter,
  refusal,
  type Judgement,
} from './record-judgement.ts';
import type { Written } from './undo.rules.ts';
import { judgeUndo, existingOf, writtenBy } from './undo.writes.ts';

/** The properties of a batch that its chunks need. */
export type ChunkBatch = Pick<BatchRow, 'uuid' | 'kind' | 'action' | 'undoes'>;

const deleted = {
  result: 'failed',
  code: 'not-found',
  detail: 'It was deleted before its turn came.',
} as const;

/** Changes the locked records of a batch. @throws BatchStopped */
export async function changeRecords(
  tx: WriteTransaction,
  batch: ChunkBatch,
  records: readonly string[],
): Promise<Outcome[]> {
  const { action, undoes } = batch;
  if (action.kind === 'transition') return transitionRecords(tx, batch.uuid, action, records);
  if (action.kind === 'spreadsheet' && undoes === null)
    return changeSheetRecords(tx, batch.uuid, action, records);
  const items = await lockedItems(tx.db, records);
  const written =
    batch.undoes === null ? new Map<string, Written>() : await writtenBy(tx.db, batch.undoes, records);
  const restored = await restoreDeleted(
    tx,
    written,
    records.filter((record) => !items.has(record)),
  );
  const judge = await judgeOf(tx, batch, written);
  const judged = records.flatMap((record) => {
    if (restored.has(record)) return [];
    const row = items.get(record);
    return [{ record, row, judgement: row ? judge(row) : deleted }];
  });
  const edits: RecordEdit[] = [];
  const deletions: ItemRow[] = [];
  for (const { row, judgement } of judged) {
    if (!row || judgement.result !== 'changed') continue;
    if ('edit' in judgement) edits.push({ row, edit: judgement.edit });
    else deletions.push(row);
  }
  await editPlacedRecords(tx, 'ITEM', edits);
  await deleteItems(tx, batch.action, deletions);
  return [...judged.map(({ record, judgement }) => outcomeOf(record, judgement)), ...restored.values()];
}

/** Restores the records that a batch had deleted, as far as they are in the trash. */
async function restoreDeleted(
  tx: WriteTransaction,
  written: ReadonlyMap<string, Written>,
  missing: readonly string[],
): Promise<ReadonlyMap<string, Outcome>> {
  const wanted = missing.flatMap((record): ItemToRestore[] => {
    const { trash, changeSet = null } = written.get(record) ?? {};
    return trash === 'deleted' && changeSet !== null ? [{ record, changeSet }] : [];
  });
  const problems = await restoreItems(tx, wanted);
  return new Map(
    wanted.map(({ record }) => {
      const problem = problems.get(record);
      return [record, problem ? outcomeOf(record, refusal(problem)) : { record, result: 'changed' }];
    }),
  );
}

/** Each gets an entry of its own, so that any of them can be restored alone. */
async function deleteItems(tx: WriteTransaction, action: BatchTask, rows: readonly ItemRow[]): Promise<void> {
  const reason = (action.kind === 'trash' && action.reason) || '';
  await moveToTrash(
    tx,
    rows.map(({ uuid, sgtt, pressmark }) => ({
      resourceType: 'ITEM',
      record: uuid,
      title: sgtt,
      pressmark,
      reason,
      records: [{ uuid, resourceType: 'ITEM' }],
    })),
  );
}

async function transitionRecords(
  tx: WriteTransaction,
  batch: string,
  action: Extract<BatchTask, { kind: 'transition' }>,
  records: readonly string[],
): Promise<Outcome[]> {
  const wanted = transitionsOf(action);
  if ((await itemTransitions(tx.db, wanted)).length < wanted.length) {
    throw new BatchStopped('transition-gone');
  }
  const outcomes: Outcome[] = [];
  for (const [transition, uuids] of await recordsByTransition(tx.db, batch, action, records)) {
    if (transition === null) {
      outcomes.push(...uuids.map((record) => outcomeOf(record, inOtherState)));
      continue;
    }
    const results = await performTransitions(tx, {
      resourceType: 'ITEM',
      transition,
      uuids,
      comment: action.comment ?? '',
      collectedBy: batch,
    });
    for (const one of results) {
      outcomes.push(
        one.outcome === 'done'
          ? { record: one.uuid, result: 'changed' }
          : outcomeOf(one.uuid, refusal(one.problem)),
      );
    }
  }
  return outcomes;
}

const inOtherState = {
  result: 'failed',
  code: 'state-changed',
  detail: 'When the operation was started it was in a state for which no action was chosen.',
} as const;

/** The records of a batch by the transition that each takes; null: by none. */
async function recordsByTransition(
  db: TenantQueries,
  batch: string,
  action: Extract<BatchTask, { kind: 'transition' }>,
  records: readonly string[],
): Promise<ReadonlyMap<string | null, readonly string[]>> {
  if ('transitionUuid' in action) return new Map([[action.transitionUuid, records]]);
  const { rows } = await sql<{ transition: string | null; uuids: string[] }>`
    select transition_uuid as transition, array_agg(record_uuid) as uuids from batch_record
    where batch_uuid = ${batch}::uuid and record_uuid = any(${records}::uuid[])
    group by 1`.execute(db);
  return new Map(rows.map(({ transition, uuids }) => [transition, uuids]));
}

function outcomeOf(record: string, judgement: Judgement): Outcome {
  return judgement.result === 'failed'
    ? { record, result: 'failed', code: judgement.code, detail: judgement.detail }
    : { record, result: judgement.result };
}

/** Returns the function that judges each record of a batch, with the data that it needs. */
async function judgeOf(
  tx: WriteTransaction,
  { action, undoes }: ChunkBatch,
  written: ReadonlyMap<string, Written>,
): Promise<(row: ItemRow) => Judgement> {
  const context = { actor: tx.actor, templates: await fieldTemplates(tx.db, 'ITEM') };
  if (undoes !== null) {
    const existing = await existingOf(tx.db, written);
    const nothing: Written = { joined: [], left: [], changeSet: null };
    return (row) => judgeUndo(context, row, written.get(row.uuid) ?? nothing, existing);
  }
  if (action.kind === 'edit') {
    return (row) => judgeFieldChanges(context, row, action.changes);
  }
  if (action.kind === 'move' || action.kind === 'link' || action.kind === 'unlink') {
    const named = collectionsOf(action);
    if ((await collectionsByUuids(tx.db, named)).length < named.length) {
      throw new BatchStopped('collection-gone');
    }
    return (row) => judgeEdit(context, row, { parents: parentsAfter(row.parents, action) });
  }
  if (action.kind === 'trash') return (row) => judgeDeletion(context, row);
  throw new Error(`Records are not judged one by one in a batch of the kind ${action.kind}.`);
}
