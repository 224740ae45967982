import type { Actor } from '../../db/database.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import { contentsOf, mayPerform } from '../records/public.ts';
import { findTask } from './tasks/known-tasks.ts';
import type { HeldRecord, PlanGround, RecordDraft, Task, Transition } from './transition.ts';

/** One transition of one record, to be written. */
export interface PlannedStep {
  readonly record: HeldRecord;
  readonly transition: Transition;
  readonly before: Omit<RecordDraft, 'links'>;
  readonly after: Omit<RecordDraft, 'links'>;
  /** The step whose CASCADE caused this one. */
  readonly causedBy: PlannedStep | undefined;
}

export interface Plan {
  readonly steps: readonly PlannedStep[];
  readonly drafts: ReadonlyMap<string, RecordDraft>;
  readonly refused: ReadonlyMap<string, ProblemError>;
}

/**
 * Computes a transition of many records, task by task in order (decisions §8). A record is refused if a task
 * refuses it, or a record that it would change by a cascade; then nothing of it is in the plan. The other
 * records go on.
 */
export function planTransitions(ground: PlanGround, transition: Transition, uuids: readonly string[]): Plan {
  const refused = new Map<string, ProblemError>();
  for (;;) {
    const pass = new Pass(ground);
    const before = refused.size;
    for (const uuid of uuids) {
      if (refused.has(uuid)) continue;
      const problem = pass.attempt(uuid, transition);
      if (problem) refused.set(uuid, problem);
    }
    // A refused record may have changed drafts of others, so the plan is computed again without it.
    if (refused.size === before) return { steps: pass.steps, drafts: pass.drafts, refused };
  }
}

class Pass {
  readonly steps: PlannedStep[] = [];
  readonly drafts = new Map<string, RecordDraft>();
  readonly #ground: PlanGround;

  constructor(ground: PlanGround) {
    this.#ground = ground;
  }

  attempt(uuid: string, transition: Transition, causedBy?: PlannedStep): ProblemError | undefined {
    try {
      this.#perform(uuid, transition, causedBy);
      return undefined;
    } catch (error) {
      if (error instanceof ProblemError) return error;
      throw error;
    }
  }

  #perform(uuid: string, transition: Transition, causedBy: PlannedStep | undefined): void {
    const record = this.#ground.records.get(uuid);
    if (record?.resourceType !== transition.resourceType) throw notFound('The record');
    requireRight(this.#ground.actor, transition, record);
    const draft = this.#draftOf(record);
    requireState(draft.state, transition);
    const before = valuesOf(draft);
    // Before the steps that it causes, so that the log has them in this order.
    const after = { ...before };
    const step: PlannedStep = { record, transition, before, after, causedBy };
    this.steps.push(step);
    for (const task of transition.tasks) this.#run(task, step, draft);
    draft.state = transition.toState;
    Object.assign(after, valuesOf(draft));
  }

  #draftOf(record: HeldRecord): RecordDraft {
    const known = this.drafts.get(record.uuid);
    if (known) return known;
    const { state, visibility, metadata } = record;
    const draft: RecordDraft = { state, visibility, metadata, links: new Set() };
    this.drafts.set(record.uuid, draft);
    return draft;
  }

  #run(task: Task, step: PlannedStep, draft: RecordDraft): void {
    const known = findTask(task.templateName);
    if (!known) throw new ProblemError('task-impossible', `Nobody knows how to do ${task.templateName}.`);
    known.apply?.({
      parameters: task.parameters,
      record: step.record,
      draft,
      ground: this.#ground,
      cascade: (to, name) => this.#cascade(step, to, name),
    });
  }

  /** Members in whose state no transition of this name begins are left as they are. */
  #cascade(step: PlannedStep, to: string, name: string): void {
    const resourceType = contentsOf(step.record.resourceType).find((one) => one.name === to)?.resourceType;
    const held: string[] = [];
    for (const uuid of this.#ground.membersOf(step.record, to)) {
      const member = this.#ground.records.get(uuid);
      if (!member) continue;
      const { state } = this.drafts.get(uuid) ?? member;
      const transition = this.#ground.transitions.find(
        (one) => one.resourceType === resourceType && one.name === name && one.fromState === state,
      );
      const problem = transition && this.attempt(uuid, transition, step);
      if (problem) held.push(`${member.title}: ${problem.message}`);
    }
    if (held.length === 0) return;
    const message = held.slice(0, NAMED_MAX).join(' ');
    const more = held.length > NAMED_MAX ? ` And ${held.length - NAMED_MAX} more.` : '';
    throw new ProblemError('cascade-refused', `${message}${more}`);
  }
}

/** The most refusing members that the message names. */
const NAMED_MAX = 3;

function valuesOf({ state, visibility, metadata }: RecordDraft): Omit<RecordDraft, 'links'> {
  return { state, visibility, metadata };
}

function requireRight(actor: Actor, transition: Transition, { createdBy }: HeldRecord): void {
  if (mayPerform(actor, transition, createdBy)) return;
  throw new ProblemError(
    'forbidden',
    `You may not perform "${transition.name}" on this record. Your roles do not allow it, or only for records that you created.`,
  );
}

function requireState(state: string, { name, fromState }: Transition): void {
  if (state === fromState) return;
  throw new ProblemError(
    'state-changed',
    `"${name}" starts from the state ${fromState}, but the record is in the state ${state}. Reload the record and choose again.`,
  );
}
