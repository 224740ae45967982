import { startBatch, type BatchAction } from '@armarium/contract/batches';
import type { TenantQueries } from '../../db/database.ts';
import { implement } from '../../http/operation-route.ts';
import { invalid } from '../../problem-error.ts';
import { collectionsByUuids } from '../catalogue/public.ts';
import { fieldTemplates, requireOneOf } from '../records/public.ts';
import { isTransitionOfItems } from '../workflow/public.ts';
import { batchAnswer } from './batch-views.ts';
import { beginBatch } from './batch.writes.ts';
import { capabilityOf, collectionsOf } from './batch.rules.ts';
import { requireChanges } from './edit-changes.ts';
import { requireWholeSelection, selectedItems } from './selection.ts';

/**
 * Stores a selection, and enqueues the job that changes it (decisions §4). Whether the caller's rights reach
 * a record is checked when it is changed.
 */
export const startBatchOperation = implement(startBatch, async ({ data, body, actor, origin }) => {
  const { selection, action } = body;
  requireOneOf(actor, [capabilityOf(action)]);
  return data.write('start-batch', async (tx) => {
    await requireAction(tx.db, action);
    const { uuid, total } = await beginBatch(tx, action, undefined, await selectedItems(tx.db, selection));
    await requireWholeSelection(tx.db, selection, total);
    return batchAnswer(tx.db, uuid, actor, origin);
  });
});

/**
 * @throws ProblemError 422 naming what the action refers to that does not exist, or values that no record
 * could take
 */
async function requireAction(db: TenantQueries, action: BatchAction): Promise<void> {
  if (action.kind === 'edit') {
    requireChanges(action.changes, await fieldTemplates(db, 'ITEM'), 'action.changes');
    return;
  }
  if (action.kind === 'transition') {
    if (await isTransitionOfItems(db, action.transitionUuid)) return;
    const message = 'This action does not exist (any more) for items. Choose another.';
    throw invalid([{ name: 'action.transitionUuid', code: 'unknown-transition', message }]);
  }
  const existing = await collectionsByUuids(db, collectionsOf(action));
  const isMissing = (uuid: string) => !existing.some((row) => row.uuid === uuid.toLowerCase());
  const problems = (['from', 'to'] as const).flatMap((name) => {
    const uuid = (action as Partial<Record<typeof name, string>>)[name];
    if (uuid === undefined || !isMissing(uuid)) return [];
    const message = 'This collection does not exist (any more). Choose another.';
    return [{ name: `action.${name}`, code: 'unknown-collection', message }];
  });
  if (problems.length > 0) throw invalid(problems);
  if (action.kind === 'move' && action.from.toLowerCase() === action.to.toLowerCase()) {
    const message = 'They are already in that collection. Choose another one.';
    throw invalid([{ name: 'action.to', code: 'same-collection', message }]);
  }
}
