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
import { orderVersion, requireMatch, setEntityTag } from '../../http/entity-tag.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { pageAnswer, pageOfRows, wantedPage } from '../../http/pages.ts';
import { invalid, notFound } from '../../problem-error.ts';
import { fieldTemplates, type FieldTemplate } from '../records/public.ts';
import { taskTemplates } from './judged-task.rules.ts';
import { addTask, changeTask, orderTasks, removeTask, taskNamed } from './task.writes.ts';
import { transitionNamed } from './transition.writes.ts';
import { taskView } from './workflow-views.ts';

const DEFAULT_SIZE = 50;

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
  implement(listTransitionTasks, async ({ data, query, actor, origin, url, reply }) => {
    const page = wantedPage(query, DEFAULT_SIZE);
    const transition = await data.read((db) => transitionNamed({ db }, query.transitionUuid));
    if (!transition) throw notFound('The transition');
    setEntityTag(reply, orderVersion(transition.tasks.map(({ uuid }) => uuid)));
    const shown = transition.tasks.map((task) => taskView(task, transition, actor, origin));
    return pageAnswer('transitionTasks', pageOfRows(shown, page), page, shown.length, origin, url);
  }),
  implement(getTransitionTask, async ({ data, params, actor, origin, reply }) => {
    const { task, transition, version } = await data.read(async (db) => {
      const row = await db
        .selectFrom('transition_task')
        .select('version')
        .where('uuid', '=', params.uuid)
        .executeTakeFirst();
      return { ...(await taskNamed(db, params.uuid)), version: row?.version ?? 1 };
    });
    setEntityTag(reply, version);
    return taskView(task, transition, actor, origin);
  }),
  implement(createTransitionTask, ({ data, body, actor, origin }) =>
    data.write('configure-workflow', async (tx) => {
      const { transitionUuid, templateName, parameters = {}, index } = body;
      if (!(await transitionNamed(tx, transitionUuid))) {
        const message = 'This transition does not exist (any more).';
        throw invalid([{ name: 'transitionUuid', code: 'unknown-transition', message }]);
      }
      const uuid = await addTask(tx, transitionUuid, { templateName, parameters }, index);
      const { task, transition } = await taskNamed(tx.db, uuid);
      return taskView(task, transition, actor, origin);
    }),
  ),
  implement(updateTransitionTask, async ({ data, params, body, actor, origin, request, reply }) => {
    const { view, version } = await data.write('configure-workflow', async (tx) => {
      const check = (before: number) => requireMatch(request, before);
      const version = await changeTask(tx, params.uuid, body, check);
      const now = await taskNamed(tx.db, params.uuid);
      return { view: taskView(now.task, now.transition, actor, origin), version };
    });
    setEntityTag(reply, version);
    return view;
  }),
  implement(orderTransitionTasks, async ({ data, query, body, request, reply }) => {
    const order = body.map((uuid) => uuid.toLowerCase());
    await data.write('configure-workflow', (tx) =>
      orderTasks(tx, query.transitionUuid, order, (before) => requireMatch(request, orderVersion(before))),
    );
    setEntityTag(reply, orderVersion(order));
    return { success: true as const };
  }),
  implement(deleteTransitionTask, async ({ data, params, request }) => {
    await data.write('configure-workflow', (tx) =>
      removeTask(tx, params.uuid, (version) => requireMatch(request, version)),
    );
    return undefined;
  }),
];
