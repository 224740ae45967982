import { sql, type Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { FieldProblem } from '@armarium/contract/problem';
import type { TemplateResourceType } from '@armarium/contract/record-types';
import { HIGH_MAX, movedTo, withAdded, type PlacedTemplate } from '@armarium/contract/template-order';
import type { TemplatePriority } from '@armarium/contract/templates';
import { jsonb, type WriteTransaction } from '../../db/database.ts';
import { recordHistory } from '../../db/history.ts';
import type { DB } from '../../db/schema.generated.ts';
import { invalid, notFound, ProblemError } from '../../problem-error.ts';
import { indexLater, isFoundBy, wasDate } from './found-fields.ts';
import { cleanText } from './record-text.ts';
import {
  lockedProblems,
  templateProblems,
  withChanges,
  type TemplateChanges,
} from './template-edits.rules.ts';
import { fieldsOf } from './template-operations.ts';
import { placedTemplates } from './template-order.ts';

type Row = Selectable<DB['metadata_template']>;

/**
 * Locks and reads the fields of a kind of record in force, in order. Two people who arrange them wait for
 * each other.
 */
export async function lockTemplates(tx: WriteTransaction, resourceType: string): Promise<PlacedTemplate[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('armarium templates', ${tx.tenantId}))`.execute(
    tx.db,
  );
  return placedTemplates(tx.db, resourceType);
}

async function templateOf(tx: Pick<WriteTransaction, 'db'>, uuid: string): Promise<Row> {
  const row = await tx.db
    .selectFrom('metadata_template')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound('The template');
  return row;
}

async function settle(tx: WriteTransaction, order: readonly PlacedTemplate[]): Promise<void> {
  const rows = order.map((one, sort_order) => ({ ...one, sort_order }));
  await sql`
    update metadata_template set sort_order = made.sort_order, priority = made.priority, version = version + 1
    from jsonb_to_recordset(${jsonb(rows)}) as made (uuid uuid, priority text, sort_order integer)
    where metadata_template.uuid = made.uuid
      and (metadata_template.sort_order, metadata_template.priority) is distinct from (made.sort_order, made.priority)`.execute(
    tx.db,
  );
}

/** What a body says of a field beside its properties. */
interface Place {
  readonly priority?: TemplatePriority | undefined;
}

/**
 * Makes a field of a kind of record. Without a priority it is HIGH where there is room, else MEDIUM.
 * @throws ProblemError 409 `duplicate` where the ID is taken, 422
 */
export async function addTemplate(
  tx: WriteTransaction,
  resourceType: TemplateResourceType,
  given: TemplateChanges & Place & { readonly name: string; readonly type: string },
): Promise<Row> {
  const all = await lockTemplates(tx, resourceType);
  const fields = withChanges(
    {
      name: '',
      label: '',
      labels: {},
      type: given.type,
      enumValues: [],
      defaultValue: given.type === 'BOOLEAN' ? false : null,
      required: false,
      repeatable: false,
      searchable: false,
      help: '',
    },
    given,
  );
  const problems = templateProblems(fields);
  if (problems.length > 0) throw invalid(problems);
  const hasRoom = all.filter(({ priority }) => priority === 'HIGH').length < HIGH_MAX;
  const priority = given.priority ?? (hasRoom ? 'HIGH' : 'MEDIUM');
  const uuid = uuidv7();
  const { enumValues, defaultValue, labels, ...columns } = fields;
  await tx.db
    .insertInto('metadata_template')
    .values({
      tenant_id: tx.tenantId,
      uuid,
      resource_type: resourceType,
      priority,
      sort_order: all.length,
      enum_values: jsonb(enumValues),
      labels: jsonb(labels),
      ...columns,
      default_value: defaultValue === null ? null : jsonb(defaultValue),
    })
    .execute();
  await settle(tx, withAdded(all, { uuid, priority }));
  // The name may have belonged to another field before, whose values become visible again.
  if (isFoundBy(fields, resourceType) || (await wasDate(tx, fields, resourceType))) {
    await indexLater(tx, uuid, resourceType);
  }
  const after = { ...fields, resourceType, priority };
  await recordHistory(tx, [{ record: uuid, resourceType: 'TEMPLATE', action: 'create', after }]);
  return templateOf(tx, uuid);
}

/** Refuses a change to a field of this version, where the caller has seen another one. */
type Check = (version: number) => void;

/** The problems of a body that gives a field another ID, type or kind of record. */
function fixedProblems(
  row: Row,
  given: TemplateChanges & { resourceType?: string | undefined },
): FieldProblem[] {
  const kept = { name: row.name, type: row.type, resourceType: row.resource_type };
  const message = 'It can’t be changed. Make another field.';
  return (['name', 'type', 'resourceType'] as const)
    .filter((name) => given[name] !== undefined && cleanText(String(given[name])) !== kept[name])
    .map((name) => ({ name, code: 'read-only', message }));
}

/** Changes a field; its ID, type and kind of record stay as they are. @throws ProblemError 404, 422 */
export async function changeTemplate(
  tx: WriteTransaction,
  uuid: string,
  given: TemplateChanges & Place & { readonly resourceType?: string | undefined },
  check: Check,
): Promise<Row> {
  const known = await templateOf(tx, uuid);
  const all = await lockTemplates(tx, known.resource_type);
  const before = await templateOf(tx, uuid);
  check(before.version);
  const fixed = fixedProblems(before, given);
  if (fixed.length > 0) throw invalid(fixed);
  const was = fieldsOf(before);
  const fields = withChanges(was, given);
  const problems = [
    ...templateProblems(fields),
    ...(before.locked ? lockedProblems(before.name, was, fields) : []),
  ];
  if (problems.length > 0) throw invalid(problems);
  const priority = given.priority ?? (before.priority as TemplatePriority);
  const isSame = JSON.stringify(fields) === JSON.stringify(was);
  if (isSame && priority === before.priority) return before;
  if (!isSame) {
    const { enumValues, defaultValue, labels, ...columns } = fields;
    await tx.db
      .updateTable('metadata_template')
      .set((column) => ({
        ...columns,
        enum_values: jsonb(enumValues),
        labels: jsonb(labels),
        default_value: defaultValue === null ? null : jsonb(defaultValue),
        version: column('version', '+', 1),
      }))
      .where('uuid', '=', before.uuid)
      .execute();
  }
  if (fields.searchable !== was.searchable) {
    const either = { ...before, searchable: true };
    if (isFoundBy(either, before.resource_type)) await indexLater(tx, before.uuid, before.resource_type);
  }
  if (priority !== before.priority) await settle(tx, movedTo(all, before.uuid, priority));
  await recordHistory(tx, [
    {
      record: before.uuid,
      resourceType: 'TEMPLATE',
      action: 'update',
      before: { ...was, priority: before.priority },
      after: { ...fields, priority },
    },
  ]);
  return templateOf(tx, before.uuid);
}

/** Archives a field: the values of records stay, and its ID is free. @throws ProblemError 404, 409 of a standard field */
export async function archiveTemplate(tx: WriteTransaction, uuid: string, check: Check): Promise<void> {
  const known = await templateOf(tx, uuid);
  await lockTemplates(tx, known.resource_type);
  const before = await templateOf(tx, uuid);
  check(before.version);
  if (before.locked)
    throw new ProblemError('template-locked', 'It is one of the standard fields, and stays.');
  await tx.db
    .updateTable('metadata_template')
    .set((column) => ({ archived_at: sql<Date>`now()`, version: column('version', '+', 1) }))
    .where('uuid', '=', before.uuid)
    .execute();
  if (isFoundBy(before, before.resource_type)) {
    await indexLater(tx, before.uuid, before.resource_type);
  }
  await recordHistory(tx, [
    { record: before.uuid, resourceType: 'TEMPLATE', action: 'delete', before: fieldsOf(before) },
  ]);
}

/**
 * Puts all fields of a kind of record into an order, which is that of their priorities too.
 * @param all the fields in their order, read under `lockTemplates`
 * @throws ProblemError 422 where too many are HIGH
 */
export async function arrangeTemplates(
  tx: WriteTransaction,
  all: readonly PlacedTemplate[],
  order: readonly PlacedTemplate[],
): Promise<void> {
  if (order.filter(({ priority }) => priority === 'HIGH').length > HIGH_MAX) {
    const message = `At most ${HIGH_MAX} fields are HIGH.`;
    throw invalid([{ name: 'priority', code: 'too-many-high', message }]);
  }
  await settle(tx, order);
  await recordHistory(
    tx,
    order.flatMap((one, index) => {
      const was = all[index];
      if (was?.uuid === one.uuid && was.priority === one.priority) return [];
      const before = all.findIndex(({ uuid }) => uuid === one.uuid);
      return [
        {
          record: one.uuid,
          resourceType: 'TEMPLATE' as const,
          action: 'update' as const,
          before: { order: before, priority: all[before]?.priority },
          after: { order: index, priority: one.priority },
        },
      ];
    }),
  );
}

export interface NewTemplate {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly priority: TemplatePriority;
  readonly repeatable: boolean;
}

/** Makes templates after the existing ones, in order. A name that is already in force is skipped. */
export async function createTemplates(
  tx: WriteTransaction,
  resourceType: TemplateResourceType,
  templates: readonly NewTemplate[],
): Promise<void> {
  if (templates.length === 0) return;
  const { last } = await tx.db
    .selectFrom('metadata_template')
    .select((column) => column.fn.max<number | null>('sort_order').as('last'))
    .where('resource_type', '=', resourceType)
    .executeTakeFirstOrThrow();
  await tx.db
    .insertInto('metadata_template')
    .values(
      templates.map((template, index) => ({
        tenant_id: tx.tenantId,
        uuid: uuidv7(),
        resource_type: resourceType,
        ...template,
        enum_values: jsonb([]),
        sort_order: (last ?? -1) + 1 + index,
      })),
    )
    .onConflict((clash) => clash.doNothing())
    .execute();
}
