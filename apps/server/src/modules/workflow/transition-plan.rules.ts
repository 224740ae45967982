import type { FieldProblem } from '@armarium/contract/problem';
import type { RecordType } from '@armarium/contract/record-types';
import type { MetadataEntry, Visibility } from '@armarium/contract/records';
import type { TemplateResourceType } from '@armarium/contract/templates';
import type { Actor } from '../../db/database.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import {
  contentsOf,
  editedMetadata,
  isSameMetadata,
  mayPerform,
  type FieldTemplate,
  type TransitionRight,
} from '../records/public.ts';
import { valueOfTask } from './task.rules.ts';

export interface Task {
  readonly uuid: string;
  readonly templateName: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A transition with its tasks in their order. */
export interface Transition extends TransitionRight {
  readonly uuid: string;
  readonly name: string;
  readonly resourceType: TemplateResourceType;
  readonly fromState: string;
  readonly toState: string;
  readonly tasks: readonly Task[];
}

/** A record as it stands, locked. */
export interface HeldRecord {
  readonly uuid: string;
  readonly resourceType: RecordType;
  readonly title: string;
  readonly createdBy: string | null;
  readonly state: string;
  /** Of an asset that of its item. */
  readonly visibility: Visibility;
  readonly metadata: readonly MetadataEntry[];
  readonly sortTitle: string;
}

/** Everything that deciding needs, read before. */
export interface PlanGround {
  readonly actor: Actor;
  readonly comment: string;
  /** A full date, such as 2026-11-21. */
  readonly today: string;
  readonly transitions: readonly Transition[];
  /** By their uuids, those that a cascade may reach among them. */
  readonly records: ReadonlyMap<string, HeldRecord>;
  /** What a cascade reaches: the uuids of what a record holds, by the name of that (`RecordContents`). */
  readonly membersOf: (record: HeldRecord, to: string) => readonly string[];
  /** How many files of a record are not DONE, by its uuid; absent: none. */
  readonly unready: ReadonlyMap<string, number>;
  readonly templatesOf: (resourceType: RecordType) => readonly FieldTemplate[];
  /** What people call a field. */
  readonly labelOf: (resourceType: RecordType, field: string) => string;
  /** Why a record can't be linked to a collection: it is gone, or stands below the record. Undefined: it can. */
  readonly linkObstacle: (record: HeldRecord, collection: string) => string | undefined;
}

/** What a record is while its transitions are thought through. */
export interface RecordDraft {
  state: string;
  visibility: Visibility;
  metadata: readonly MetadataEntry[];
  readonly links: Set<string>;
}

/** One transition of one record, as it will be written. */
export interface PlannedStep {
  readonly record: HeldRecord;
  readonly transition: Transition;
  readonly before: Omit<RecordDraft, 'links'>;
  readonly after: Omit<RecordDraft, 'links'>;
  /** The step whose CASCADE this one follows. */
  readonly causedBy: PlannedStep | undefined;
}

export interface Plan {
  readonly steps: readonly PlannedStep[];
  readonly drafts: ReadonlyMap<string, RecordDraft>;
  readonly refused: ReadonlyMap<string, ProblemError>;
}

/**
 * Thinks a transition of many records through, task by task in order (decisions §8). A record that a check or a task
 * refuses, or one that would go along with it, is left out with everything that would have followed from it; the
 * others are not held up.
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
    // What was refused may have left its traces on others: it is thought through again without it.
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
    // In its place before those that it causes, so that the log tells them in this order.
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
    const { record } = step;
    const { parameters } = task;
    switch (task.templateName) {
      case 'REQUIRE_COMMENT':
        return requireComment(this.#ground.comment);
      case 'REQUIRE_METADATA':
        return requireMetadata(this.#ground, record, draft, textsOf(parameters['fields']));
      case 'REQUIRE_ASSETS_READY':
        return requireReady(this.#ground.unready.get(record.uuid) ?? 0);
      case 'SET_METADATA':
        draft.metadata = withValue(this.#ground, record, draft, parameters);
        return;
      case 'SET_VISIBILITY':
        draft.visibility = parameters['visibility'] as Visibility;
        return;
      case 'LINK_TO_COLLECTION': {
        const collection = String(parameters['collection']).toLowerCase();
        const obstacle = this.#ground.linkObstacle(record, collection);
        if (obstacle !== undefined) throw new ProblemError('task-impossible', obstacle);
        draft.links.add(collection);
        return;
      }
      case 'CASCADE':
        return this.#cascade(step, String(parameters['to']), String(parameters['transition']));
      default:
        throw new ProblemError('task-impossible', `Nobody knows how to do ${task.templateName}.`);
    }
  }

  /** Those in whose state no transition of this name begins are left as they are. */
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
    const told = held.slice(0, CASCADED_TOLD).join(' ');
    const more = held.length > CASCADED_TOLD ? ` And ${held.length - CASCADED_TOLD} more.` : '';
    throw new ProblemError('cascade-refused', `${told}${more}`);
  }
}

/** Of many that hold a record up, so many are named. */
const CASCADED_TOLD = 3;

function valuesOf({ state, visibility, metadata }: RecordDraft): Omit<RecordDraft, 'links'> {
  return { state, visibility, metadata };
}

function requireRight(actor: Actor, transition: Transition, { createdBy }: HeldRecord): void {
  if (mayPerform(actor, transition, createdBy)) return;
  throw new ProblemError(
    'forbidden',
    `"${transition.name}" is not yours to do with this record: your roles do not include it, or reach the records ` +
      'that you made yourself.',
  );
}

function requireState(state: string, { name, fromState }: Transition): void {
  if (state === fromState) return;
  throw new ProblemError(
    'state-changed',
    `"${name}" begins at the state ${fromState}, and the record is in ${state}. Look at it again, and choose again.`,
  );
}

function requireComment(comment: string): void {
  if (comment !== '') return;
  throw new ProblemError('comment-required', 'Write a comment that says why.', {
    fields: [{ name: 'comment', code: 'required', message: 'It is required.' }],
  });
}

/** Those named, and those that the tenant's templates require. */
function requireMetadata(
  ground: PlanGround,
  { resourceType }: HeldRecord,
  { metadata }: RecordDraft,
  named: readonly string[],
): void {
  const templates = ground.templatesOf(resourceType);
  const required = templates.filter((template) => template.required).map(({ name }) => name);
  // Of an archived field nobody could ask for a value any more.
  const standing = named.filter((name) => templates.some((template) => template.name === name));
  const wanted = new Set([...standing, ...required]);
  const fields = [...wanted]
    .filter((name) => isEmpty(metadata, name))
    .map((name): FieldProblem => ({
      name,
      code: 'required',
      message: `${ground.labelOf(resourceType, name)} is empty.`,
    }));
  if (fields.length === 0) return;
  throw new ProblemError(
    'metadata-missing',
    `${fields.map(({ message }) => message).join(' ')} Fill it, and try again.`,
    { fields },
  );
}

function requireReady(unready: number): void {
  if (unready === 0) return;
  throw new ProblemError(
    'assets-not-ready',
    unready === 1
      ? 'One file is still being prepared, or could not be.'
      : `${unready} files are still being prepared, or could not be.`,
  );
}

function isEmpty(metadata: readonly MetadataEntry[], name: string): boolean {
  return !metadata.some((entry) => entry.name === name && entry.value !== '');
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** The metadata after SET_METADATA: of a repeatable field the one value takes the place of all. */
function withValue(
  ground: PlanGround,
  { resourceType }: HeldRecord,
  { metadata }: RecordDraft,
  { field, value, onlyIfEmpty }: Readonly<Record<string, unknown>>,
): readonly MetadataEntry[] {
  const name = String(field);
  if (onlyIfEmpty === true && !isEmpty(metadata, name)) return metadata;
  const templates = ground.templatesOf(resourceType);
  const words = { today: ground.today, user: ground.actor.displayName };
  const place = metadata.findIndex((entry) => entry.name === name);
  const list = metadata.filter((entry) => entry.name !== name);
  list.splice(place < 0 ? list.length : place, 0, {
    name,
    value: valueOfTask(String(value), templates, name, words),
  });
  const edited = editedMetadata(metadata, { list, mirrors: {} }, templates);
  if (edited.problems.length > 0) {
    const told = edited.problems.map(({ message }) => message).join(' ');
    throw new ProblemError('task-impossible', `${ground.labelOf(resourceType, name)} can't be set. ${told}`);
  }
  return isSameMetadata(edited.metadata, metadata) ? metadata : edited.metadata;
}
