import { sql } from 'kysely';
import { jsonb, type WriteTransaction } from '../../db/database.ts';
import { invalid, ProblemError } from '../../problem-error.ts';
import type { RecordKind, RecordLinks } from '../records/public.ts';

/** A record with the collections that it is put into; duplicates count once. */
export interface Placement {
  readonly uuid: string;
  /** The record's sort key, which is copied to each of its links. */
  readonly sortTitle: string;
  readonly parents: readonly string[];
  /** By collection: when the record was put into it, as PostgreSQL writes timestamps; default now. */
  readonly linkedAt?: ReadonlyMap<string, string>;
}

/** A record in one of its collections. */
export interface Link {
  readonly parent: string;
  readonly child: string;
}

/**
 * Puts records of a kind into collections. It copies their sort keys to the links and updates the counters of
 * the collections; existing links are left as they are. For collections it also updates the closure. Where a
 * record moves, the caller unlinks it first, so that only the result is checked. For this and the functions
 * below: the caller holds the lock of the graph, and the number of statements does not depend on the number
 * of records.
 * @throws ProblemError 422 naming the entries of `parentCollectionsUuids` of the first record with a missing
 * collection, 400 `destination-is-descendant` where a collection would be below itself
 */
export async function linkRecords(
  tx: WriteTransaction,
  kind: RecordKind,
  placements: readonly Placement[],
): Promise<void> {
  if (placements.length === 0) return;
  await addLinks(tx, linksOfKind(kind), placements);
  if (kind.resourceType !== 'COLLECTION') return;
  await renewClosure(
    tx,
    placements.map(({ uuid }) => uuid),
  );
  await refuseLoops(tx, placements);
}

/**
 * Takes records of a kind out of collections, and updates counters and closure; missing links are skipped.
 * The caller decides whether a record has to keep a collection: records that go to the trash keep none.
 */
export async function unlinkRecords(
  tx: WriteTransaction,
  kind: RecordKind,
  links: readonly Link[],
): Promise<void> {
  if (links.length === 0) return;
  await removeLinks(tx, linksOfKind(kind), links);
  if (kind.resourceType !== 'COLLECTION') return;
  await renewClosure(
    tx,
    links.map(({ child }) => child),
  );
}

function linksOfKind({ resourceType, links }: RecordKind): RecordLinks {
  if (!links) throw new Error(`A record of the kind ${resourceType} stands in no collection.`);
  return links;
}

/** @throws ProblemError 400 `destination-is-descendant` */
async function refuseLoops(tx: WriteTransaction, collections: readonly Placement[]): Promise<void> {
  const { rows: loops } = await sql`
    select from jsonb_to_recordset(${jsonb(linksOf(collections))}) as made (parent uuid, child uuid)
    join collection on collection.uuid = made.child
    where collection.is_root or exists (
      select from collection_closure closure
      where closure.ancestor_uuid = made.child and closure.descendant_uuid = made.parent)
    limit 1`.execute(tx.db);
  if (loops.length === 0) return;
  throw new ProblemError(
    'destination-is-descendant',
    'The destination is the collection itself or one below it. Choose another.',
  );
}

/**
 * The links without duplicates. `place` keeps the order of the request, since breadcrumbs follow the first
 * parent.
 */
function linksOf(
  placements: readonly Placement[],
): (Link & { sort_title: string; linked_at: string | undefined; place: number })[] {
  return placements
    .flatMap(({ uuid, sortTitle, parents, linkedAt }) =>
      [...new Set(parents.map((parent) => parent.toLowerCase()))].map((parent) => ({
        parent,
        child: uuid,
        sort_title: sortTitle,
        linked_at: linkedAt?.get(parent),
      })),
    )
    .map((link, place) => ({ ...link, place }));
}

/** @throws ProblemError 422 as `linkRecords` */
async function addLinks(
  tx: WriteTransaction,
  links: RecordLinks,
  placements: readonly Placement[],
): Promise<void> {
  const { rows } = await sql<{ uuid: string }>`
    with wanted as (
      select * from jsonb_to_recordset(${jsonb(linksOf(placements))})
        as wanted (parent uuid, child uuid, sort_title text, linked_at timestamptz, place integer)
    ), standing as (
      select uuid from collection where uuid in (select parent from wanted) and trashed_at is null
    ), made as (
      insert into ${sql.table(links.table)} (tenant_id, ${sql.ref(links.parent)}, ${sql.ref(links.child)}, sort_title, linked_at)
      select ${tx.tenantId}::integer, parent, child, sort_title, coalesce(linked_at, clock_timestamp())
      from wanted join standing on standing.uuid = wanted.parent order by place
      on conflict do nothing
      returning ${sql.ref(links.parent)} as parent
    ), counted as (
      update collection set ${sql.ref(links.counter)} = ${sql.ref(links.counter)} + more.links
      from (select parent, count(*)::integer as links from made group by parent) more
      where collection.uuid = more.parent
    )
    select uuid from standing`.execute(tx.db);
  const found = new Set(rows.map(({ uuid }) => uuid));
  for (const { parents } of placements) {
    const missing = parents.flatMap((uuid, index) => (found.has(uuid.toLowerCase()) ? [] : [index]));
    if (missing.length > 0) {
      throw invalid(
        missing.map((index) => ({
          name: `parentCollectionsUuids[${index}]`,
          code: 'unknown-collection',
          message: 'This collection does not exist (any more). Choose another.',
        })),
      );
    }
  }
}

async function removeLinks(tx: WriteTransaction, kept: RecordLinks, links: readonly Link[]): Promise<void> {
  const [parent, child] = [sql.ref(`link.${kept.parent}`), sql.ref(`link.${kept.child}`)];
  await sql`
    with gone as (
      delete from ${sql.table(kept.table)} link
      using jsonb_to_recordset(${jsonb(links)}) as unwanted (parent uuid, child uuid)
      where ${parent} = unwanted.parent and ${child} = unwanted.child
      returning ${parent} as parent
    )
    update collection set ${sql.ref(kept.counter)} = ${sql.ref(kept.counter)} - less.links
    from (select parent, count(*)::integer as links from gone group by parent) less
    where collection.uuid = less.parent`.execute(tx.db);
}

/**
 * Recomputes the closure of collections and of everything below them from the links. It ends also where there
 * is a loop: a collection in a loop then appears as an indirect descendant of itself.
 */
export async function renewClosure(tx: WriteTransaction, collectionUuids: readonly string[]): Promise<void> {
  await sql`
    with recursive below (uuid) as (
      select uuid from unnest(${collectionUuids}::uuid[]) as uuid
      union
      select link.child_uuid from below join collection_link link on link.parent_uuid = below.uuid
    ), way (ancestor, descendant) as (
      select uuid, uuid from below
      union
      select link.parent_uuid, way.descendant from way join collection_link link on link.child_uuid = way.ancestor
    ), gone as (
      delete from collection_closure closure using below
      where closure.descendant_uuid = below.uuid and not exists (
        select from way where way.ancestor = closure.ancestor_uuid and way.descendant = closure.descendant_uuid)
    )
    insert into collection_closure (tenant_id, ancestor_uuid, descendant_uuid)
    select ${tx.tenantId}::integer, ancestor, descendant from way
    on conflict do nothing`.execute(tx.db);
}
