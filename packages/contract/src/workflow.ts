import { Type, type Static } from '@sinclair/typebox';
import { roles } from './capability.ts';
import { links, pageOf, pageQuery } from './hal.ts';
import { defineOperation } from './operation.ts';
import { Count, Timestamp, Uuid } from './scalar.ts';
import { TemplateResourceType } from './templates.ts';

const closed = { additionalProperties: false } as const;
const byUuid = Type.Object({ uuid: Uuid });

/** Room for a reason of several pages; whatever is longer belongs into a document. */
export const COMMENT_MAX_CHARACTERS = 10_000;

/** A task of a transition as the transition shows it, in the order in which tasks run. */
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
  /** `default` where none was given. */
  workflowName: Type.String(),
  resourceType: TemplateResourceType,
  /** Only these roles may perform it; empty: all whose right to transitions reaches. */
  roles: Type.Array(Type.Union(roles.map((role) => Type.Literal(role)))),
  actions: Type.Array(Action),
  /** `perform`: this user may do it, be it with own records only. */
  allowedActions: Type.Array(Type.Literal('perform')),
  _links: links(['self'], []),
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

/** A transition that was performed on a record; it outlives both (decisions §8). */
export const TransitionLog = Type.Object({
  uuid: Uuid,
  assetUuid: Uuid,
  resourceType: TemplateResourceType,
  transitionUuid: Uuid,
  /** The event name and the states as they were called then. */
  name: Type.String(),
  itemFromState: Type.String(),
  itemToState: Type.String(),
  comment: Type.String(),
  date: Timestamp,
  /** Name and surname as they were then. */
  user: Type.String(),
  /** The entry whose task CASCADE performed this one; null where a person did. */
  causedBy: Type.Union([Uuid, Type.Null()]),
  /** The changes that were made together share it. */
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
