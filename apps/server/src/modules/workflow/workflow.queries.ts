import { sql } from 'kysely';
import type { TemplateResourceType } from '@armarium/contract/templates';
import type { TenantQueries, WriteTransaction } from '../../db/database.ts';
import type { HeldRecord, StatefulType, Transition } from './transition-plan.rules.ts';

/** Whether there is such a transition, and items may go through it. */
export async function isTransitionOfItems(db: TenantQueries, uuid: string): Promise<boolean> {
  const transitions = await allTransitions(db);
  return transitions.some((one) => one.uuid === uuid.toLowerCase() && one.resourceType === 'ITEM');
}

export interface KnownTransition extends Transition {
  readonly label: string;
  readonly workflowName: string;
  readonly version: number;
}

/** All transitions of the tenant with their tasks, in their order; a tenant has a few dozen. */
export async function allTransitions(db: TenantQueries): Promise<KnownTransition[]> {
  const { rows } = await sql<KnownTransition>`
    select uuid, name, label, workflow_name as "workflowName", resource_type as "resourceType", version,
      from_state as "fromState", to_state as "toState", roles, changes_visibility as "changesVisibility",
      coalesce((select jsonb_agg(jsonb_build_object('uuid', task.uuid, 'templateName', task.template_name,
          'parameters', task.parameters) order by task.sort_order, task.uuid)
        from transition_task task where task.transition_uuid = transition.uuid), '[]'::jsonb) as tasks
    from transition_template transition
    order by array_position(array['ITEM', 'COLLECTION', 'MEDIA', 'STORY', 'SERIES'], resource_type), sort_order, uuid`.execute(
    db,
  );
  return rows;
}

const selected = {
  ITEM: sql`select uuid, 'ITEM' as "resourceType", sgtt as title, created_by as "createdBy", state, visibility, metadata,
      sort_title as "sortTitle" from item`,
  COLLECTION: sql`select uuid, 'COLLECTION' as "resourceType", sgtt as title, created_by as "createdBy", state, visibility,
      metadata, sort_title as "sortTitle" from collection`,
  MEDIA: sql`select asset.uuid, 'MEDIA' as "resourceType", asset.sgtt as title, asset.created_by as "createdBy",
      asset.state, item.visibility, asset.metadata, '' as "sortTitle"
    from asset join item on item.uuid = asset.item_uuid and item.trashed_at is null`,
} as const;
const tables = { ITEM: 'item', COLLECTION: 'collection', MEDIA: 'asset' } as const;

/** Locks records that stand, in the order of their uuids, until the end of the transaction. One statement. */
export async function holdRecords(
  tx: WriteTransaction,
  resourceType: StatefulType,
  uuids: readonly string[],
): Promise<HeldRecord[]> {
  if (uuids.length === 0) return [];
  const table = tables[resourceType];
  const { rows } = await sql<HeldRecord>`
    ${selected[resourceType]}
    where ${sql.ref(`${table}.uuid`)} = any(${uuids}::uuid[]) and ${sql.ref(`${table}.trashed_at`)} is null
    order by ${sql.ref(`${table}.uuid`)} for no key update of ${sql.table(table)}`.execute(tx.db);
  return rows;
}

/** The items that stand in some collections, or the media of some items, by the uuid of each. One statement. */
export async function membersOf(
  db: TenantQueries,
  kind: 'items of collections' | 'media of items',
  uuids: readonly string[],
): Promise<Map<string, string[]>> {
  const members = new Map<string, string[]>();
  if (uuids.length === 0) return members;
  const { rows } = await (
    kind === 'items of collections'
      ? sql<{ of: string; uuid: string }>`
          select collection_uuid as of, item_uuid as uuid from item_link
          where collection_uuid = any(${uuids}::uuid[]) order by sort_title, item_uuid`
      : sql<{ of: string; uuid: string }>`
          select item_uuid as of, uuid from asset
          where item_uuid = any(${uuids}::uuid[]) and trashed_at is null order by kind, position, uuid`
  ).execute(db);
  for (const { of, uuid } of rows) {
    const known = members.get(of);
    if (known) known.push(uuid);
    else members.set(of, [uuid]);
  }
  return members;
}

/** How many files of records are not DONE, by the uuids of those that have any (A-50, A-100). One statement. */
export async function unreadyFiles(
  db: TenantQueries,
  resourceType: StatefulType,
  uuids: readonly string[],
): Promise<Map<string, number>> {
  const [of, from] = {
    ITEM: [sql.ref('asset.item_uuid'), sql`asset`],
    MEDIA: [sql.ref('asset.uuid'), sql`asset`],
    COLLECTION: [
      sql.ref('link.collection_uuid'),
      sql`item_link link join asset on asset.item_uuid = link.item_uuid`,
    ],
  }[resourceType];
  const { rows } = await sql<{ uuid: string; unready: number }>`
    select ${of} as uuid, count(*)::integer as unready
    from ${from} join asset_import import
      on import.asset_uuid = asset.uuid and import.version_number = asset.current_version
    where ${of} = any(${uuids}::uuid[]) and asset.trashed_at is null and import.overall_state <> 'DONE'
    group by 1`.execute(db);
  return new Map(rows.map(({ uuid, unready }) => [uuid, unready]));
}

/** What fields are called, archived ones too. */
export async function fieldLabels(
  db: TenantQueries,
  resourceType: TemplateResourceType,
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('metadata_template')
    .select(['name', 'label'])
    .where('resource_type', '=', resourceType)
    .orderBy('archived_at', (order) => order.asc().nullsLast())
    .execute();
  return new Map(rows.map(({ name, label }) => [name, label]));
}

/** Where records can be linked to. */
export interface LinkTargets {
  readonly standing: ReadonlySet<string>;
  /** `target below` pairs that would close a loop: the target is the collection itself, or stands below it. */
  readonly loops: ReadonlySet<string>;
  /** `target child` pairs that stand already. */
  readonly links: ReadonlySet<string>;
}

/** What is to be known of collections that records shall be linked to. Three statements at most. */
export async function linkTargets(
  db: TenantQueries,
  targets: readonly string[],
  { items, collections }: { items: readonly string[]; collections: readonly string[] },
): Promise<LinkTargets> {
  const { rows: standing } = await sql<{ uuid: string }>`
    select uuid from collection where uuid = any(${targets}::uuid[]) and trashed_at is null`.execute(db);
  const { rows: loops } = await sql<{ pair: string }>`
    select descendant_uuid || ' ' || ancestor_uuid as pair from collection_closure
    where descendant_uuid = any(${targets}::uuid[]) and ancestor_uuid = any(${collections}::uuid[])`.execute(
    db,
  );
  const { rows: links } = await sql<{ pair: string }>`
    select collection_uuid || ' ' || item_uuid as pair from item_link
    where collection_uuid = any(${targets}::uuid[]) and item_uuid = any(${items}::uuid[])
    union all
    select parent_uuid || ' ' || child_uuid from collection_link
    where parent_uuid = any(${targets}::uuid[]) and child_uuid = any(${collections}::uuid[])`.execute(db);
  const pairs = (rows: readonly { pair: string }[]) => new Set(rows.map(({ pair }) => pair));
  return { standing: new Set(standing.map(({ uuid }) => uuid)), loops: pairs(loops), links: pairs(links) };
}
