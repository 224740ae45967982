import { sql } from 'kysely';
import type { Labels } from '@armarium/contract/labels';
import type { RecordType, TemplateResourceType } from '@armarium/contract/record-types';
import type { TenantQueries, WriteTransaction } from '../../db/database.ts';
import {
  fieldTypesOf,
  followingColumns,
  recordKinds,
  type RecordContents,
  type RecordKind,
} from '../records/public.ts';
import type { HeldRecord, Transition } from './transition.ts';

/** Which of some uuids are transitions of items, and the states from which these start. */
export async function itemTransitions(
  db: TenantQueries,
  uuids: readonly string[],
): Promise<readonly { readonly uuid: string; readonly fromState: string }[]> {
  const wanted = new Set(uuids.map((uuid) => uuid.toLowerCase()));
  const transitions = await allTransitions(db);
  return transitions.filter(({ uuid, resourceType }) => resourceType === 'ITEM' && wanted.has(uuid));
}

export interface KnownTransition extends Transition {
  readonly label: string;
  readonly labels: Labels;
  readonly workflowName: string;
  readonly version: number;
}

/** All transitions of the tenant, or the one with a uuid, with their tasks, in order; a tenant has a few dozen. */
export async function allTransitions(db: TenantQueries, uuid?: string): Promise<KnownTransition[]> {
  const { rows } = await sql<KnownTransition>`
    select uuid, name, label, labels, workflow_name as "workflowName", resource_type as "resourceType", version,
      from_state as "fromState", to_state as "toState", roles, changes_visibility as "changesVisibility",
      coalesce((select jsonb_agg(jsonb_build_object('uuid', task.uuid, 'templateName', task.template_name,
          'parameters', task.parameters) order by task.sort_order, task.uuid)
        from transition_task task where task.transition_uuid = transition.uuid), '[]'::jsonb) as tasks
    from transition_template transition
    where ${uuid ?? null}::uuid is null or uuid = ${uuid ?? null}::uuid
    order by array_position(array['ITEM', 'COLLECTION', 'MEDIA', 'STORY', 'SERIES'], resource_type), sort_order, uuid`.execute(
    db,
  );
  return rows;
}

/**
 * Locks records of the catalogue in the order of their uuids, until the end of the transaction. One
 * statement.
 */
export async function holdRecords(
  tx: WriteTransaction,
  kind: RecordKind,
  uuids: readonly string[],
): Promise<HeldRecord[]> {
  if (uuids.length === 0) return [];
  const { table, owner, resourceType } = kind;
  const ownerJoin = owner
    ? sql`join ${sql.table(owner.table)} owner
        on owner.uuid = ${sql.ref(`record.${owner.column}`)} and owner.trashed_at is null`
    : sql``;
  const sortTitle = followingColumns(kind).includes('sort_title') ? sql`record.sort_title` : sql`''`;
  const { rows } = await sql<HeldRecord>`
    select record.uuid, ${resourceType}::text as "resourceType", record.sgtt as title,
      record.created_by as "createdBy", record.state, ${owner ? sql`owner` : sql`record`}.visibility, record.metadata,
      ${sortTitle} as "sortTitle"
    from ${sql.table(table)} record ${ownerJoin}
    where record.uuid = any(${uuids}::uuid[]) and record.trashed_at is null
    order by record.uuid for no key update of record`.execute(tx.db);
  return rows;
}

/** The contents of some records, by the uuid of each record. One statement. */
export async function membersOf(
  db: TenantQueries,
  contents: RecordContents,
  uuids: readonly string[],
): Promise<Map<string, string[]>> {
  const members = new Map<string, string[]>();
  if (uuids.length === 0) return members;
  const { rows } = await contents.pairs(uuids).execute(db);
  for (const { of, uuid } of rows) {
    const known = members.get(of);
    if (known) known.push(uuid);
    else members.set(of, [uuid]);
  }
  return members;
}

/**
 * The number of files that are not ready, by the uuids of the records that have any. One statement.
 */
export async function unreadyFiles(
  db: TenantQueries,
  { unreadyFiles: select }: RecordKind,
  uuids: readonly string[],
): Promise<Map<string, number>> {
  if (!select || uuids.length === 0) return new Map();
  const { rows } = await select(uuids).execute(db);
  return new Map(rows.map(({ of, unready }) => [of, unready]));
}

/** The labels of fields, with archived ones. */
export async function fieldLabels(
  db: TenantQueries,
  resourceType: TemplateResourceType,
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('metadata_template')
    .select(['name', 'label'])
    .where('resource_type', 'in', fieldTypesOf(resourceType))
    .orderBy('archived_at', (order) => order.asc().nullsLast())
    .execute();
  return new Map(rows.map(({ name, label }) => [name, label]));
}

/** The collections that records are to be linked to. */
export interface LinkTargets {
  readonly standing: ReadonlySet<string>;
  /**
   * `target below` pairs that would close a loop: `below` is the collection itself, or the target is below
   * it.
   */
  readonly loops: ReadonlySet<string>;
  /** `target child` pairs that are linked already. */
  readonly links: ReadonlySet<string>;
}

/**
 * Reads the data about collections that records are to be linked to. Three statements at most.
 * @param ofType the records of a kind that are to be linked
 */
export async function linkTargets(
  db: TenantQueries,
  targets: readonly string[],
  ofType: (resourceType: RecordType) => readonly string[],
): Promise<LinkTargets> {
  const { rows: standing } = await sql<{ uuid: string }>`
    select uuid from collection where uuid = any(${targets}::uuid[]) and trashed_at is null`.execute(db);
  const { rows: loops } = await sql<{ pair: string }>`
    select descendant_uuid || ' ' || ancestor_uuid as pair from collection_closure
    where descendant_uuid = any(${targets}::uuid[])
      and ancestor_uuid = any(${ofType('COLLECTION')}::uuid[])`.execute(db);
  const linked = recordKinds().flatMap(({ links, resourceType }) => {
    if (!links) return [];
    const [parent, child] = [sql.ref(links.parent), sql.ref(links.child)];
    return sql`
      select ${parent} || ' ' || ${child} as pair from ${sql.table(links.table)}
      where ${parent} = any(${targets}::uuid[]) and ${child} = any(${ofType(resourceType)}::uuid[])`;
  });
  const { rows: links } = await sql<{ pair: string }>`${sql.join(linked, sql` union all `)}`.execute(db);
  const pairs = (rows: readonly { pair: string }[]) => new Set(rows.map(({ pair }) => pair));
  return { standing: new Set(standing.map(({ uuid }) => uuid)), loops: pairs(loops), links: pairs(links) };
}
