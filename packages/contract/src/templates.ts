import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { links, pageOf, pageQuery, readOnly, sortable } from './hal.ts';
import { FIELD_NAME_MAX } from './item-query.ts';
import { GivenLabels, Labels } from './labels.ts';
import { byUuid, closed, defineOperation } from './operation.ts';
import { TemplateResourceType } from './record-types.ts';
import { oneOf, Uuid } from './scalar.ts';

export const templatePriorities = ['HIGH', 'MEDIUM', 'LOW'] as const;
export type TemplatePriority = (typeof templatePriorities)[number];

const Priority = oneOf(templatePriorities);

/** A field of a record, defined by the tenant (back office §3, decisions §4). */
export const Template = Type.Object({
  uuid: Uuid,
  name: Type.String(),
  label: Type.String(),
  labels: Labels,
  type: Type.String(),
  resourceType: TemplateResourceType,
  priority: Priority,
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
  summary: 'The metadata templates of one kind of record; the ETag is that of their order',
  query: pageQuery({ type: TemplateResourceType, ...sortable }),
  responses: { 200: TemplatesPage },
});

export const getTemplate = defineOperation({
  ...templates,
  id: 'getTemplate',
  method: 'GET',
  path: '/meta/customMetadataTemplates/:uuid',
  summary: 'One metadata template',
  params: byUuid,
  responses: { 200: Template },
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

const fieldProperties = {
  label: Type.String({ minLength: 1, maxLength: 200 }),
  labels: Type.Optional(GivenLabels),
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

const FieldType = oneOf(fieldTypes);

const fixedProperties = {
  name: Type.String({ minLength: 1, maxLength: FIELD_NAME_MAX }),
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
  params: byUuid,
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
  params: byUuid,
  responses: { 204: null },
});

export const orderTemplates = defineOperation({
  ...managing,
  id: 'orderTemplates',
  method: 'PUT',
  path: '/meta/customMetadataTemplates/order',
  summary:
    'Put all fields of one kind of record into an order, each in its priority or in another one. Honours If-Match of their list',
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
