import type { Selectable } from 'kysely';
import type { Batch, BatchTask } from '@armarium/contract/batches';
import type { Capability } from '@armarium/contract/capability';
import { reach, reaches, type Actor } from '../../db/database.ts';
import type { DB } from '../../db/schema.generated.ts';
import { ProblemError } from '../../problem-error.ts';

export type BatchRow = Omit<Selectable<DB['batch']>, 'action'> & {
  readonly action: BatchTask;
  /** The latest batch that undid this one, and how it ended. */
  readonly undone_by: string | null;
  readonly undone_state: string | null;
  /** The number of records that the batches which undid it have changed. */
  readonly undone: number;
};

/** The right that each kind of batch takes (decisions §3); an undo takes that of the undone batch. */
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

/** The fields that decide the order of collections and the uniqueness of pressmarks. */
const placing = new Set(['sgtt', 'pressmark']);

/**
 * Whether it changes or restores only fields that don't affect other records, so that its chunks may run in
 * any order.
 */
export function isOfFieldsAlone(action: BatchTask): boolean {
  return action.kind === 'edit' && action.changes.every(({ name }) => !placing.has(name));
}

/** Why a batch ended early: codes, for which clients have texts, with the stored texts. */
export const batchCauses = {
  'ended-server': 'It ended the server more than once.',
  'right-lost': 'Whoever started it no longer has the right to it.',
  'transition-gone': 'The action was taken out of the workflow meanwhile.',
  'collection-gone': 'A collection that it names was deleted meanwhile.',
  'records-quota': 'The organisation may have no more records. Ask the administrator of the server for more.',
  'failed-often': 'It failed several times over. Ask your administrator, who finds the reason in the log.',
} as const;
export type BatchCause = keyof typeof batchCauses;

const STOPPED_BY = ' stopped it.';

/** The cause of a batch that somebody stopped. */
export function stoppedBy(name: string): string {
  return `${name}${STOPPED_BY}`;
}

/** The code of a stored cause, and for `stopped` the name of the person. */
export function causeOf(kept: string | null): Pick<Batch, 'causeCode' | 'stoppedBy'> {
  if (kept?.endsWith(STOPPED_BY)) {
    return { causeCode: 'stopped', stoppedBy: kept.slice(0, -STOPPED_BY.length) };
  }
  const known = Object.entries(batchCauses).find(([, words]) => words === kept);
  return { causeCode: known?.[0] ?? null, stoppedBy: null };
}

/** The account that started a batch, and its action. */
export interface StartedBatch {
  readonly account_uuid: string;
  readonly action: BatchTask;
}

/**
 * Whether the actor may see all batches: those with the right to change all records in bulk may, others see
 * their own ones.
 */
export function seesAllBatches(actor: Actor): boolean {
  const isAll = (capability: Capability) => reach(actor, capability) === 'all';
  return isAll('bulkEdit') || isAll('arrangeItems') || isAll('manage');
}

/** @throws ProblemError 403 where it is another's, and the actor may see own ones only */
export function requireVisible(actor: Actor, batch: StartedBatch): void {
  if (seesAllBatches(actor) || batch.account_uuid === actor.accountUuid) return;
  throw new ProblemError('forbidden', 'You may see the operations that you started yourself.');
}

/** Whether the actor may undo or stop a batch. */
export function mayHandle(actor: Actor, batch: StartedBatch): boolean {
  return reaches(actor, capabilityOf(batch.action), batch.account_uuid);
}

/** The transitions that a batch of them performs. */
export function transitionsOf(action: Extract<BatchTask, { kind: 'transition' }>): readonly string[] {
  return 'transitions' in action
    ? action.transitions.map(({ transitionUuid }) => transitionUuid)
    : [action.transitionUuid];
}

/** The collections that an action names. */
export function collectionsOf(action: BatchTask): string[] {
  return [
    ...('from' in action ? [action.from.toLowerCase()] : []),
    ...('to' in action ? [action.to.toLowerCase()] : []),
  ];
}

/**
 * Whether a batch can be undone: it is over, it changed something, and no other batch has undone it. A
 * transition can't be undone: its guards and its entries in the log allow no way back.
 */
export function isUndoable(row: BatchRow): boolean {
  const isUndone = row.undone_by !== null && row.undone_state !== 'ERROR';
  return row.ended_at !== null && row.changed > 0 && !isUndone && row.action.kind !== 'transition';
}

/** Ends the whole batch; the message is its cause. */
export class BatchStopped extends Error {
  constructor(cause: BatchCause) {
    super(batchCauses[cause]);
  }
}
