import { sql } from 'kysely';
import type { RecordType } from '@armarium/contract/record-types';
import { restoreTrashEntry } from '@armarium/contract/trash';
import {
  seeingEverything,
  type Actor,
  type TenantQueries,
  type WriteTransaction,
} from '../../db/database.ts';
import { recordHistory, type HistoryEntry } from '../../db/history.ts';
import { implement } from '../../http/operation-route.ts';
import { invalid, notFound, ProblemError } from '../../problem-error.ts';
import { linkRecords, unlinkRecords, type Link, type Placement } from '../catalogue/public.ts';
import {
  followingColumns,
  hrefOf,
  joinRecords,
  kindOf,
  lockGraph,
  recordColumn,
  recordKinds,
  type RecordKind,
  type RecordLinks,
} from '../records/public.ts';
import { hooksOf } from './kind-hooks.ts';
import { giveOtherPressmarks, renamesOf, requireFreePressmarks } from './returning-pressmarks.ts';
import { mayRestore } from './trash.rules.ts';
import { closeEntries, parentsByChild, renewVersions, without } from './trash.writes.ts';

/** The records to restore: all of an entry, or one of them. */
interface Return {
  readonly entry: string;
  /** The record whose parents may be gone: the record of the entry, or the one that is restored alone. */
  readonly record: string;
  readonly kind: RecordKind;
  readonly isAlone: boolean;
  readonly ofType: (resourceType: RecordType) => readonly string[];
}

/**
 * Restores records of an entry of the trash with their former links. A link is restored if its other end is
 * in the catalogue; if that is in the trash too, the link moves to its entry.
 */
export const restoreEntryOperation = implement(
  restoreTrashEntry,
  async ({ data, params, body, actor, origin }) => {
    const { record, kind } = await data.write('restore', async (tx) => {
      await lockGraph(tx);
      const wanted = await wantedOf(tx.db, params.uuid, body.recordUuid?.toLowerCase(), actor);
      const given = (body.parentCollectionsUuids ?? []).map((uuid) => uuid.toLowerCase());
      await requireCollections(tx.db, given);
      const items = wanted.ofType('ITEM');
      const returning = { record: wanted.record, isItem: wanted.kind.resourceType === 'ITEM', items };
      await giveOtherPressmarks(tx, actor, returning, renamesOf(returning, body));
      await requireFreePressmarks(tx.db, items);
      await seeingEverything(tx, () => bringBack(tx, wanted, given));
      return wanted;
    });
    return { recordUuid: record, _links: { record: hrefOf(origin, kind.calls.get, record) } };
  },
);

/**
 * @throws ProblemError 404 without the entry, 422 where it does not contain the record, or the record can't
 * be restored alone, 403 where it is another's and the actor may restore own records only
 */
async function wantedOf(
  db: TenantQueries,
  entryUuid: string,
  recordUuid: string | undefined,
  actor: Actor,
): Promise<Return> {
  const entry = await db
    .selectFrom('trash_entry')
    .select(['uuid', 'record_uuid', 'resource_type'])
    .where('uuid', '=', entryUuid)
    .forUpdate()
    .executeTakeFirst();
  if (!entry) throw notFound('The entry of the trash');
  const isAlone = recordUuid !== undefined && recordUuid !== entry.record_uuid;
  const { rows } = await sql<{ uuid: string; resourceType: RecordType; createdBy: string | null }>`
    select trashed.record_uuid as uuid, trashed.resource_type as "resourceType",
      ${recordColumn('created_by')} as "createdBy"
    from trash_record trashed ${joinRecords(sql`trashed.record_uuid`)}
    where trashed.entry_uuid = ${entry.uuid}::uuid
      ${isAlone ? sql`and trashed.record_uuid = ${recordUuid}::uuid` : sql``}`.execute(db);
  const records = isAlone ? rows.filter(({ resourceType }) => kindOf(resourceType).comesBackAlone) : rows;
  const record = records.find(({ uuid }) => uuid === (recordUuid ?? entry.record_uuid));
  if (!record) {
    throw invalid([
      { name: 'recordUuid', code: 'unknown-record', message: 'The entry holds no such item (any more).' },
    ]);
  }
  const kind = kindOf(record.resourceType);
  if (!mayRestore(actor, kind, record.createdBy)) {
    throw new ProblemError('forbidden', 'You may restore the records that you made yourself.');
  }
  return {
    entry: entry.uuid,
    record: record.uuid,
    kind,
    isAlone,
    ofType: (type) => records.filter(({ resourceType }) => resourceType === type).map(({ uuid }) => uuid),
  };
}

/** @throws ProblemError 422 naming the collections that are not in the catalogue */
async function requireCollections(db: TenantQueries, uuids: readonly string[]): Promise<void> {
  const rows = await db
    .selectFrom('collection')
    .select('uuid')
    .where(sql<boolean>`uuid = any(${uuids}::uuid[])`)
    .where('trashed_at', 'is', null)
    .execute();
  const missing = uuids.flatMap((uuid, index) => (rows.some((row) => row.uuid === uuid) ? [] : [index]));
  if (missing.length === 0) return;
  throw invalid(
    missing.map((index) => ({
      name: `parentCollectionsUuids[${index}]`,
      code: 'unknown-collection',
      message: 'This collection does not exist (any more). Choose another.',
    })),
  );
}

async function bringBack(tx: WriteTransaction, wanted: Return, given: readonly string[]): Promise<void> {
  const { entry, record, kind: top } = wanted;
  const existing = top.links ? await existingParents(tx.db, wanted) : [];
  const parents = [...new Set([...existing, ...given])];
  if (top.links && parents.length === 0) {
    throw new ProblemError(
      'parents-gone',
      'None of the collections in which it stood is there any more. Choose where it shall stand.',
    );
  }
  const coming = recordKinds().map((kind) => ({ kind, records: wanted.ofType(kind.resourceType) }));
  for (const { kind, records } of coming) {
    if (records.length === 0) continue;
    await hooksOf(kind).lock?.(tx, records);
    await sql`
      update ${sql.table(kind.table)} set trashed_at = null, version = version + 1
      where uuid = any(${records}::uuid[])`.execute(tx.db);
  }
  const linked = new Map<RecordKind, Map<string, string[]>>();
  const isCollection = (kind: RecordKind) => kind.resourceType === 'COLLECTION';
  // Collections before their members.
  const inOrder = [...coming].sort((a, b) => Number(isCollection(b.kind)) - Number(isCollection(a.kind)));
  for (const { kind } of inOrder) {
    if (!kind.links) continue;
    const links = await restorableLinks(tx.db, wanted, kind, parents);
    if (kind === top) {
      const sortTitle =
        links.find(({ child }) => child === record)?.sortTitle ?? (await sortTitleOf(tx.db, wanted));
      links.push(...given.map((parent) => ({ parent, child: record, sortTitle })));
    }
    await linkRecords(tx, kind, placements(links));
    await renewTimes(tx.db, entry, kind, kind.links);
    linked.set(kind, parentsByChild(links));
  }
  for (const { kind, records } of coming) {
    await renewVersions(tx, kind, without(linked.get(kind) ?? new Map(), records));
  }
  if (!wanted.isAlone) await takeMoveBack(tx, entry);
  await closeEntry(tx.db, wanted);

  const history: HistoryEntry[] = [];
  for (const { kind, records } of coming) {
    const { places, others } =
      (records.length > 0 && (await hooksOf(kind).cameBack?.(tx, records))) || noDeparture;
    history.push(...returnsOf(kind, records, linked.get(kind), places), ...others);
  }
  await recordHistory(tx, history);
}

const noDeparture = { places: new Map<string, object>(), others: [] };

/** The history entries of the restored records, and of records that are linked to them again. */
function returnsOf(
  { resourceType }: RecordKind,
  records: readonly string[],
  parents: ReadonlyMap<string, string[]> | undefined,
  places: ReadonlyMap<string, object>,
): HistoryEntry[] {
  if (!parents) {
    return records.map((record) => ({ record, resourceType, action: 'restore', after: places.get(record) }));
  }
  const comes = new Set(records);
  return [...parents].map(([record, all]) => ({
    record,
    resourceType,
    action: comes.has(record) ? 'restore' : 'link',
    after: { parentCollectionsUuids: [...new Set(all)] },
  }));
}

/** Gives restored links their original times, so that the parents keep their order. */
async function renewTimes(
  db: TenantQueries,
  entry: string,
  { resourceType }: RecordKind,
  { table, parent, child }: RecordLinks,
): Promise<void> {
  const [name, parentRef, childRef] = [
    sql.table(table),
    sql.ref(`${table}.${parent}`),
    sql.ref(`${table}.${child}`),
  ];
  await sql`
    update ${name} set linked_at = link.linked_at from trash_link link
    where link.entry_uuid = ${entry}::uuid and link.child_type = ${resourceType} and not link.is_move
      and link.parent_uuid = ${parentRef} and link.child_uuid = ${childRef}`.execute(db);
}

/** The former parents of the restored records that are in the catalogue. */
async function existingParents(db: TenantQueries, { entry, record }: Return): Promise<string[]> {
  const rows = await db
    .selectFrom('trash_link')
    .innerJoin('collection', 'collection.uuid', 'trash_link.parent_uuid')
    .select('collection.uuid')
    .where('entry_uuid', '=', entry)
    .where('child_uuid', '=', record)
    .where('is_move', '=', false)
    .where('collection.trashed_at', 'is', null)
    .execute();
  return rows.map(({ uuid }) => uuid);
}

type LinkToCome = Link & { readonly sortTitle: string };

/**
 * The stored links whose two ends are in the catalogue now, and that nobody has made again. A collection that
 * is now above one of `parents` is left out: it would be below itself. Joined here and not in SQL: the
 * planner knows nothing of what this transaction changed, and would compare each row with each.
 */
async function restorableLinks(
  db: TenantQueries,
  { entry, record, isAlone }: Return,
  kind: RecordKind,
  parents: readonly string[],
): Promise<LinkToCome[]> {
  const { links: at } = kind;
  if (!at) return [];
  const remembered = await db
    .selectFrom('trash_link')
    .select(['parent_uuid as parent', 'child_uuid as child'])
    .where('entry_uuid', '=', entry)
    .where('child_type', '=', kind.resourceType)
    .where('is_move', '=', false)
    .$if(isAlone, (query) => query.where('child_uuid', '=', record))
    .orderBy('linked_at')
    .orderBy('parent_uuid')
    .execute();
  const children = [...new Set(remembered.map(({ child }) => child))];
  const titles = await sql<{ uuid: string; title: string }>`
    select uuid, sort_title as title from ${sql.table(kind.table)}
    where uuid = any(${children}::uuid[]) and trashed_at is null`.execute(db);
  const titleOf = new Map(titles.rows.map(({ uuid, title }) => [uuid, title]));
  const collections = await sql<{ uuid: string }>`
    select uuid from collection where uuid = any(${remembered.map(({ parent }) => parent)}::uuid[])
      and trashed_at is null`.execute(db);
  const existing = new Set(collections.rows.map(({ uuid }) => uuid));
  const isCollection = kind.resourceType === 'COLLECTION';
  const inTheWay = await (
    isCollection
      ? sql<{ key: string }>`select ancestor_uuid::text as key from collection_closure
          where descendant_uuid = any(${parents}::uuid[])`
      : sql<{ key: string }>`select ${sql.ref(at.parent)} || ' ' || ${sql.ref(at.child)} as key
          from ${sql.table(at.table)} where ${sql.ref(at.child)} = any(${children}::uuid[])`
  ).execute(db);
  const excluded = new Set(inTheWay.rows.map(({ key }) => key));
  return remembered.flatMap(({ parent, child }) => {
    const sortTitle = titleOf.get(child);
    const isExcluded = excluded.has(isCollection ? child : `${parent} ${child}`);
    return sortTitle === undefined || !existing.has(parent) || isExcluded ? [] : { parent, child, sortTitle };
  });
}

async function sortTitleOf(db: TenantQueries, { record, kind }: Return): Promise<string> {
  if (!followingColumns(kind).includes('sort_title')) return '';
  const { rows } = await sql<{ title: string }>`
    select sort_title as title from ${sql.table(kind.table)} where uuid = ${record}::uuid`.execute(db);
  return rows[0]?.title ?? '';
}

function placements(links: readonly LinkToCome[]): Placement[] {
  const sortTitles = new Map(links.map(({ child, sortTitle }) => [child, sortTitle]));
  return [...parentsByChild(links)].map(([uuid, parents]) => ({
    uuid,
    sortTitle: sortTitles.get(uuid) ?? '',
    parents,
  }));
}

/**
 * Takes orphans out of the parent into which the deletion had put them, unless somebody has linked them there
 * since.
 */
async function takeMoveBack(tx: WriteTransaction, entry: string): Promise<void> {
  const { rows } = await sql<Link>`
    select link.parent_uuid as parent, link.child_uuid as child
    from trash_link link join item_link there
      on there.collection_uuid = link.parent_uuid and there.item_uuid = link.child_uuid
        and there.linked_at = link.linked_at
    where link.entry_uuid = ${entry}::uuid and link.is_move`.execute(tx.db);
  await unlinkRecords(tx, kindOf('ITEM'), rows);
  await recordHistory(
    tx,
    rows.map(({ parent, child }) => ({
      record: child,
      resourceType: 'ITEM',
      action: 'unlink',
      before: { parentCollectionsUuids: [parent] },
    })),
  );
}

/**
 * Moves links whose other end is in another entry to that entry, and closes this one, or its restored part.
 */
async function closeEntry(db: TenantQueries, { entry, record, isAlone }: Return): Promise<void> {
  if (isAlone) await db.deleteFrom('trash_record').where('record_uuid', '=', record).execute();
  else await closeEntries(db, [entry]);
}
