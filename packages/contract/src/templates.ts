import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { links, pageOf, pageQuery, sortable } from './hal.ts';
import { readOnly } from './record-edits.ts';
import { defineOperation } from './operation.ts';
import { Uuid } from './scalar.ts';

export const templateResourceTypes = ['COLLECTION', 'ITEM', 'MEDIA', 'STORY', 'SERIES'] as const;
export const TemplateResourceType = Type.Union(templateResourceTypes.map((type) => Type.Literal(type)));
export type TemplateResourceType = (typeof templateResourceTypes)[number];

export const templatePriorities = ['HIGH', 'MEDIUM', 'LOW'] as const;
export type TemplatePriority = (typeof templatePriorities)[number];

/** A field of a record, defined by the tenant (back office §3, decisions §4). */
export const Template = Type.Object({
  uuid: Uuid,
  name: Type.String(),
  label: Type.String(),
  type: Type.String(),
  resourceType: TemplateResourceType,
  priority: Type.Union(templatePriorities.map((priority) => Type.Literal(priority))),
  order: Type.Integer(),
  enumValues: Type.Array(Type.String()),
  defaultValue: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
  locked: Type.Boolean(),
  required: Type.Boolean(),
  repeatable: Type.Boolean(),
  searchable: Type.Boolean(),
  help: Type.String(),
  _links: links(['self'], []),
});
export type Template = Static<typeof Template>;

const TemplatesPage = pageOf('customMetadataTemplates', Template);
const templates = { tag: 'Templates', access: 'browse' } as const;

export const listTemplates = defineOperation({
  ...templates,
  id: 'listTemplates',
  method: 'GET',
  path: '/meta/customMetadataTemplates',
  summary: 'The metadata templates of the tenant (default size 50)',
  query: pageQuery(sortable),
  responses: { 200: TemplatesPage },
});

export const findTemplatesByResourceType = defineOperation({
  ...templates,
  id: 'findTemplatesByResourceType',
  method: 'GET',
  path: '/meta/customMetadataTemplates/search/findByResourceType',
  summary: 'The metadata templates of one kind of record',
  query: pageQuery({ type: TemplateResourceType, ...sortable }),
  responses: { 200: TemplatesPage },
});

export const getTemplate = defineOperation({
  ...templates,
  id: 'getTemplate',
  method: 'GET',
  path: '/meta/customMetadataTemplates/:uuid',
  summary: 'One metadata template',
  params: Type.Object({ uuid: Uuid }),
  responses: { 200: Template },
});

/** A workflow state: a name and a colour, `#rrggbb` (catalogue §3). */
export const ItemState = Type.Object({
  uuid: Uuid,
  id: Uuid,
  name: Type.String(),
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
  params: Type.Object({ uuid: Uuid }),
  responses: { 200: ItemState },
});

const closed = { additionalProperties: false } as const;
const stateFields = {
  name: Type.String({ minLength: 1, maxLength: 100 }),
  color: Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }),
};
const states = { tag: 'Workflow', access: 'manage' } as const;

export const createItemState = defineOperation({
  ...states,
  id: 'createItemState',
  method: 'POST',
  path: '/meta/itemStates',
  summary: 'Make a workflow state; a name that there is already is 409 `duplicate`',
  body: Type.Object(stateFields, closed),
  responses: { 201: ItemState },
});

export const updateItemState = defineOperation({
  ...states,
  id: 'updateItemState',
  method: 'PATCH',
  path: '/meta/itemStates/:uuid',
  summary:
    'Change a state; a new name goes to its transitions and to the records that are in it. Honours If-Match',
  params: Type.Object({ uuid: Uuid }),
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
  ...states,
  id: 'deleteItemState',
  method: 'DELETE',
  path: '/meta/itemStates/:uuid',
  summary: 'Delete a state that no transition and no record uses (409 `state-in-use`); never Default',
  params: Type.Object({ uuid: Uuid }),
  responses: { 204: null },
});

/** The types of fields (back office §3). */
export const fieldTypes = [
  'STRING',
  'INTEGER',
  'NUMBER',
  'DATE',
  'TEXT',
  'BOOLEAN',
  'EMAIL',
  'ENUM',
] as const;

const Priority = Type.Union(templatePriorities.map((priority) => Type.Literal(priority)));
const fieldProperties = {
  label: Type.String({ minLength: 1, maxLength: 200 }),
  priority: Type.Optional(Priority),
  enumValues: Type.Optional(Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 10_000 })),
  defaultValue: Type.Optional(
    Type.Union([Type.String({ maxLength: 20_000 }), Type.Number(), Type.Boolean(), Type.Null()]),
  ),
  required: Type.Optional(Type.Boolean()),
  repeatable: Type.Optional(Type.Boolean()),
  searchable: Type.Optional(Type.Boolean()),
  help: Type.Optional(Type.String({ maxLength: 4_000 })),
};
const FieldType = Type.Union(fieldTypes.map((type) => Type.Literal(type)));
const fixedProperties = {
  name: Type.String({ minLength: 1, maxLength: 200 }),
  type: FieldType,
  resourceType: TemplateResourceType,
};
const managing = { tag: 'Templates', access: 'manage' } as const;

export const createTemplate = defineOperation({
  ...managing,
  id: 'createTemplate',
  method: 'POST',
  path: '/meta/customMetadataTemplates',
  summary: 'Make a field of records; an ID that the records have already is 409 `duplicate`',
  body: Type.Object({ ...fixedProperties, ...fieldProperties }, closed),
  responses: { 201: Template },
});

export const updateTemplate = defineOperation({
  ...managing,
  id: 'updateTemplate',
  method: 'PATCH',
  path: '/meta/customMetadataTemplates/:uuid',
  summary: 'Change a field; its ID, type and kind of record stay as they are. Honours If-Match',
  params: Type.Object({ uuid: Uuid }),
  body: Type.Object(
    {
      ...readOnly(Template, [...Object.keys(fieldProperties), ...Object.keys(fixedProperties)]),
      ...Type.Partial(Type.Object({ ...fixedProperties, ...fieldProperties })).properties,
    },
    closed,
  ),
  responses: { 200: Template },
});

export const deleteTemplate = defineOperation({
  ...managing,
  id: 'deleteTemplate',
  method: 'DELETE',
  path: '/meta/customMetadataTemplates/:uuid',
  summary: 'Archive a field: the values of records stay, and its ID is free',
  params: Type.Object({ uuid: Uuid }),
  responses: { 204: null },
});

export const orderTemplates = defineOperation({
  ...managing,
  id: 'orderTemplates',
  method: 'PUT',
  path: '/meta/customMetadataTemplates/order',
  summary: 'Put all fields of one kind of record into an order, each in its priority or in another one',
  query: Type.Object({ resourceType: TemplateResourceType }),
  /** All of them, each once; other properties of a template are ignored. */
  body: Type.Array(Type.Union([Uuid, Type.Object({ uuid: Uuid, priority: Type.Optional(Priority) })]), {
    maxItems: 1_000,
  }),
  responses: { 200: Type.Object({ success: Type.Literal(true) }) },
});

export const findTemplateByName = defineOperation({
  ...templates,
  id: 'findTemplateByName',
  method: 'GET',
  path: '/meta/customMetadataTemplates/search/findByNameAndResourceType',
  summary: 'The field that has this ID; 400 means that there is none',
  query: Type.Object({ name: Type.String(), type: TemplateResourceType }),
  responses: { 200: Template },
});
