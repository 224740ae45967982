import type { TemplateResourceType } from '@armarium/contract/record-types';
import {
  createTemplate,
  deleteTemplate,
  findTemplateByName,
  findTemplatesByResourceType,
  getTemplate,
  orderTemplates,
  updateTemplate,
  type Template,
} from '@armarium/contract/templates';
import type { BodyOf } from '@armarium/contract/operation';
import { countTemplateRecords, getTemplateUsage } from '@armarium/contract/usage';
import { queryOptions } from '@tanstack/react-query';
import { call, callForHeader, callTagged } from '../../../lib/api-client.ts';
import { isProblem } from '../../../lib/api-problem.ts';
import { queryClient } from '../../../lib/query-client.ts';

/** The server takes an order of at most so many. */
const FIELDS_MAX = 1_000;
/** The list is read again so long after a change. */
const READ_AGAIN_AFTER_ms = 800;

/** The fields of one kind of record, in order. */
export interface ReadFields {
  readonly fields: readonly Template[];
  /** The entity tag of their order; undefined where this client has changed the list and not read it again yet. */
  readonly tag: string | undefined;
}

const fieldsKey = (type: TemplateResourceType) => ['fields', 'list', type] as const;

/** The fields of one kind of record: by priority, then in their order. */
export function fieldsQuery(type: TemplateResourceType) {
  return queryOptions({
    queryKey: fieldsKey(type),
    queryFn: async ({ signal }): Promise<ReadFields> => {
      const query = { type, size: FIELDS_MAX, sort: ['priority', 'order'] };
      const { answer, tag } = await callTagged(findTemplatesByResourceType, { query, signal });
      return { fields: answer._embedded.customMetadataTemplates, tag };
    },
    meta: { inPlace: true },
    staleTime: 0,
  });
}

/** One field, with the entity tag that a change sends back. Read anew by each dialog. */
export function fieldQuery(uuid: string) {
  return queryOptions({
    queryKey: ['fields', 'one', uuid],
    queryFn: ({ signal }) => callTagged(getTemplate, { params: { uuid }, signal }),
    meta: { inPlace: true },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** In how many records a field has a value, and each option of a dictionary. */
export function usageQuery(uuid: string) {
  return queryOptions({
    queryKey: ['fields', 'usage', uuid],
    queryFn: ({ signal }) => call(getTemplateUsage, { params: { uuid }, signal }),
    // The dialog says so where it matters.
    meta: { quiet: true },
    staleTime: 0,
    gcTime: 0,
  });
}

/** In how many records of a kind each field has a value, by the IDs of the fields. */
export function recordCountsQuery(resourceType: TemplateResourceType) {
  return queryOptions({
    queryKey: ['fields', 'counts', resourceType],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, number>> => {
      const { values } = await call(countTemplateRecords, { query: { resourceType }, signal });
      return new Map(values.map(({ value, records }) => [value, records]));
    },
    // The lists stand without them. Counting goes through all records.
    meta: { quiet: true },
    staleTime: 60_000,
  });
}

/** Whether a field of these records has this ID. The answer `no-such-template` means that it is free (back office §7). */
export function idQuery(name: string, type: TemplateResourceType) {
  return queryOptions({
    queryKey: ['fields', 'id', type, name],
    queryFn: async ({ signal }) => {
      try {
        await call(findTemplateByName, { query: { name, type }, signal });
        return true;
      } catch (error) {
        if (isProblem(error, 'no-such-template')) return false;
        throw error;
      }
    },
    enabled: name !== '',
    // The failure is shown at the field (META-43).
    meta: { quiet: true },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

/** Shows fields as they are known to be now, in place of what was read. */
export async function showFields(type: TemplateResourceType, read: ReadFields): Promise<void> {
  // An answer that is under way is older.
  await queryClient.cancelQueries({ queryKey: fieldsKey(type) });
  queryClient.setQueryData(fieldsKey(type), read);
  void queryClient.invalidateQueries({ queryKey: ['catalogue', 'templates'] });
}

/** Changes what is shown of the fields of a kind at once, and reads them again a little later. */
async function showChange(
  type: TemplateResourceType,
  change: (fields: readonly Template[]) => readonly Template[],
  keepsOrder: boolean,
): Promise<void> {
  const read = queryClient.getQueryData<ReadFields>(fieldsKey(type));
  if (read) await showFields(type, { fields: change(read.fields), tag: keepsOrder ? read.tag : undefined });
  setTimeout(() => {
    void queryClient.invalidateQueries({ queryKey: fieldsKey(type) });
    void queryClient.invalidateQueries({ queryKey: ['catalogue', 'templates'] });
  }, READ_AGAIN_AFTER_ms);
}

/** @throws ApiProblem `duplicate` where the ID is taken, `invalid` */
export async function createField(
  body: BodyOf<typeof createTemplate>,
  placed: (fields: readonly Template[], made: Template) => readonly Template[],
): Promise<Template> {
  const made = await call(createTemplate, { body });
  await showChange(made.resourceType, (fields) => placed(fields, made), false);
  return made;
}

/** @param tag the entity tag of the field as it was read. @throws ApiProblem `stale`, `invalid` */
export async function changeField(
  uuid: string,
  body: BodyOf<typeof updateTemplate>,
  tag: string | undefined,
): Promise<Template> {
  const { answer } = await callTagged(updateTemplate, { params: { uuid }, body, ifMatch: tag });
  const change = (fields: readonly Template[]) => fields.map((one) => (one.uuid === uuid ? answer : one));
  await showChange(answer.resourceType, change, true);
  return answer;
}

/** Archives a field. @throws ApiProblem `stale` where it was changed meanwhile, `template-locked` */
export async function archiveField({ uuid, resourceType }: Template, tag: string | undefined): Promise<void> {
  await call(deleteTemplate, { params: { uuid }, ifMatch: tag });
  await showChange(resourceType, (fields) => fields.filter((one) => one.uuid !== uuid), false);
}

/**
 * Saves the order of all fields of a kind, each with its priority.
 * @param tag the entity tag of their order as it was. @returns the one that it has now
 * @throws ApiProblem `stale`, or `other-members` where a field came or went meanwhile
 */
export async function saveOrder(
  resourceType: TemplateResourceType,
  fields: readonly Template[],
  tag: string | undefined,
): Promise<string | undefined> {
  const body = fields.map(({ uuid, priority }) => ({ uuid, priority }));
  const { header } = await callForHeader(orderTemplates, 'ETag', {
    query: { resourceType },
    body,
    ifMatch: tag,
  });
  return header;
}
