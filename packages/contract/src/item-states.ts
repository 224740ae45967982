import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { links, pageOf, pageQuery, readOnly } from './hal.ts';
import { GivenLabels, Labels } from './labels.ts';
import { byUuid, closed, defineOperation } from './operation.ts';
import { Uuid } from './scalar.ts';

/** The state of a new record. It keeps its name and cannot be deleted (decisions §8). */
export const DEFAULT_STATE = 'Default';

/** A workflow state: a name and a colour, `#rrggbb` (catalogue §3). Its `label` is its name. */
export const ItemState = Type.Object({
  uuid: Uuid,
  id: Uuid,
  name: Type.String(),
  label: Type.String(),
  labels: Labels,
  color: Type.String(),
  url: Type.String(),
  _links: links(['self'], []),
});
export type ItemState = Static<typeof ItemState>;

export const listItemStates = defineOperation({
  tag: 'Workflow',
  access: 'browse',
  id: 'listItemStates',
  method: 'GET',
  path: '/meta/itemStates',
  summary: 'The workflow states of the tenant',
  query: pageQuery({}),
  responses: { 200: pageOf('itemStates', ItemState) },
});

export const getItemState = defineOperation({
  tag: 'Workflow',
  access: 'browse',
  id: 'getItemState',
  method: 'GET',
  path: '/meta/itemStates/:uuid',
  summary: 'One workflow state',
  params: byUuid,
  responses: { 200: ItemState },
});

const stateFields = {
  name: Type.String({ minLength: 1, maxLength: 100 }),
  color: Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }),
  labels: Type.Optional(GivenLabels),
};

const managing = { tag: 'Workflow', access: 'manage' } as const;

export const createItemState = defineOperation({
  ...managing,
  id: 'createItemState',
  method: 'POST',
  path: '/meta/itemStates',
  summary: 'Make a workflow state; a name that there is already is 409 `duplicate`',
  body: Type.Object(stateFields, closed),
  responses: { 201: ItemState },
});

export const updateItemState = defineOperation({
  ...managing,
  id: 'updateItemState',
  method: 'PATCH',
  path: '/meta/itemStates/:uuid',
  summary:
    'Change a state; a new name goes to its transitions and to the records that are in it. Honours If-Match',
  params: byUuid,
  body: Type.Object(
    {
      ...readOnly(ItemState, Object.keys(stateFields)),
      ...Type.Partial(Type.Object(stateFields)).properties,
    },
    closed,
  ),
  responses: { 200: ItemState },
});

export const deleteItemState = defineOperation({
  ...managing,
  id: 'deleteItemState',
  method: 'DELETE',
  path: '/meta/itemStates/:uuid',
  summary: 'Delete a state that no transition and no record uses (409 `state-in-use`); never Default',
  params: byUuid,
  responses: { 204: null },
});
