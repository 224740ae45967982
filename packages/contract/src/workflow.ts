import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { roles } from './capability.ts';
import { readOnly } from './record-edits.ts';
import { links, pageOf, pageQuery } from './hal.ts';
import { defineOperation } from './operation.ts';
import { Count, Timestamp, Uuid } from './scalar.ts';
import { TemplateResourceType } from './templates.ts';

const closed = { additionalProperties: false } as const;
const byUuid = Type.Object({ uuid: Uuid });

/** Room for a reason of several pages; anything longer belongs in a document. */
export const COMMENT_MAX_CHARACTERS = 10_000;

/** A task in the representation of a transition, in the order in which tasks run. */
const Action = Type.Object({
  uuid: Uuid,
  templateName: Type.String(),
  parameters: Type.Record(Type.String(), Type.Unknown()),
  index: Count,
});

/** A named event that leads from one state to another, for one kind of record (back office §3, decisions §8). */
export const TransitionTemplate = Type.Object({
  uuid: Uuid,
  id: Uuid,
  name: Type.String(),
  label: Type.String(),
  itemFromState: Type.String(),
  itemToState: Type.String(),
  /** `default` where the body has none. */
  workflowName: Type.String(),
  resourceType: TemplateResourceType,
  /** Only these roles may perform it; empty: all roles with the right to transitions. */
  roles: Type.Array(Type.Union(roles.map((role) => Type.Literal(role)))),
  actions: Type.Array(Action),
  /** `perform`: this user may perform it, at least on own records. */
  allowedActions: Type.Array(
    Type.Union([Type.Literal('perform'), Type.Literal('edit'), Type.Literal('delete')]),
  ),
  _links: links(['self', 'tasks'], []),
});
export type TransitionTemplate = Static<typeof TransitionTemplate>;

const TransitionTemplatesPage = pageOf('transitionTemplates', TransitionTemplate);
const transitions = { tag: 'Workflow', access: 'browse', method: 'GET' } as const;

export const listTransitionTemplates = defineOperation({
  ...transitions,
  id: 'listTransitionTemplates',
  path: '/meta/transitionTemplates',
  summary: 'The transitions of the tenant, by kind of record and order (default size 50)',
  query: pageQuery({}),
  responses: { 200: TransitionTemplatesPage },
});

export const findTransitionsByResourceType = defineOperation({
  ...transitions,
  id: 'findTransitionsByResourceType',
  path: '/meta/transitionTemplates/search/findTemplatesByResourceType',
  summary: 'The transitions of one kind of record (default size 50)',
  query: pageQuery({ resourceType: TemplateResourceType }),
  responses: { 200: TransitionTemplatesPage },
});

export const findTransitionsFromState = defineOperation({
  ...transitions,
  id: 'findTransitionsFromState',
  path: '/meta/transitionTemplates/search/findByItemFromStateAndResourceType',
  summary: 'The transitions from a state, for one kind of record (default size 50)',
  query: pageQuery({ itemFromState: Type.String(), resourceType: TemplateResourceType }),
  responses: { 200: TransitionTemplatesPage },
});

export const getTransitionTemplate = defineOperation({
  ...transitions,
  id: 'getTransitionTemplate',
  path: '/meta/transitionTemplates/:uuid',
  summary: 'One transition',
  params: byUuid,
  responses: { 200: TransitionTemplate },
});

const Name = Type.String({ minLength: 1, maxLength: 200 });
const transitionFields = {
  name: Name,
  /** The label for people; the event name where it is empty. */
  label: Type.Optional(Type.String({ maxLength: 200 })),
  itemFromState: Name,
  itemToState: Name,
  workflowName: Type.Optional(Type.String({ maxLength: 200 })),
  roles: Type.Optional(Type.Array(Type.Union(roles.map((role) => Type.Literal(role))), { maxItems: 20 })),
};
const managing = { tag: 'Workflow', access: 'manage' } as const;

export const createTransitionTemplate = defineOperation({
  ...managing,
  id: 'createTransitionTemplate',
  method: 'POST',
  path: '/meta/transitionTemplates',
  summary: 'Make a transition; the same event name between the same states is 409 `duplicate`',
  body: Type.Object({ ...transitionFields, resourceType: TemplateResourceType }, closed),
  responses: { 201: TransitionTemplate },
});

export const updateTransitionTemplate = defineOperation({
  ...managing,
  id: 'updateTransitionTemplate',
  method: 'PATCH',
  path: '/meta/transitionTemplates/:uuid',
  summary: 'Change a transition, but not the kind of record that it is for; honours If-Match',
  params: byUuid,
  body: Type.Object(
    {
      ...readOnly(TransitionTemplate, [...Object.keys(transitionFields), 'resourceType']),
      ...Type.Partial(Type.Object(transitionFields)).properties,
      /** Only unchanged. */
      resourceType: Type.Optional(TemplateResourceType),
    },
    closed,
  ),
  responses: { 200: TransitionTemplate },
});

export const deleteTransitionTemplate = defineOperation({
  ...managing,
  id: 'deleteTransitionTemplate',
  method: 'DELETE',
  path: '/meta/transitionTemplates/:uuid',
  summary: 'Delete a transition with its tasks; the log of those performed stays',
  params: byUuid,
  responses: { 204: null },
});

/** A step of a transition: a guard or a change (decisions §8, back office §3). */
export const TransitionTask = Type.Object({
  ...Action.properties,
  transitionUuid: Uuid,
  resourceType: TemplateResourceType,
  _links: links(['self', 'transition'], []),
});
export type TransitionTask = Static<typeof TransitionTask>;

const taskFields = {
  templateName: Type.String({ maxLength: 100 }),
  parameters: Type.Optional(Type.Record(Type.String({ maxLength: 100 }), Type.Unknown())),
  /** Its index among the tasks of the transition, from 0; default the end. */
  index: Type.Optional(Count),
};

export const listTransitionTasks = defineOperation({
  ...transitions,
  id: 'listTransitionTasks',
  path: '/meta/transitionTasks',
  summary: 'The tasks of a transition in the order in which they run',
  query: pageQuery({ transitionUuid: Uuid }),
  responses: { 200: pageOf('transitionTasks', TransitionTask) },
});

export const getTransitionTask = defineOperation({
  ...transitions,
  id: 'getTransitionTask',
  path: '/meta/transitionTasks/:uuid',
  summary: 'One task',
  params: byUuid,
  responses: { 200: TransitionTask },
});

export const createTransitionTask = defineOperation({
  ...managing,
  id: 'createTransitionTask',
  method: 'POST',
  path: '/meta/transitionTasks',
  summary: 'Add a task to a transition; the same task with the same parameters is 409 `duplicate`',
  body: Type.Object({ transitionUuid: Uuid, ...taskFields }, closed),
  responses: { 201: TransitionTask },
});

export const updateTransitionTask = defineOperation({
  ...managing,
  id: 'updateTransitionTask',
  method: 'PATCH',
  path: '/meta/transitionTasks/:uuid',
  summary: 'Change a task, or its place among the others; `parameters` replaces them all; honours If-Match',
  params: byUuid,
  body: Type.Object(
    {
      ...readOnly(TransitionTask, Object.keys(taskFields)),
      ...Type.Partial(Type.Object(taskFields)).properties,
    },
    closed,
  ),
  responses: { 200: TransitionTask },
});

export const deleteTransitionTask = defineOperation({
  ...managing,
  id: 'deleteTransitionTask',
  method: 'DELETE',
  path: '/meta/transitionTasks/:uuid',
  summary: 'Take a task from its transition',
  params: byUuid,
  responses: { 204: null },
});

/** A template of tasks, with its parameters (decisions §8). */
export const TaskTemplate = Type.Object({
  name: Type.String(),
  label: Type.String(),
  kind: Type.Union([Type.Literal('guard'), Type.Literal('change')]),
  parameters: Type.Array(
    Type.Object({
      name: Type.String(),
      label: Type.String(),
      /** `TEXT`, `ENUM`, `BOOLEAN` or `ARRAY`. */
      type: Type.String(),
      required: Type.Boolean(),
      options: Type.Array(Type.String()),
    }),
  ),
});
export type TaskTemplate = Static<typeof TaskTemplate>;

export const listTaskTemplates = defineOperation({
  ...transitions,
  id: 'listTaskTemplates',
  path: '/meta/taskTemplates',
  summary: 'What tasks there are, for a kind of record where it is named',
  query: pageQuery({ resourceType: Type.Optional(TemplateResourceType) }),
  responses: { 200: pageOf('taskTemplates', TaskTemplate) },
});

/** A transition that was performed on a record; it outlives both (decisions §8). */
export const TransitionLog = Type.Object({
  uuid: Uuid,
  assetUuid: Uuid,
  resourceType: TemplateResourceType,
  transitionUuid: Uuid,
  /** The event name and the names of the states at that time. */
  name: Type.String(),
  itemFromState: Type.String(),
  itemToState: Type.String(),
  comment: Type.String(),
  date: Timestamp,
  /** Name and surname at that time. */
  user: Type.String(),
  /** The entry whose CASCADE performed this one; null where a person did. */
  causedBy: Type.Union([Uuid, Type.Null()]),
  /** The same for all changes of one transaction. */
  changeSet: Uuid,
});
export type TransitionLog = Static<typeof TransitionLog>;

export const performTransition = defineOperation({
  id: 'performTransition',
  tag: 'Workflow',
  method: 'POST',
  path: '/meta/transitionLogs',
  summary: 'Perform a transition on a record: its guards and changes run in order, all or nothing',
  access: 'transition',
  body: Type.Object(
    {
      assetUuid: Uuid,
      resourceType: TemplateResourceType,
      transitionUuid: Uuid,
      comment: Type.Optional(Type.String({ maxLength: COMMENT_MAX_CHARACTERS })),
    },
    closed,
  ),
  responses: { 201: TransitionLog },
});

export const listTransitionLogs = defineOperation({
  id: 'listTransitionLogs',
  tag: 'Workflow',
  method: 'GET',
  path: '/meta/transitionLogs',
  summary: 'The transitions that were performed on a record, the newest first',
  access: 'readHistory',
  query: pageQuery({ assetUuid: Uuid }),
  responses: { 200: pageOf('transitionLogs', TransitionLog) },
});
