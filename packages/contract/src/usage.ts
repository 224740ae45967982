import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { byUuid, defineOperation } from './operation.ts';
import { TemplateResourceType } from './record-types.ts';
import { Count } from './scalar.ts';

/**
 * How many records use a field or a state (decisions §13).
 *
 * Of a field: `records` hold a value of it, those in the trash not counted. `values` are those that records of an ENUM
 * or BOOLEAN field hold, also those that are no option (any more); at most 1,000, and beyond that the options. A truth
 * value is `true` or `false`. Other types have no `values`.
 *
 * Of a state: `records` are in it, those in the trash too. `values` are the kinds of these records, such as `ITEM`.
 *
 * The most frequent value is first. A record that holds several values is counted for each, so that the counts may
 * add up to more than `records`.
 */
export const Usage = Type.Object({
  records: Count,
  values: Type.Array(Type.Object({ value: Type.String(), records: Count })),
});
export type Usage = Static<typeof Usage>;

export const getTemplateUsage = defineOperation({
  tag: 'Templates',
  access: 'manage',
  id: 'getTemplateUsage',
  method: 'GET',
  path: '/meta/customMetadataTemplates/:uuid/usage',
  summary: 'How many records hold a value of a field, and each value of a dictionary or of true and false',
  params: byUuid,
  responses: { 200: Usage },
});

export const countTemplateRecords = defineOperation({
  tag: 'Templates',
  access: 'manage',
  id: 'countTemplateRecords',
  method: 'GET',
  path: '/meta/customMetadataTemplates/search/countByResourceType',
  summary:
    'How many records of a kind hold a value of each field, those in the trash not counted; `value` is the ID of a field',
  query: Type.Object({ resourceType: TemplateResourceType }),
  responses: { 200: Type.Pick(Usage, ['values']) },
});

export const getItemStateUsage = defineOperation({
  tag: 'Workflow',
  access: 'manage',
  id: 'getItemStateUsage',
  method: 'GET',
  path: '/meta/itemStates/:uuid/usage',
  summary: 'How many records are in a state, those in the trash too, by their kind',
  params: byUuid,
  responses: { 200: Usage },
});

export const countItemStates = defineOperation({
  tag: 'Workflow',
  access: 'manage',
  id: 'countItemStates',
  method: 'GET',
  path: '/meta/itemStates/search/countByResourceType',
  summary:
    'How many records of a kind are in each state, those in the trash too; `values` are names of states',
  query: Type.Object({ resourceType: TemplateResourceType }),
  responses: { 200: Usage },
});
