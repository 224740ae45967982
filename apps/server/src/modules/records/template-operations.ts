import { sql, type Selectable } from 'kysely';
import { getItemState, listItemStates, type ItemState } from '@armarium/contract/item-states';
import type { Labels } from '@armarium/contract/labels';
import type { TemplateResourceType } from '@armarium/contract/record-types';
import {
  findTemplatesByResourceType,
  getTemplate,
  listTemplates,
  type Template,
} from '@armarium/contract/templates';
import type { TenantQueries } from '../../db/database.ts';
import type { DB } from '../../db/schema.generated.ts';
import { setEntityTag } from '../../http/entity-tag.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { pageAnswer, pageOfRows, wantedPage, wantedSort, type SortWanted } from '../../http/pages.ts';
import { notFound } from '../../problem-error.ts';
import { hrefOf } from './record-links.ts';
import type { TemplateFields } from './template-edits.rules.ts';
import { inOrder, orderTag } from './template-order.ts';

const DEFAULT_SIZE = 50;
const sortNames = ['resourceType', 'priority', 'order', 'name'] as const;
type SortName = (typeof sortNames)[number];

const sortExpressions = {
  resourceType: sql`resource_type`,
  // By rank, not by letter: HIGH, MEDIUM, LOW.
  priority: sql`array_position(array['HIGH', 'MEDIUM', 'LOW'], priority)`,
  order: sql`sort_order`,
  name: sql`name`,
} as const;

/** The editable properties of a field, from its row. */
export const fieldsOf = (row: Selectable<DB['metadata_template']>): TemplateFields => ({
  name: row.name,
  label: row.label,
  labels: row.labels as Labels,
  type: row.type,
  enumValues: row.enum_values as string[],
  defaultValue: row.default_value as TemplateFields['defaultValue'],
  required: row.required,
  repeatable: row.repeatable,
  searchable: row.searchable,
  help: row.help,
});

/** The representation of a field (back office §3, decisions §4). */
export function templateView(row: Selectable<DB['metadata_template']>, origin: string): Template {
  return {
    uuid: row.uuid,
    ...fieldsOf(row),
    enumValues: row.enum_values as string[],
    resourceType: row.resource_type as TemplateResourceType,
    priority: row.priority as Template['priority'],
    order: row.sort_order,
    locked: row.locked,
    _links: { self: hrefOf(origin, getTemplate, row.uuid) },
  };
}

/** The representation of a workflow state (back office §3). */
export function stateView(row: Selectable<DB['item_state']>, origin: string): ItemState {
  return {
    uuid: row.uuid,
    id: row.uuid,
    name: row.name,
    label: row.name,
    labels: row.labels as Labels,
    color: row.color,
    url: hrefOf(origin, getItemState, row.uuid).href,
    _links: { self: hrefOf(origin, getItemState, row.uuid) },
  };
}

async function templates(
  db: TenantQueries,
  type: TemplateResourceType | undefined,
  sort: readonly SortWanted<SortName>[],
): Promise<Selectable<DB['metadata_template']>[]> {
  let query = db.selectFrom('metadata_template').selectAll().where('archived_at', 'is', null);
  if (type !== undefined) query = query.where('resource_type', '=', type);
  const order = sort.length > 0 ? sort : sortNames.map((field) => ({ field, direction: 'asc' as const }));
  for (const { field, direction } of order) query = query.orderBy(sortExpressions[field], direction);
  return query.orderBy('uuid').execute();
}

/**
 * The operations that read templates and states (catalogue §7). A tenant has dozens of each: all are read,
 * then paged.
 */
export const templateOperations: Implementation[] = [
  implement(listTemplates, async ({ data, query, origin, url }) => {
    const page = wantedPage(query, DEFAULT_SIZE);
    const rows = await data.read((db) => templates(db, undefined, wantedSort(query.sort, sortNames)));
    return pageAnswer(
      'customMetadataTemplates',
      pageOfRows(rows, page).map((row) => templateView(row, origin)),
      page,
      rows.length,
      origin,
      url,
    );
  }),
  implement(findTemplatesByResourceType, async ({ data, query, origin, url, reply }) => {
    const page = wantedPage(query, DEFAULT_SIZE);
    const rows = await data.read((db) => templates(db, query.type, wantedSort(query.sort, sortNames)));
    setEntityTag(reply, orderTag(inOrder(rows)));
    return pageAnswer(
      'customMetadataTemplates',
      pageOfRows(rows, page).map((row) => templateView(row, origin)),
      page,
      rows.length,
      origin,
      url,
    );
  }),
  implement(getTemplate, async (call) => {
    const row = await call.data.read((db) =>
      db
        .selectFrom('metadata_template')
        .selectAll()
        .where('uuid', '=', call.params.uuid)
        .where('archived_at', 'is', null)
        .executeTakeFirst(),
    );
    if (!row) throw notFound('The template');
    setEntityTag(call.reply, row.version);
    return templateView(row, call.origin);
  }),
  implement(listItemStates, async ({ data, query, origin, url }) => {
    const page = wantedPage(query, DEFAULT_SIZE);
    const rows = await data.read((db) =>
      db.selectFrom('item_state').selectAll().orderBy('sort_order').orderBy('uuid').execute(),
    );
    return pageAnswer(
      'itemStates',
      pageOfRows(rows, page).map((row) => stateView(row, origin)),
      page,
      rows.length,
      origin,
      url,
    );
  }),
  implement(getItemState, async (call) => {
    const row = await call.data.read((db) =>
      db.selectFrom('item_state').selectAll().where('uuid', '=', call.params.uuid).executeTakeFirst(),
    );
    if (!row) throw notFound('The state');
    setEntityTag(call.reply, row.version);
    return stateView(row, call.origin);
  }),
];
