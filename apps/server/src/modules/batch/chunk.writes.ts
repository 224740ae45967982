import { sql } from 'kysely';
import type { BatchTask, SpreadsheetTask } from '@armarium/contract/batches';
import { constraintProblem, isRowRefused, isStatementTimeout } from '../../db/constraint-problems.ts';
import type { TenantData, TenantQueries, WriteTransaction } from '../../db/database.ts';
import { ProblemError } from '../../problem-error.ts';
import { collectionsByUuids, editPlacedRecords, itemsByUuids, type ItemRow } from '../catalogue/public.ts';
import { fieldTemplates, lockGraph, shareGraph, type RecordEdit } from '../records/public.ts';
import { moveToTrash, restoreItems, type ItemToRestore } from '../trash/public.ts';
import { isTransitionOfItems, performTransitions } from '../workflow/public.ts';
import {
  batchCauses,
  collectionsOf,
  isOfFieldsAlone,
  type BatchCause,
  type BatchRow,
} from './batch.rules.ts';
import { lockBatch, noteOutcomes, type Outcome } from './batch.writes.ts';
import {
  judgeDeletion,
  judgeEdit,
  judgeFieldChanges,
  parentsAfter,
  refusal,
  type Judgement,
} from './record-judgement.ts';
import type { Written } from './undo.rules.ts';
import {
  nameLeftOut,
  rowCode,
  boundedProblem,
  rowDetail,
  rowsOfRecords,
  writeSheetRows,
  type LeftOutRow,
  type SheetRow,
} from './sheet-row.writes.ts';
import { judgeUndo, existingOf, writtenBy } from './undo.writes.ts';

/** The properties of a batch that its chunks need. */
export type ChunkBatch = Pick<BatchRow, 'uuid' | 'kind' | 'action' | 'undoes'>;

/** Ends the whole batch; the message is its cause. */
export class BatchStopped extends Error {
  constructor(cause: BatchCause) {
    super(batchCauses[cause]);
  }
}

/** The next unprocessed records of a batch, in the order of their uuids. */
export async function pendingRecords(
  db: TenantQueries,
  batch: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ record_uuid: string }>`
    select record_uuid from batch_record
    where batch_uuid = ${batch}::uuid and record_uuid > ${after}::uuid and result = 'pending'
    order by record_uuid limit ${limit}`.execute(db);
  return rows.map(({ record_uuid }) => record_uuid);
}

/**
 * Changes some records of a batch, and stores the results, in one transaction. Where the database refuses it,
 * it tries again in halves, down to the single record that is refused. Records that another run of the job
 * has processed are skipped.
 * @param passesOver whether a single record that exceeds the time of a statement fails alone, instead of the
 * whole batch
 * @returns false where the batch is over
 * @throws BatchStopped
 */
export async function changeChunk(
  data: TenantData,
  batch: ChunkBatch,
  records: readonly string[],
  passesOver = false,
): Promise<boolean> {
  const inOne = (apply: (tx: WriteTransaction, pending: readonly string[]) => Promise<Outcome[]>) =>
    data.write(
      `batch-${batch.kind}`,
      async (tx) => {
        await (isOfFieldsAlone(batch.action) ? shareGraph(tx) : lockGraph(tx));
        await lockBatch(tx.db, batch.uuid, 'change');
        if (!(await isGoingOn(tx.db, batch.uuid))) return false;
        const pending = await stillPending(tx.db, batch.uuid, records);
        if (pending.length > 0) await noteOutcomes(tx, batch.uuid, await apply(tx, pending));
        return true;
      },
      batch.uuid,
    );
  try {
    return await inOne((tx, pending) => changeRecords(tx, batch, pending));
  } catch (error) {
    const isOfRecord = error instanceof ProblemError || isRowRefused(error);
    // A chunk may be too much for one statement even where its single records are not.
    const isTooMuch = isStatementTimeout(error) || error instanceof RangeError;
    if (!isOfRecord && !(isTooMuch && (records.length > 1 || passesOver))) throw error;
    if (records.length <= 1) {
      const refused = isTooMuch ? tookTooLong : reasonOf(error);
      return inOne((_tx, pending) =>
        Promise.resolve(pending.map((record) => ({ record, result: 'failed', ...refused }))),
      );
    }
    const half = Math.ceil(records.length / 2);
    return (
      (await changeChunk(data, batch, records.slice(0, half), passesOver)) &&
      (await changeChunk(data, batch, records.slice(half), passesOver))
    );
  }
}

const tookTooLong = {
  code: 'unavailable',
  detail: 'The database did not get to its end within its time. Change this one by itself, later.',
};

function reasonOf(error: unknown): { code: string; detail: string } {
  const known = constraintProblem(error);
  const { code, message } = error instanceof ProblemError ? error : { code: 'invalid', message: '' };
  return {
    code: known?.code ?? code,
    detail: known?.detail ?? (message || `The catalogue refused it: ${(error as Error).message}`),
  };
}

async function isGoingOn(db: TenantQueries, batch: string): Promise<boolean> {
  const row = await db.selectFrom('batch').select('ended_at').where('uuid', '=', batch).executeTakeFirst();
  return row?.ended_at === null;
}

/** Waits for another run of the job that is changing the same records. */
async function stillPending(db: TenantQueries, batch: string, records: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ record_uuid: string }>`
    select record_uuid from batch_record
    where batch_uuid = ${batch}::uuid and record_uuid = any(${records}::uuid[]) and result = 'pending'
    order by record_uuid for no key update`.execute(db);
  return rows.map(({ record_uuid }) => record_uuid);
}

const deleted = {
  result: 'failed',
  code: 'not-found',
  detail: 'It was deleted before its turn came.',
} as const;

async function changeRecords(
  tx: WriteTransaction,
  batch: ChunkBatch,
  records: readonly string[],
): Promise<Outcome[]> {
  const { action, undoes } = batch;
  if (action.kind === 'transition') return transitionRecords(tx, action, records);
  if (action.kind === 'spreadsheet' && undoes === null) return sheetRecords(tx, batch.uuid, action, records);
  await tx.db
    .selectFrom('item')
    .select('uuid')
    .where(sql<boolean>`uuid = any(${records}::uuid[])`)
    .orderBy('uuid')
    .forNoKeyUpdate()
    .execute();
  const items = new Map((await itemsByUuids(tx.db, records)).map((row) => [row.uuid, row]));
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
  { transitionUuid, comment = '' }: Extract<BatchTask, { kind: 'transition' }>,
  records: readonly string[],
): Promise<Outcome[]> {
  if (!(await isTransitionOfItems(tx.db, transitionUuid))) {
    throw new BatchStopped('transition-gone');
  }
  const results = await performTransitions(tx, {
    resourceType: 'ITEM',
    transition: transitionUuid,
    uuids: records,
    comment,
  });
  return results.map((one) =>
    one.outcome === 'done'
      ? { record: one.uuid, result: 'changed' }
      : outcomeOf(one.uuid, refusal(one.problem)),
  );
}

async function sheetRecords(
  tx: WriteTransaction,
  batch: string,
  task: SpreadsheetTask,
  records: readonly string[],
): Promise<Outcome[]> {
  const { spreadsheet, dayFirst, decimalComma } = task;
  const { good, leftOut } = await rowsOfRecords(tx.db, task, records);
  await nameLeftOut(tx.db, batch, leftOut);
  const source = { spreadsheet, form: { dayFirst, decimalComma }, isChecked: true };
  const outcomes = await writeSheetRows(tx, source, good);
  const failed = (record: string, row: SheetRow, problems: LeftOutRow['problems']): Outcome => ({
    record,
    result: 'failed',
    code: rowCode(problems),
    detail: rowDetail(row, problems),
    row: row.row_number,
    problems: problems.map(boundedProblem),
  });
  return [
    ...leftOut.map((row) => failed(row.uuid, row, row.problems)),
    ...outcomes.map(({ row, result, problems }): Outcome => {
      const record = row.record_uuid ?? row.uuid;
      if (result === 'unchanged') return { record, result };
      return result === 'refused' ? failed(record, row, problems) : { record, result: 'changed' };
    }),
  ];
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
