import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { links, pageOf, pageQuery, readOnly } from './hal.ts';
import { byUuid, closed, defineOperation } from './operation.ts';
import { TemplateResourceType } from './record-types.ts';
import { Count, oneOf, Uuid } from './scalar.ts';
import { TransitionAction } from './transitions.ts';

/** The task that sends mail, and the one that calls another server. */
export const MAIL_TASK = 'SEND_EMAIL';
export const WEBHOOK_TASK = 'WEBHOOK';
/** The most recipients of one message. */
export const RECIPIENTS_MAX = 50;
export const SUBJECT_MAX_CHARACTERS = 200;
export const MAIL_BODY_MAX_CHARACTERS = 10_000;

/**
 * A step of a transition: a guard, a change or an effect (decisions §8, back office §3). The parameters of an effect are
 * shown only to those who manage. A secret is never shown: `hasSecret` says that there is one, and keeps it when it is sent
 * back without `secret`.
 */
export const TransitionTask = Type.Object({
  ...TransitionAction.properties,
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

const tasks = { tag: 'Workflow', access: 'browse', method: 'GET' } as const;
const managing = { tag: 'Workflow', access: 'manage' } as const;

export const listTransitionTasks = defineOperation({
  ...tasks,
  id: 'listTransitionTasks',
  path: '/meta/transitionTasks',
  summary: 'The tasks of a transition in the order in which they run; the ETag is that of the order',
  query: pageQuery({ transitionUuid: Uuid }),
  responses: { 200: pageOf('transitionTasks', TransitionTask) },
});

export const getTransitionTask = defineOperation({
  ...tasks,
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

export const orderTransitionTasks = defineOperation({
  ...managing,
  id: 'orderTransitionTasks',
  method: 'PUT',
  path: '/meta/transitionTasks/order',
  summary:
    'Put all tasks of a transition into the order in which they run; honours If-Match of their list, and answers its new tag',
  query: Type.Object({ transitionUuid: Uuid }),
  /** All of them, each once. */
  body: Type.Array(Uuid, { maxItems: 1_000 }),
  responses: { 200: Type.Object({ success: Type.Literal(true) }) },
});

/**
 * What stands in braces in a text that a task writes, such as `{today}`: the date, the name of the user, the title and the
 * pressmark of the record, the comment of the transition.
 */
export const taskPlaceholders = ['today', 'user', 'title', 'pressmark', 'comment'] as const;
/** In a message also: the number of records, and the address of the record. Of several records the first stands for all. */
export const mailPlaceholders = [...taskPlaceholders, 'count', 'link'] as const;
export type TaskPlaceholder = (typeof mailPlaceholders)[number];

/** A text with the words of a record in the place of their placeholders; other braces stay. */
export const filledText = (text: string, words: Readonly<Partial<Record<TaskPlaceholder, string>>>): string =>
  text.replace(/\{(\w+)\}/g, (braces, name) => {
    const placeholder = mailPlaceholders.find((one) => one === name);
    return (placeholder && words[placeholder]) ?? braces;
  });

/** A template of tasks, with its parameters (decisions §8). */
export const TaskTemplate = Type.Object({
  name: Type.String(),
  label: Type.String(),
  /** Effects are performed after the transition, when it has been committed. */
  kind: oneOf(['guard', 'change', 'effect']),
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
  ...tasks,
  id: 'listTaskTemplates',
  path: '/meta/taskTemplates',
  summary: 'What tasks there are, for a kind of record where it is named',
  query: pageQuery({ resourceType: Type.Optional(TemplateResourceType) }),
  responses: { 200: pageOf('taskTemplates', TaskTemplate) },
});
