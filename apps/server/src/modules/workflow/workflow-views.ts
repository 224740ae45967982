import { roles, type Role } from '@armarium/contract/capability';
import {
  getTransitionTask,
  listTransitionTasks,
  type TransitionTask,
} from '@armarium/contract/transition-tasks';
import { getTransitionTemplate, type TransitionTemplate } from '@armarium/contract/transitions';
import { reach, type Actor } from '../../db/database.ts';
import { countingRoles, hrefOf, transitionReach } from '../records/public.ts';
import { shownParameters } from './task-parameters.ts';
import type { Task } from './transition.ts';
import type { KnownTransition } from './workflow.queries.ts';

/**
 * The representation of a transition (back office §3). One that changes the visibility has only the roles
 * that may do that.
 */
export function transitionView(row: KnownTransition, actor: Actor, origin: string): TransitionTemplate {
  const tasks = hrefOf(origin, listTransitionTasks, row.uuid);
  const mayManage = reach(actor, 'manage') !== undefined;
  const isNarrowed = row.roles.length > 0 || row.changesVisibility;
  return {
    uuid: row.uuid,
    id: row.uuid,
    name: row.name,
    label: row.label === '' ? row.name : row.label,
    labels: row.labels,
    itemFromState: row.fromState,
    itemToState: row.toState,
    workflowName: row.workflowName,
    resourceType: row.resourceType,
    roles: isNarrowed ? countingRoles(roles, row) : ([] satisfies Role[]),
    actions: row.tasks.map((task, index) => ({
      uuid: task.uuid,
      templateName: task.templateName,
      parameters: shownParameters(task, mayManage),
      index,
    })),
    allowedActions: [
      ...(transitionReach(actor, row) === undefined ? [] : (['perform'] as const)),
      ...(mayManage ? (['edit', 'delete'] as const) : []),
    ],
    _links: {
      self: hrefOf(origin, getTransitionTemplate, row.uuid),
      tasks: { href: `${tasks.href}?transitionUuid=${row.uuid}` },
    },
  };
}

/** The representation of a task, with its transition. */
export function taskView(
  task: Task,
  transition: KnownTransition,
  actor: Actor,
  origin: string,
): TransitionTask {
  return {
    uuid: task.uuid,
    templateName: task.templateName,
    parameters: shownParameters(task, reach(actor, 'manage') !== undefined),
    index: transition.tasks.indexOf(task),
    transitionUuid: transition.uuid,
    resourceType: transition.resourceType,
    _links: {
      self: hrefOf(origin, getTransitionTask, task.uuid),
      transition: hrefOf(origin, getTransitionTemplate, transition.uuid),
    },
  };
}
