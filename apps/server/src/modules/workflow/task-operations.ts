import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { templateResourceTypes, type TemplateResourceType } from '@armarium/contract/record-types';
import {
  createTransitionTask,
  deleteTransitionTask,
  getTransitionTask,
  listTaskTemplates,
  listTransitionTasks,
  orderTransitionTasks,
  updateTransitionTask,
} from '@armarium/contract/transition-tasks';
import { jsonb, type TenantQueries, type WriteTransaction } from '../../db/database.ts';
import { orderVersion, requireMatch, setEntityTag } from '../../http/entity-tag.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { pageAnswer, pageOfRows, wantedPage } from '../../http/pages.ts';
import { invalid, notFound, ProblemError } from '../../problem-error.ts';
import { recordHistory } from '../../db/history.ts';
import { collectionsByUuids } from '../catalogue/public.ts';
import { fieldTemplates, type FieldTemplate } from '../records/public.ts';
import { judgedTask, taskTemplates } from './judged-task.rules.ts';
import { collectionNamed } from './tasks/link-to-collection.ts';
import type { TaskGround } from './tasks/task.ts';
import { holdTransition, rolesProblem, transitionNamed } from './transition-edits.ts';
import type { Task } from './transition.ts';
import { allTransitions, type KnownTransition } from './workflow.queries.ts';
import { taskView } from './workflow-views.ts';

const DEFAULT_SIZE = 50;

/** The names in the tenant that a task of this kind of record may refer to. */
async function groundOf(
  db: TenantQueries,
  resourceType: TemplateResourceType,
  parameters: Readonly<Record<string, unknown>>,
): Promise<TaskGround> {
  const fields = await fieldTemplates(db, resourceType);
  const transitions = await allTransitions(db);
  const named = collectionNamed(parameters);
  const found = named === undefined ? [] : await collectionsByUuids(db, [named]);
  return {
    fieldsOf: (type) => (type === resourceType ? fields : []),
    isTransition: (type, name) => transitions.some((one) => one.resourceType === type && one.name === name),
    isCollection: () => found.length > 0,
  };
}

interface Wanted {
  readonly templateName: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** @throws ProblemError 422 naming the wrong parameters */
async function judged(tx: WriteTransaction, transition: KnownTransition, wanted: Wanted) {
  const { resourceType } = transition;
  const ground = await groundOf(tx.db, resourceType, wanted.parameters);
  const { parameters, problems } = judgedTask({ ...wanted, resourceType }, ground);
  if (problems.length > 0) throw invalid(problems);
  const { templateName } = wanted;
  const isNarrowing = templateName === 'SET_VISIBILITY';
  const problem = isNarrowing && rolesProblem({ roles: transition.roles, changesVisibility: true });
  if (problem) throw invalid([{ ...problem, name: 'templateName' }]);
  return { templateName, parameters };
}

/** Finds a task and its transition. @throws ProblemError 404 */
async function taskNamed(
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

/** The operations on tasks of transitions (back office §3 and §5, decisions §8). */
export const taskOperations: Implementation[] = [
  implement(listTaskTemplates, async ({ data, query, origin, url }) => {
    const page = wantedPage(query, DEFAULT_SIZE);
    const types = query.resourceType === undefined ? templateResourceTypes : [query.resourceType];
    const fields = await data.read(async (db) => {
      const byType = new Map<TemplateResourceType, readonly FieldTemplate[]>();
      for (const type of types) byType.set(type, await fieldTemplates(db, type));
      return byType;
    });
    const shown = taskTemplates(query.resourceType, { fieldsOf: (type) => fields.get(type) ?? [] });
    return pageAnswer('taskTemplates', pageOfRows(shown, page), page, shown.length, origin, url);
  }),
  implement(listTransitionTasks, async ({ data, query, origin, url, reply }) => {
    const page = wantedPage(query, DEFAULT_SIZE);
    const transition = await data.read((db) => transitionNamed({ db }, query.transitionUuid));
    if (!transition) throw notFound('The transition');
    setEntityTag(reply, orderVersion(transition.tasks.map(({ uuid }) => uuid)));
    const shown = transition.tasks.map((task) => taskView(task, transition, origin));
    return pageAnswer('transitionTasks', pageOfRows(shown, page), page, shown.length, origin, url);
  }),
  implement(getTransitionTask, async ({ data, params, origin, reply }) => {
    const { task, transition, version } = await data.read(async (db) => {
      const row = await db
        .selectFrom('transition_task')
        .select('version')
        .where('uuid', '=', params.uuid)
        .executeTakeFirst();
      return { ...(await taskNamed(db, params.uuid)), version: row?.version ?? 1 };
    });
    setEntityTag(reply, version);
    return taskView(task, transition, origin);
  }),
  implement(createTransitionTask, ({ data, body, origin }) =>
    data.write('configure-workflow', async (tx) => {
      if (!(await transitionNamed(tx, body.transitionUuid))) {
        const message = 'This transition does not exist (any more).';
        throw invalid([{ name: 'transitionUuid', code: 'unknown-transition', message }]);
      }
      const transition = await holdTransition(tx, body.transitionUuid);
      const { templateName, parameters } = await judged(tx, transition, {
        templateName: body.templateName,
        parameters: body.parameters ?? {},
      });
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
      await settle(tx, transition.uuid, placed(tasks, uuid, body.index));
      const after = { added: { templateName, parameters } };
      await recordHistory(tx, [
        { record: transition.uuid, resourceType: 'TRANSITION', action: 'update', after },
      ]);
      const { task, transition: changed } = await taskNamed(tx.db, uuid);
      return taskView(task, changed, origin);
    }),
  ),
  implement(updateTransitionTask, async ({ data, params, body, origin, request, reply }) => {
    const { view, version } = await data.write('configure-workflow', async (tx) => {
      const { transition, task, version } = await holdTask(tx, params.uuid);
      requireMatch(request, version);
      const after = await judged(tx, transition, {
        templateName: body.templateName ?? task.templateName,
        parameters: body.parameters ?? task.parameters,
      });
      await sql`
        update transition_task set template_name = ${after.templateName}, parameters = ${jsonb(after.parameters)},
          version = version + 1
        where uuid = ${task.uuid}::uuid`.execute(tx.db);
      const tasks = transition.tasks.map((one) => one.uuid);
      if (body.index !== undefined) await settle(tx, transition.uuid, placed(tasks, task.uuid, body.index));
      else await settle(tx, transition.uuid, tasks);
      const { templateName, parameters } = task;
      const before = { changed: { templateName, parameters } };
      await recordHistory(tx, [
        {
          record: transition.uuid,
          resourceType: 'TRANSITION',
          action: 'update',
          before,
          after: { changed: after },
        },
      ]);
      const now = await taskNamed(tx.db, task.uuid);
      return { view: taskView(now.task, now.transition, origin), version: version + 1 };
    });
    setEntityTag(reply, version);
    return view;
  }),
  implement(orderTransitionTasks, async ({ data, query, body, request, reply }) => {
    const order = body.map((uuid) => uuid.toLowerCase());
    await data.write('configure-workflow', async (tx) => {
      const transition = await holdTransition(tx, query.transitionUuid);
      const before = transition.tasks.map(({ uuid }) => uuid);
      requireMatch(request, orderVersion(before));
      const unknown = order.findIndex((uuid) => !before.includes(uuid));
      if (unknown >= 0) {
        const message = 'The transition has no such task (any more).';
        throw invalid([{ name: `[${unknown}]`, code: 'unknown-task', message }]);
      }
      if (before.toSorted().join() !== order.toSorted().join()) {
        throw new ProblemError(
          'other-members',
          'The list has to hold each task of the transition once. Read it again, and order it anew.',
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
    });
    setEntityTag(reply, orderVersion(order));
    return { success: true as const };
  }),
  implement(deleteTransitionTask, async ({ data, params, request }) => {
    await data.write('configure-workflow', async (tx) => {
      const { transition, task, version } = await holdTask(tx, params.uuid);
      requireMatch(request, version);
      await tx.db.deleteFrom('transition_task').where('uuid', '=', task.uuid).execute();
      const left = transition.tasks.filter((one) => one !== task).map((one) => one.uuid);
      await settle(tx, transition.uuid, left);
      const { templateName, parameters } = task;
      await recordHistory(tx, [
        {
          record: transition.uuid,
          resourceType: 'TRANSITION',
          action: 'update',
          before: { removed: { templateName, parameters } },
        },
      ]);
    });
    return undefined;
  }),
];
