import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { allowed } from './allowed-actions.ts';
import { RoleName } from './capability.ts';
import { links, pageOf, pageQuery, readOnly } from './hal.ts';
import { GivenLabels, Labels } from './labels.ts';
import { byUuid, closed, defineOperation } from './operation.ts';
import { TemplateResourceType } from './record-types.ts';
import { Count, Uuid } from './scalar.ts';

/** A task in the representation of a transition, in the order in which tasks run. */
export const TransitionAction = Type.Object({
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
  labels: Labels,
  itemFromState: Type.String(),
  itemToState: Type.String(),
  /** `default` where the body has none. */
  workflowName: Type.String(),
  resourceType: TemplateResourceType,
  /** Only these roles may perform it; empty: all roles with the right to transitions. */
  roles: Type.Array(RoleName),
  actions: Type.Array(TransitionAction),
  /** `perform`: this user may perform it, at least on own records. */
  allowedActions: allowed(['perform', 'edit', 'delete']),
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
  labels: Type.Optional(GivenLabels),
  itemFromState: Name,
  itemToState: Name,
  workflowName: Type.Optional(Type.String({ maxLength: 200 })),
  roles: Type.Optional(Type.Array(RoleName, { maxItems: 20 })),
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
