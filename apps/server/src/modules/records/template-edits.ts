import { sql, type Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { TemplateResourceType } from '@armarium/contract/record-types';
import { HIGH_MAX, movedTo, withAdded, type PlacedTemplate } from '@armarium/contract/template-order';
import {
  createTemplate,
  deleteTemplate,
  findTemplateByName,
  orderTemplates,
  updateTemplate,
  type TemplatePriority,
} from '@armarium/contract/templates';
import { jsonb, type WriteTransaction } from '../../db/database.ts';
import { recordHistory } from '../../db/history.ts';
import type { DB } from '../../db/schema.generated.ts';
import { requireMatch, setEntityTag } from '../../http/entity-tag.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { invalid, notFound, ProblemError } from '../../problem-error.ts';
import { indexLater, isFoundBy, wasDate } from './found-fields.ts';
import { cleanText } from './record-text.ts';
import { lockedProblems, templateProblems, withChanges } from './template-edits.rules.ts';
import { fieldsOf, templateView } from './template-operations.ts';
import { inOrder, orderTag, placedTemplates } from './template-order.ts';

type Row = Selectable<DB['metadata_template']>;

/**
 * Locks and reads the fields of a kind of record in force, in order. Two people who arrange them wait for
 * each other.
 */
async function lockAll(tx: WriteTransaction, resourceType: string): Promise<PlacedTemplate[]> {
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

/** The operations that define the fields of records (back office §2.2, §4 and §5, decisions §4). */
export const templateEdits: Implementation[] = [
  implement(createTemplate, async ({ data, body, origin, reply }) => {
    const row = await data.write('configure-metadata', async (tx) => {
      const all = await lockAll(tx, body.resourceType);
      const fields = withChanges(
        {
          name: '',
          label: '',
          labels: {},
          type: body.type,
          enumValues: [],
          defaultValue: body.type === 'BOOLEAN' ? false : null,
          required: false,
          repeatable: false,
          searchable: false,
          help: '',
        },
        body,
      );
      const problems = templateProblems(fields);
      if (problems.length > 0) throw invalid(problems);
      const hasRoom = all.filter(({ priority }) => priority === 'HIGH').length < HIGH_MAX;
      const priority = body.priority ?? (hasRoom ? 'HIGH' : 'MEDIUM');
      const uuid = uuidv7();
      const { enumValues, defaultValue, labels, ...columns } = fields;
      await tx.db
        .insertInto('metadata_template')
        .values({
          tenant_id: tx.tenantId,
          uuid,
          resource_type: body.resourceType,
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
      if (isFoundBy(fields, body.resourceType) || (await wasDate(tx, fields, body.resourceType))) {
        await indexLater(tx, uuid, body.resourceType);
      }
      const after = { ...fields, resourceType: body.resourceType, priority };
      await recordHistory(tx, [{ record: uuid, resourceType: 'TEMPLATE', action: 'create', after }]);
      return templateOf(tx, uuid);
    });
    setEntityTag(reply, row.version);
    return templateView(row, origin);
  }),
  implement(updateTemplate, async ({ data, params, body, origin, request, reply }) => {
    const row = await data.write('configure-metadata', async (tx) => {
      const known = await templateOf(tx, params.uuid);
      const all = await lockAll(tx, known.resource_type);
      const before = await templateOf(tx, params.uuid);
      requireMatch(request, before.version);
      const kept = { name: before.name, type: before.type, resourceType: before.resource_type };
      const fixed = (['name', 'type', 'resourceType'] as const).filter(
        (name) => body[name] !== undefined && cleanText(String(body[name])) !== kept[name],
      );
      if (fixed.length > 0) {
        const message = 'It can’t be changed. Make another field.';
        throw invalid(fixed.map((name) => ({ name, code: 'read-only', message })));
      }
      const was = fieldsOf(before);
      const fields = withChanges(was, body);
      const problems = [
        ...templateProblems(fields),
        ...(before.locked ? lockedProblems(kept.name, was, fields) : []),
      ];
      if (problems.length > 0) throw invalid(problems);
      const priority = body.priority ?? (before.priority as TemplatePriority);
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
    });
    setEntityTag(reply, row.version);
    return templateView(row, origin);
  }),
  implement(deleteTemplate, async ({ data, params, request }) => {
    await data.write('configure-metadata', async (tx) => {
      const known = await templateOf(tx, params.uuid);
      await lockAll(tx, known.resource_type);
      const before = await templateOf(tx, params.uuid);
      requireMatch(request, before.version);
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
    });
    return undefined;
  }),
  implement(orderTemplates, async ({ data, query, body, request, reply }) => {
    const tag = await data.write('configure-metadata', async (tx) => {
      const all = await lockAll(tx, query.resourceType satisfies TemplateResourceType);
      requireMatch(request, orderTag(all));
      const wanted = body.map((one) => (typeof one === 'string' ? { uuid: one } : one));
      const order = wanted.flatMap((one) => {
        const known = all.find(({ uuid }) => uuid === one.uuid.toLowerCase());
        return known ? [{ uuid: known.uuid, priority: one.priority ?? known.priority }] : [];
      });
      const named = new Set(order.map(({ uuid }) => uuid));
      if (order.length < wanted.length) {
        const unknown = wanted.findIndex(({ uuid }) => !named.has(uuid.toLowerCase()));
        const message = 'There is no such field here (any more).';
        throw invalid([{ name: `[${unknown}]`, code: 'unknown-template', message }]);
      }
      if (named.size < order.length || named.size < all.length) {
        throw new ProblemError(
          'other-members',
          'The list has to hold each field of these records once. Read it again, and order it anew.',
        );
      }
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
      return orderTag(inOrder(order.map((one, sort_order) => ({ ...one, sort_order }))));
    });
    setEntityTag(reply, tag);
    return { success: true as const };
  }),
  implement(findTemplateByName, async ({ data, query, origin }) => {
    const row = await data.read((db) =>
      db
        .selectFrom('metadata_template')
        .selectAll()
        .where('name', '=', cleanText(query.name))
        .where('resource_type', '=', query.type)
        .where('archived_at', 'is', null)
        .executeTakeFirst(),
    );
    if (!row) throw new ProblemError('no-such-template', 'No field of these records has this ID.');
    return templateView(row, origin);
  }),
];
