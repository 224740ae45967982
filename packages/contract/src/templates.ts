import { Type, type Static } from '@sinclair/typebox';
import { links, pageOf, pageQuery, sortable } from './hal.ts';
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
  name: Type.String(),
  color: Type.String(),
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
