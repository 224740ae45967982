import { sql, type RawBuilder } from 'kysely';
import { startBatch, type BatchAction } from '@armarium/contract/batches';
import type { ItemSelection } from '@armarium/contract/item-query';
import type { TenantQueries } from '../../db/database.ts';
import { implement } from '../../http/operation-route.ts';
import { invalid, ProblemError } from '../../problem-error.ts';
import { collectionsByUuids } from '../catalogue/public.ts';
import { fieldTemplates, requireOneOf } from '../records/public.ts';
import { itemTransitions } from '../workflow/public.ts';
import { batchAnswer } from './batch-views.ts';
import { beginBatch } from './batch.writes.ts';
import { capabilityOf, collectionsOf, transitionsOf } from './batch.rules.ts';
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
    const { uuid, total } = await beginBatch(
      tx,
      action,
      undefined,
      await recordsFor(tx.db, action, selection),
    );
    await requireWholeSelection(tx.db, selection, total);
    await requireExpectedStates(tx.db, uuid, action);
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
    requireTransitions(action, await itemTransitions(db, transitionsOf(action)));
    return;
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

/** @throws ProblemError 422 naming those that are no transitions of items, or start where another one starts */
function requireTransitions(
  action: Extract<BatchAction, { kind: 'transition' }>,
  known: Awaited<ReturnType<typeof itemTransitions>>,
): void {
  const states = new Map(known.map(({ uuid, fromState }) => [uuid, fromState]));
  const taken = new Set<string>();
  const problems = transitionsOf(action).flatMap((uuid, index) => {
    const place = 'transitions' in action ? `transitions[${index}].transitionUuid` : 'transitionUuid';
    const name = `action.${place}`;
    const state = states.get(uuid.toLowerCase());
    if (state === undefined) {
      const message = 'This action does not exist (any more) for items. Choose another.';
      return [{ name, code: 'unknown-transition', message }];
    }
    if (taken.has(state)) {
      const message = `Another of these actions starts from "${state}" too. Choose one for each state.`;
      return [{ name, code: 'same-state', message }];
    }
    taken.add(state);
    return [];
  });
  if (problems.length > 0) throw invalid(problems);
}

/**
 * The items of a selection as `beginBatch` takes them. Where the action has several transitions, each item is given the one
 * that starts from its present state, so that it doesn't take another one if somebody else moves it on meanwhile.
 */
async function recordsFor(
  db: TenantQueries,
  action: BatchAction,
  selection: ItemSelection,
): Promise<RawBuilder<unknown>> {
  const selected = await selectedItems(db, selection);
  if (!('transitions' in action)) return selected;
  return sql`(
    select selected.uuid, transition.uuid as transition_uuid
    from ${selected} join item on item.uuid = selected.uuid
      left join transition_template transition
        on transition.uuid = any(${transitionsOf(action)}::uuid[]) and transition.from_state = item.state
  ) as selected`;
}

/**
 * Refuses a batch of several transitions where other numbers of items than the user saw take them.
 * @throws ProblemError 409 `selection-changed`
 */
async function requireExpectedStates(db: TenantQueries, batch: string, action: BatchAction): Promise<void> {
  if (!('transitions' in action)) return;
  const { rows } = await sql<{ transition: string; items: number }>`
    select transition_uuid as transition, count(*)::integer as items from batch_record
    where batch_uuid = ${batch}::uuid and transition_uuid is not null group by 1`.execute(db);
  const found = new Map(rows.map(({ transition, items }) => [transition, items]));
  for (const { transitionUuid, expected } of action.transitions) {
    const items = found.get(transitionUuid.toLowerCase()) ?? 0;
    if (expected === undefined || expected === items) continue;
    throw new ProblemError(
      'selection-changed',
      `There are ${items} items by now in a state where you saw ${expected}. Look at them again, then repeat it.`,
    );
  }
}
