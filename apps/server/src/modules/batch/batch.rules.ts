import type { Selectable } from 'kysely';
import type { Batch, BatchTask } from '@armarium/contract/batches';
import type { Capability } from '@armarium/contract/capability';
import { reach, reaches, type Actor } from '../../db/database.ts';
import type { DB } from '../../db/schema.generated.ts';
import { ProblemError } from '../../problem-error.ts';

export type BatchRow = Omit<Selectable<DB['batch']>, 'action'> & {
  readonly action: BatchTask;
  /** The last batch that undid this one, and how it ended. */
  readonly undone_by: string | null;
  readonly undone_state: string | null;
};

/** The right that each kind of batch takes (decisions §3); an undo takes that of what it undoes. */
const capabilities = {
  move: 'arrangeItems',
  link: 'arrangeItems',
  unlink: 'arrangeItems',
  edit: 'bulkEdit',
  transition: 'transition',
  trash: 'trash',
  spreadsheet: 'bulkEdit',
} as const satisfies Record<BatchTask['kind'], Capability>;

export function capabilityOf({ kind }: BatchTask): Capability {
  return capabilities[kind];
}

/** What the order of collections and the rule of unique pressmarks rest on. */
const placing = new Set(['sgtt', 'pressmark']);

/** Whether it changes, or brings back, nothing but fields of which other records know nothing: in any order, then. */
export function isOfFieldsAlone(action: BatchTask): boolean {
  return action.kind === 'edit' && action.changes.every(({ name }) => !placing.has(name));
}

/** Why a batch ended before its time, by a code for which clients have words of their own, and as it is kept. */
export const batchCauses = {
  'ended-server': 'It ended the server more than once.',
  'right-lost': 'Whoever started it no longer has the right to it.',
  'transition-gone': 'The action was taken out of the workflow meanwhile.',
  'collection-gone': 'A collection that it names was deleted meanwhile.',
  'failed-often': 'It failed several times over. Ask your administrator, who finds the reason in the log.',
} as const;
export type BatchCause = keyof typeof batchCauses;

const STOPPED_BY = ' stopped it.';

/** The cause of a batch that somebody stopped. */
export function stoppedBy(name: string): string {
  return `${name}${STOPPED_BY}`;
}

/** A kept cause as its code, and who it was where it is `stopped`. */
export function causeOf(kept: string | null): Pick<Batch, 'causeCode' | 'stoppedBy'> {
  if (kept?.endsWith(STOPPED_BY)) {
    return { causeCode: 'stopped', stoppedBy: kept.slice(0, -STOPPED_BY.length) };
  }
  const known = Object.entries(batchCauses).find(([, words]) => words === kept);
  return { causeCode: known?.[0] ?? null, stoppedBy: null };
}

/** Who started a batch, and what it is about. */
export interface StartedBatch {
  readonly account_uuid: string;
  readonly action: BatchTask;
}

/** Whether the actor sees everybody's batches: whoever may change all records in bulk does, others their own ones. */
export function seesAllBatches(actor: Actor): boolean {
  const isAll = (capability: Capability) => reach(actor, capability) === 'all';
  return isAll('bulkEdit') || isAll('arrangeItems') || isAll('manage');
}

/** @throws ProblemError 403 where it is another's, and the actor sees own ones only */
export function requireVisible(actor: Actor, batch: StartedBatch): void {
  if (seesAllBatches(actor) || batch.account_uuid === actor.accountUuid) return;
  throw new ProblemError('forbidden', 'You may see the operations that you started yourself.');
}

/** Whether the actor may undo or stop a batch. */
export function mayHandle(actor: Actor, batch: StartedBatch): boolean {
  return reaches(actor, capabilityOf(batch.action), batch.account_uuid);
}

/** The collections that an action names. */
export function collectionsOf(action: BatchTask): string[] {
  return [
    ...('from' in action ? [action.from.toLowerCase()] : []),
    ...('to' in action ? [action.to.toLowerCase()] : []),
  ];
}

/**
 * Whether there is something to undo: of what is over, what it changed, unless another batch has undone it. A state is
 * left by another action of the workflow, with its guards and its entry in the log: there is no way back past them.
 */
export function isUndoable(row: BatchRow): boolean {
  const isUndone = row.undone_by !== null && row.undone_state !== 'ERROR';
  return row.ended_at !== null && row.changed > 0 && !isUndone && row.action.kind !== 'transition';
}
