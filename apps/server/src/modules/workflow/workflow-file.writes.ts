import { isDeepStrictEqual } from 'node:util';
import type { FieldProblem } from '@armarium/contract/problem';
import type { TemplateResourceType } from '@armarium/contract/record-types';
import { HIGH_MAX, type PlacedTemplate } from '@armarium/contract/template-order';
import { templatePriorities } from '@armarium/contract/templates';
import {
  WORKFLOW_FILE_VERSION,
  type WorkflowFile,
  type WorkflowOutcome,
} from '@armarium/contract/workflow-file';
import type { WriteTransaction } from '../../db/database.ts';
import { constraintProblem } from '../../db/constraint-problems.ts';
import { invalid, ProblemError } from '../../problem-error.ts';
import { collectionsAtPaths, pathKey, rootUuid, type TitlePath } from '../catalogue/public.ts';
import {
  addTemplate,
  archiveTemplate,
  arrangeTemplates,
  changeTemplate,
  cleanText,
  lockTemplates,
  recordsByField,
} from '../records/public.ts';
import { addState, changeState, removeState } from './state.writes.ts';
import { parametersInFile } from './task-parameters.ts';
import { addTask, orderTasks, removeTask } from './task.writes.ts';
import type { Task } from './transition.ts';
import { addTransition, changeTransition, removeTransition, transitionNamed } from './transition.writes.ts';
import { lockWorkflow } from './workflow-lock.ts';
import { workflowNow, workflowVersion } from './workflow-file.queries.ts';
import {
  entryOf,
  keyOf,
  matchedTransitions,
  repeatedEntries,
  saysNothingNew,
  taskKey,
  unneeded,
  withOrderOf,
  workflowChanges,
  type StoredTask,
  type WorkflowNow,
} from './workflow-file.rules.ts';

type Left = WorkflowOutcome['left'][number];
type TaskInFile = NonNullable<NonNullable<WorkflowFile['transitions']>[number]['tasks']>[number];

/** The version of the whole was checked already. */
const unchecked = () => undefined;

/**
 * Takes over a workflow file.
 * @param prune removes what a section of the file lacks and nothing uses
 * @param check refuses it for the version of what there is
 * @throws ProblemError 422 with all faults, each named by its place in the file
 */
export async function takeOver(
  tx: WriteTransaction,
  file: WorkflowFile,
  prune: boolean,
  check: (version: string) => void,
): Promise<Omit<WorkflowOutcome, 'dryRun'>> {
  if (file.version !== WORKFLOW_FILE_VERSION) {
    const message = `This program reads version ${WORKFLOW_FILE_VERSION} of the workflow file.`;
    throw invalid([{ name: 'version', code: 'other-version', message }]);
  }
  const faults = new Faults(repeatedEntries(file));
  faults.throwIfAny();
  // Whoever configures fields, states or transitions waits until it is done.
  await lockTemplates(tx, 'ITEM');
  await lockWorkflow(tx);
  const before = await workflowNow(tx.db);
  check(workflowVersion(before));
  await takeFields(tx, file.fields ?? [], before, faults);
  await takeStates(tx, file.states ?? [], before, faults);
  await takeTransitions(tx, file.transitions ?? [], before, faults);
  faults.throwIfAny();
  const left = await leaveOrRemove(tx, file, prune);
  return { changes: workflowChanges(before, await workflowNow(tx.db)), left };
}

/** Gathers what is wrong with a file, so that all of it is told at once. */
class Faults {
  readonly #fields: FieldProblem[];

  constructor(fields: FieldProblem[]) {
    this.#fields = fields;
  }

  add(name: string, code: string, message: string): void {
    this.#fields.push({ name, code, message });
  }

  /** Does something for a place of the file. @returns undefined where that is refused */
  async at<Result>(place: string, act: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof ProblemError)) {
        // It failed in the database: nothing more can be done in this transaction.
        const refused = constraintProblem(error);
        if (refused) this.add(place, refused.code, refused.detail);
        this.throwIfAny();
        throw error;
      }
      const { code, message, fields } = error;
      if (fields.length === 0) this.add(place, code, message);
      for (const field of fields) this.add(`${place}.${field.name}`, field.code, field.message);
      return undefined;
    }
  }

  throwIfAny(): void {
    if (this.#fields.length > 0) throw invalid(this.#fields);
  }
}

async function takeFields(
  tx: WriteTransaction,
  given: NonNullable<WorkflowFile['fields']>,
  before: WorkflowNow,
  faults: Faults,
): Promise<void> {
  const known = new Map(before.fields.map((one) => [keyOf(entryOf.field(one)), one]));
  const uuids = new Map<string, string>();
  for (const [index, field] of given.entries()) {
    const { priority, ...properties } = field;
    const key = keyOf(entryOf.field(field));
    const held = known.get(key);
    const row = await faults.at(`fields[${index}]`, async () => {
      // Those that ask for HIGH get it below, where the priorities of all are known.
      const own = priority === 'LOW' ? 'LOW' : 'MEDIUM';
      if (!held) return addTemplate(tx, field.resourceType, { ...properties, priority: own });
      if (saysNothingNew(properties, held)) return held;
      return changeTemplate(tx, held.uuid, properties, unchecked);
    });
    if (row) uuids.set(key, row.uuid);
  }
  for (const resourceType of new Set(given.map((one) => one.resourceType))) {
    const wanted = given.flatMap((field, index) => {
      const uuid = field.resourceType === resourceType && uuids.get(keyOf(entryOf.field(field)));
      return uuid ? [{ uuid, priority: field.priority, index }] : [];
    });
    await faults.at(`fields[${wanted[0]?.index ?? 0}]`, () => arrangeAs(tx, resourceType, wanted));
  }
}

/**
 * Gives fields of a kind the priorities and the order of a file. Fields that it gives no priority keep theirs; where it
 * leaves no room for them in HIGH, they go to MEDIUM.
 */
async function arrangeAs(
  tx: WriteTransaction,
  resourceType: TemplateResourceType,
  wanted: readonly { readonly uuid: string; readonly priority?: PlacedTemplate['priority'] | undefined }[],
): Promise<void> {
  const all = await lockTemplates(tx, resourceType);
  const inFile = new Map(
    wanted.flatMap(({ uuid, priority }) => (priority ? [[uuid, priority] as const] : [])),
  );
  const placed = all.map((one) => ({ ...one, priority: inFile.get(one.uuid) ?? one.priority }));
  let room = HIGH_MAX - placed.filter(({ uuid, priority }) => priority === 'HIGH' && inFile.has(uuid)).length;
  const fitting = placed.map((one) => {
    if (one.priority !== 'HIGH' || inFile.has(one.uuid)) return one;
    room -= 1;
    return room >= 0 ? one : { ...one, priority: 'MEDIUM' as const };
  });
  const order = templatePriorities.flatMap((priority) => {
    const group = fitting.filter((one) => one.priority === priority);
    return withOrderOf(
      group,
      wanted.flatMap(({ uuid }) => group.find((one) => one.uuid === uuid) ?? []),
    );
  });
  const isSame = order.every(
    ({ uuid, priority }, index) => all[index]?.uuid === uuid && all[index].priority === priority,
  );
  if (!isSame) await arrangeTemplates(tx, all, order);
}

async function takeStates(
  tx: WriteTransaction,
  given: NonNullable<WorkflowFile['states']>,
  before: WorkflowNow,
  faults: Faults,
): Promise<void> {
  const known = new Map(before.states.map((one) => [keyOf(entryOf.state(one)), one]));
  for (const [index, state] of given.entries()) {
    const held = known.get(keyOf(entryOf.state(state)));
    if (held && saysNothingNew(state, held)) continue;
    await faults.at(`states[${index}]`, () =>
      held ? changeState(tx, held.uuid, state, unchecked) : addState(tx, state),
    );
  }
}

async function takeTransitions(
  tx: WriteTransaction,
  given: NonNullable<WorkflowFile['transitions']>,
  before: WorkflowNow,
  faults: Faults,
): Promise<void> {
  const collections = await collectionsOf(
    tx,
    given.flatMap(({ tasks = [] }) => tasks),
  );
  const known = matchedTransitions(before.transitions, given);
  /** Those that are new or say something new, with their tasks as they are stored. */
  const taken: { index: number; uuid: string; wanted: readonly Required<StoredTask>[] }[] = [];
  for (const [index, { tasks, ...transition }] of given.entries()) {
    const place = `transitions[${index}]`;
    const held = known[index];
    const keys = (some: readonly StoredTask[] = []) => some.map(taskKey);
    const isSame = isDeepStrictEqual(keys(tasks ?? held?.tasks), keys(held?.tasks));
    if (held && isSame && saysNothingNew(transition, held)) continue;
    const wanted = tasks?.map((task, at) =>
      withCollection(task, collections, `${place}.tasks[${at}]`, faults),
    );
    const row = await faults.at(place, async () => {
      if (!held) return addTransition(tx, transition.resourceType, transition);
      // An action that is gone no longer limits the roles.
      if (wanted) await removeOthers(tx, held.uuid, wanted);
      return changeTransition(tx, held.uuid, () => transition);
    });
    if (row && wanted) taken.push({ index, uuid: row.uuid, wanted });
  }
  // Cascades may name any transition of the file.
  for (const { index, uuid, wanted } of taken) {
    const held = new Map(
      (await transitionNamed(tx, uuid))?.tasks.map((one) => [storedKey(one), one.uuid] as const),
    );
    const order: string[] = [];
    for (const [at, task] of wanted.entries()) {
      const place = `transitions[${index}].tasks[${at}]`;
      const added = await faults.at(place, async () => held.get(taskKey(task)) ?? addTask(tx, uuid, task));
      if (added !== undefined) order.push(added);
    }
    if (order.length === wanted.length && wanted.length > 0) await orderTasks(tx, uuid, order, unchecked);
  }
}

/** The key of a stored task: that of the same task in a file. */
const storedKey = (task: Task) => taskKey({ ...task, parameters: parametersInFile(task) });

/** Removes the tasks of a transition that are not among those of the file. */
async function removeOthers(
  tx: WriteTransaction,
  uuid: string,
  wanted: readonly StoredTask[],
): Promise<void> {
  const kept = new Set(wanted.map(taskKey));
  for (const task of (await transitionNamed(tx, uuid))?.tasks ?? [])
    if (!kept.has(storedKey(task))) await removeTask(tx, task.uuid, unchecked);
}

const pathIn = ({ parameters }: TaskInFile): TitlePath | undefined => {
  const collection = parameters?.['collection'];
  const isPath = Array.isArray(collection) && collection.every((title) => typeof title === 'string');
  return isPath ? collection.map(cleanText) : undefined;
};

/** The collections that tasks name by the titles that lead to them, by `pathKey`. */
async function collectionsOf(
  { db }: WriteTransaction,
  tasks: readonly TaskInFile[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const paths = tasks.flatMap((task) => {
    const path = pathIn(task);
    return path ? [path] : [];
  });
  return paths.length === 0 ? new Map() : collectionsAtPaths(db, await rootUuid(db), paths);
}

/** A task as it is stored: with the uuid of its collection in the place of the titles. */
function withCollection(
  task: TaskInFile,
  collections: ReadonlyMap<string, readonly string[]>,
  place: string,
  faults: Faults,
): Required<StoredTask> {
  const { templateName, parameters = {} } = task;
  const path = pathIn(task);
  if (!path) return { templateName, parameters };
  const found = collections.get(pathKey(path)) ?? [];
  const [uuid] = found;
  if (found.length > 1) {
    const message = `Several collections have the path ${path.join(' > ')}. Write the uuid of one of them.`;
    faults.add(`${place}.parameters.collection`, 'ambiguous-collection', message);
  }
  return { templateName, parameters: { ...parameters, collection: uuid ?? path.join(' > ') } };
}

/** What the file lacks: listed, or removed where that was asked for and nothing uses it. */
async function leaveOrRemove(tx: WriteTransaction, file: WorkflowFile, prune: boolean): Promise<Left[]> {
  const now = await workflowNow(tx.db);
  const named = new Set([
    ...(file.fields ?? []).map((one) => keyOf(entryOf.field(one))),
    ...(file.states ?? []).map((one) => keyOf(entryOf.state(one))),
    ...(file.transitions ?? []).map((one) => keyOf(entryOf.transition(one))),
  ]);
  const isMissing = (entry: Parameters<typeof keyOf>[0]) => !named.has(keyOf(entry));
  const missing = {
    fields: file.fields ? now.fields.filter((one) => isMissing(entryOf.field(one))) : [],
    states: file.states ? now.states.filter((one) => isMissing(entryOf.state(one))) : [],
    transitions: file.transitions ? now.transitions.filter((one) => isMissing(entryOf.transition(one))) : [],
  };
  if (!prune) {
    const why = 'not-in-file' as const;
    return [
      ...missing.fields.map((one) => ({ ...entryOf.field(one), why })),
      ...missing.states.map((one) => ({ ...entryOf.state(one), why })),
      ...missing.transitions.map((one) => ({ ...entryOf.transition(one), why })),
    ];
  }
  const left: Left[] = [];
  const kept = now.transitions.filter((one) => !missing.transitions.includes(one));
  const free = new Set(unneeded(missing.transitions, kept, isCascade));
  for (const one of missing.transitions) {
    if (free.has(one)) await removeTransition(tx, one.uuid, unchecked);
    else left.push({ ...entryOf.transition(one), why: 'used' });
  }
  for (const one of missing.states) {
    const why = await refused(() => removeState(tx, one.uuid, unchecked), 'state-in-use', 'state-fixed');
    if (why) left.push({ ...entryOf.state(one), why: why === 'state-fixed' ? 'standard' : 'used' });
  }
  const stay = now.transitions.filter((one) => !free.has(one));
  const removable = missing.fields.filter((one) => !one.locked && !isOfTask(stay, one));
  const inRecords = await fieldsInRecords(tx, removable);
  for (const one of missing.fields) {
    const entry = entryOf.field(one);
    if (one.locked) left.push({ ...entry, why: 'standard' });
    else if (!removable.includes(one) || inRecords.has(keyOf(entry))) left.push({ ...entry, why: 'used' });
    else await archiveTemplate(tx, one.uuid, unchecked);
  }
  return left;
}

/** The keys of the fields that records of their kinds hold, those in the trash too, which may be restored. */
async function fieldsInRecords(
  { db }: WriteTransaction,
  fields: WorkflowNow['fields'],
): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for (const resourceType of new Set(fields.map((one) => one.resourceType)))
    for (const { value: name } of await recordsByField(db, resourceType, { isTrashCounted: true }))
      keys.add(keyOf(entryOf.field({ resourceType, name })));
  return keys;
}

/** Removes something. @returns the code with which that was refused; undefined where it is done */
async function refused<Code extends string>(
  remove: () => Promise<void>,
  ...codes: readonly Code[]
): Promise<Code | undefined> {
  try {
    await remove();
    return undefined;
  } catch (error) {
    const code = codes.find((one) => error instanceof ProblemError && error.code === one);
    if (code === undefined) throw error;
    return code;
  }
}

type KnownTransition = WorkflowNow['transitions'][number];

/** Whether transitions perform another one on what belongs to their records. */
const isCascade = (transitions: readonly KnownTransition[], { resourceType, name }: KnownTransition) =>
  transitions.some(({ tasks = [] }) =>
    tasks.some(
      ({ templateName, parameters }) =>
        templateName === 'CASCADE' &&
        parameters?.['transition'] === name &&
        { items: 'ITEM', media: 'MEDIA' }[String(parameters['to'])] === resourceType,
    ),
  );

/** Whether tasks require or set a field. */
const isOfTask = (
  transitions: readonly KnownTransition[],
  { resourceType, name }: WorkflowNow['fields'][number],
) =>
  transitions.some(
    (transition) =>
      transition.resourceType === resourceType &&
      transition.tasks?.some(
        ({ parameters }) =>
          parameters?.['field'] === name ||
          (Array.isArray(parameters?.['fields']) && parameters['fields'].includes(name)),
      ),
  );
