import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { TemplateResourceType } from '@armarium/contract/record-types';
import { WEBHOOK_TASK } from '@armarium/contract/transition-tasks';
import { jsonb, type TenantQueries, type WriteTransaction } from '../../db/database.ts';
import { recordHistory } from '../../db/history.ts';
import { invalid, notFound, ProblemError } from '../../problem-error.ts';
import { collectionsByUuids } from '../catalogue/public.ts';
import { cleanText, fieldTemplates } from '../records/public.ts';
import { judgedTask } from './judged-task.rules.ts';
import { givenParameters, shownParameters } from './task-parameters.ts';
import { collectionNamed } from './tasks/link-to-collection.ts';
import type { TaskGround } from './tasks/task.ts';
import { holdTransition, rolesProblem } from './transition.writes.ts';
import type { Task } from './transition.ts';
import { allTransitions, type KnownTransition } from './workflow.queries.ts';

/** The names in the tenant that a task of this kind of record may refer to. */
async function groundOf(
  db: TenantQueries,
  resourceType: TemplateResourceType,
  parameters: Readonly<Record<string, unknown>>,
): Promise<TaskGround> {
  const fields = await fieldTemplates(db, resourceType);
  const { transition } = parameters;
  const performed =
    typeof transition === 'string'
      ? await db
          .selectFrom('transition_template')
          .select('resource_type')
          .where('name', '=', cleanText(transition))
          .execute()
      : [];
  const named = collectionNamed(parameters);
  const found = named === undefined ? [] : await collectionsByUuids(db, [named]);
  return {
    fieldsOf: (type) => (type === resourceType ? fields : []),
    isTransition: (type) => performed.some(({ resource_type }) => resource_type === type),
    isCollection: () => found.length > 0,
  };
}

/** A task as a body describes it. */
export interface TaskGiven {
  readonly templateName: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** @param before the task that is changed. @throws ProblemError 422 naming the wrong parameters */
async function judged(
  tx: WriteTransaction,
  transition: KnownTransition,
  wanted: TaskGiven,
  before?: TaskGiven,
) {
  const { resourceType } = transition;
  const { templateName } = wanted;
  const given = givenParameters(wanted, before);
  const ground = await groundOf(tx.db, resourceType, given.parameters);
  const { parameters, problems } = judgedTask(
    { templateName, parameters: given.parameters, resourceType },
    ground,
  );
  if (problems.length > 0) throw invalid(problems);
  if (given.isSecretMissing) parameters['secretMissing'] = true;
  requireOther(transition, { templateName, parameters }, before);
  const isNarrowing = templateName === 'SET_VISIBILITY';
  const problem = isNarrowing && rolesProblem({ roles: transition.roles, changesVisibility: true });
  if (problem) throw invalid([{ ...problem, name: 'templateName' }]);
  return { templateName, parameters };
}

/**
 * Two calls to one address differ by their secret alone. In a workflow file, which holds no secret, they would be one.
 * @throws ProblemError 409 `duplicate`
 */
function requireOther(transition: KnownTransition, wanted: TaskGiven, before: TaskGiven | undefined): void {
  if (wanted.templateName !== WEBHOOK_TASK) return;
  const isSame = (task: Task) =>
    task !== before &&
    task.templateName === WEBHOOK_TASK &&
    task.parameters['url'] === wanted.parameters['url'];
  if (!transition.tasks.some(isSame)) return;
  const message = 'The transition calls this address already. Change that call.';
  throw new ProblemError('duplicate', message, {
    fields: [{ name: 'parameters.url', code: 'duplicate', message }],
  });
}

/** A task as the history tells of it, without a secret. */
const inHistory = ({ templateName, parameters }: TaskGiven) => ({
  templateName,
  parameters: shownParameters({ templateName, parameters }, true),
});

/** Finds a task and its transition. @throws ProblemError 404 */
export async function taskNamed(
  db: TenantQueries,
  uuid: string,
): Promise<{ task: Task; transition: KnownTransition }> {
  for (const transition of await allTransitions(db)) {
    const task = transition.tasks.find((one) => one.uuid === uuid.toLowerCase());
    if (task) return { task, transition };
  }
  throw notFound('The task');
}

/** As `taskNamed`. It also locks the transition, and so all its tasks, and gives the task's version. */
async function holdTask(tx: WriteTransaction, uuid: string) {
  const { transition: known } = await taskNamed(tx.db, uuid);
  const transition = await holdTransition(tx, known.uuid);
  const row = await tx.db
    .selectFrom('transition_task')
    .select('version')
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  const task = transition.tasks.find((one) => one.uuid === uuid.toLowerCase());
  if (!row || !task) throw notFound('The task');
  return { transition, task, version: row.version };
}

/** Stores the order of the tasks, and whether one of them changes the visibility of the record. */
async function settle(tx: WriteTransaction, transitionUuid: string, order: readonly string[]): Promise<void> {
  await sql`
    update transition_task set sort_order = made.place::integer - 1
    from unnest(${order}::uuid[]) with ordinality as made (uuid, place)
    where transition_task.uuid = made.uuid and sort_order <> made.place - 1`.execute(tx.db);
  await sql`
    update transition_template set version = version + 1, changes_visibility = exists (
      select from transition_task task
      where task.transition_uuid = transition_template.uuid and task.template_name = 'SET_VISIBILITY')
    where uuid = ${transitionUuid}::uuid`.execute(tx.db);
}

/** The tasks with one of them moved to an index; without an index, to the end. */
function placed(tasks: readonly string[], uuid: string, index: number | undefined): string[] {
  const others = tasks.filter((one) => one !== uuid);
  others.splice(index ?? others.length, 0, uuid);
  return others;
}

/** Adds a task to a transition. @param index its place among the others; without it the end. @returns its uuid */
export async function addTask(
  tx: WriteTransaction,
  transitionUuid: string,
  given: TaskGiven,
  index?: number,
): Promise<string> {
  const transition = await holdTransition(tx, transitionUuid);
  const { templateName, parameters } = await judged(tx, transition, given);
  const uuid = uuidv7();
  await tx.db
    .insertInto('transition_task')
    .values({
      tenant_id: tx.tenantId,
      uuid,
      transition_uuid: transition.uuid,
      sort_order: transition.tasks.length,
      template_name: templateName,
      parameters: jsonb(parameters),
    })
    .execute();
  const tasks = transition.tasks.map((task) => task.uuid);
  await settle(tx, transition.uuid, placed(tasks, uuid, index));
  const after = { added: inHistory({ templateName, parameters }) };
  await recordHistory(tx, [{ record: transition.uuid, resourceType: 'TRANSITION', action: 'update', after }]);
  return uuid;
}

/**
 * Changes a task.
 * @param given a part that it lacks stays as it is
 * @param check refuses the change to this version
 * @returns the version that it has now
 */
export async function changeTask(
  tx: WriteTransaction,
  uuid: string,
  given: { [Part in keyof TaskGiven]?: TaskGiven[Part] | undefined } & { index?: number | undefined },
  check: (version: number) => void,
): Promise<number> {
  const { transition, task, version } = await holdTask(tx, uuid);
  check(version);
  const after = await judged(
    tx,
    transition,
    {
      templateName: given.templateName ?? task.templateName,
      parameters: given.parameters ?? shownParameters(task, true),
    },
    task,
  );
  await sql`
    update transition_task set template_name = ${after.templateName}, parameters = ${jsonb(after.parameters)},
      version = version + 1
    where uuid = ${task.uuid}::uuid`.execute(tx.db);
  const tasks = transition.tasks.map((one) => one.uuid);
  const order = given.index === undefined ? tasks : placed(tasks, task.uuid, given.index);
  await settle(tx, transition.uuid, order);
  await recordHistory(tx, [
    {
      record: transition.uuid,
      resourceType: 'TRANSITION',
      action: 'update',
      before: { changed: inHistory(task) },
      after: { changed: inHistory(after) },
    },
  ]);
  return version + 1;
}

/** Puts all tasks of a transition into an order. @param check refuses it for the order that they have */
export async function orderTasks(
  tx: WriteTransaction,
  transitionUuid: string,
  order: readonly string[],
  check: (before: readonly string[]) => void,
): Promise<void> {
  const transition = await holdTransition(tx, transitionUuid);
  const before = transition.tasks.map(({ uuid }) => uuid);
  check(before);
  const unknown = order.findIndex((uuid) => !before.includes(uuid));
  if (unknown >= 0) {
    const message = 'The transition has no such task (any more).';
    throw invalid([{ name: `[${unknown}]`, code: 'unknown-task', message }]);
  }
  if (before.toSorted().join() !== order.toSorted().join()) {
    throw new ProblemError(
      'other-members',
      'The list must contain each task of the transition once. Read it again, then send the new order.',
    );
  }
  if (before.join() === order.join()) return;
  await settle(tx, transition.uuid, order);
  await recordHistory(tx, [
    {
      record: transition.uuid,
      resourceType: 'TRANSITION',
      action: 'update',
      before: { order: before },
      after: { order },
    },
  ]);
}

/** Takes a task from its transition. @param check refuses it for this version */
export async function removeTask(
  tx: WriteTransaction,
  uuid: string,
  check: (version: number) => void,
): Promise<void> {
  const { transition, task, version } = await holdTask(tx, uuid);
  check(version);
  await tx.db.deleteFrom('transition_task').where('uuid', '=', task.uuid).execute();
  const left = transition.tasks.filter((one) => one !== task).map((one) => one.uuid);
  await settle(tx, transition.uuid, left);
  await recordHistory(tx, [
    {
      record: transition.uuid,
      resourceType: 'TRANSITION',
      action: 'update',
      before: { removed: inHistory(task) },
    },
  ]);
}
