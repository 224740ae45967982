import { sql } from 'kysely';
import { getCollection, getImage, getItem } from '@armarium/contract/records';
import type { BodyOf } from '@armarium/contract/operation';
import { restoreTrashEntry } from '@armarium/contract/trash';
import {
  reaches,
  seeingEverything,
  type Actor,
  type TenantQueries,
  type WriteTransaction,
} from '../../db/database.ts';
import { implement } from '../../http/operation-route.ts';
import { invalid, notFound, ProblemError } from '../../problem-error.ts';
import { recordHistory, type HistoryEntry } from '../../db/history.ts';
import {
  linkCollections,
  linkItems,
  renameTrashedItems,
  unlinkItems,
  type Link,
  type Placement,
  type TrashedRename,
} from '../catalogue/public.ts';
import { hrefOf, lockGraph } from '../records/public.ts';
import { takeUpOpenImports } from '../media/public.ts';
import { restoreImage } from './restore-image.ts';
import { mayRestore } from './trash.rules.ts';
import { closeEntries, parentsByChild, renewVersions, without } from './trash.writes.ts';

/** What comes back: the whole of an entry, or one of its items. */
interface Return {
  readonly entry: string;
  /** The record whose parents may be gone: the one that was deleted, or the item that is wanted alone. */
  readonly record: string;
  readonly resourceType: 'ITEM' | 'COLLECTION';
  readonly isAlone: boolean;
  readonly items: readonly string[];
  readonly collections: readonly string[];
}

const reads = { ITEM: getItem, COLLECTION: getCollection, MEDIA: getImage };

/**
 * Brings back what is wanted of an entry of the trash, with its links as they were, as far as their other ends
 * stand; a link whose other end lies in the trash too waits in that one's entry.
 */
export const restoreEntryOperation = implement(
  restoreTrashEntry,
  async ({ data, params, body, actor, origin }) => {
    const { record, resourceType } = await data.write('restore', async (tx) => {
      await lockGraph(tx);
      const image = await imageOfEntry(tx.db, params.uuid);
      if (image !== undefined) {
        await restoreImage(tx, actor, { entry: params.uuid, image });
        return { record: image, resourceType: 'MEDIA' as const };
      }
      const wanted = await wantedOf(tx.db, params.uuid, body.recordUuid?.toLowerCase(), actor);
      const given = (body.parentCollectionsUuids ?? []).map((uuid) => uuid.toLowerCase());
      await requireCollections(tx.db, given);
      await giveOtherPressmarks(tx, actor, wanted, renamesOf(wanted, body));
      await requireFreePressmarks(tx.db, wanted.items);
      await seeingEverything(tx, () => bringBack(tx, wanted, given));
      return wanted;
    });
    return { recordUuid: record, _links: { record: hrefOf(origin, reads[resourceType], record) } };
  },
);

/** The image that an entry holds, undefined where it holds something else or is not there. */
async function imageOfEntry(db: TenantQueries, entryUuid: string): Promise<string | undefined> {
  const entry = await db
    .selectFrom('trash_entry')
    .select('record_uuid')
    .where('uuid', '=', entryUuid)
    .where('resource_type', '=', 'MEDIA')
    .forUpdate()
    .executeTakeFirst();
  return entry?.record_uuid;
}

/**
 * @throws ProblemError 404 without the entry, 422 where it does not hold the item, 403 where it is another's and the
 *   actor may restore own records only
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
  const records = await db
    .selectFrom('trash_record')
    .leftJoin('item', 'item.uuid', 'trash_record.record_uuid')
    .select(['record_uuid', 'resource_type', 'item.created_by'])
    .where('entry_uuid', '=', entry.uuid)
    .$if(isAlone, (query) =>
      query.where('record_uuid', '=', recordUuid ?? '').where('resource_type', '=', 'ITEM'),
    )
    .execute();
  const record = records.find(({ record_uuid }) => record_uuid === (recordUuid ?? entry.record_uuid));
  if (!record) {
    throw invalid([
      { name: 'recordUuid', code: 'unknown-record', message: 'The entry holds no such item (any more).' },
    ]);
  }
  const resourceType = record.resource_type as Return['resourceType'];
  if (!mayRestore(actor, resourceType, record.created_by)) {
    throw new ProblemError('forbidden', 'You may restore the records that you made yourself.');
  }
  const of = (type: Return['resourceType']) =>
    records.filter(({ resource_type }) => resource_type === type).map(({ record_uuid }) => record_uuid);
  return {
    entry: entry.uuid,
    record: record.record_uuid,
    resourceType,
    isAlone,
    items: of('ITEM'),
    collections: of('COLLECTION'),
  };
}

/** @throws ProblemError 422 naming the places of collections that do not stand */
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

/**
 * The other pressmarks that a request gives.
 * @throws ProblemError 422 where `pressmark` is given and not one item comes back alone, or one of `pressmarks` is for
 *   none that comes back, or for one twice
 */
function renamesOf(wanted: Return, body: BodyOf<typeof restoreTrashEntry>): TrashedRename[] {
  const renames = (body.pressmarks ?? []).map(({ recordUuid, pressmark }, index) => ({
    uuid: recordUuid.toLowerCase(),
    pressmark,
    place: `pressmarks[${index}].`,
  }));
  const items = new Set(wanted.items);
  const faults = renames.flatMap(({ uuid, place }) =>
    items.delete(uuid)
      ? []
      : [
          {
            name: `${place}recordUuid`,
            code: 'unknown-record',
            message: 'No such item comes back with it, or it was named before.',
          },
        ],
  );
  if (body.pressmark !== undefined) {
    if (wanted.resourceType === 'ITEM' && renames.length === 0) {
      renames.push({ uuid: wanted.record, pressmark: body.pressmark, place: '' });
    } else {
      faults.push({
        name: 'pressmark',
        code: 'not-one-item',
        message:
          'It is for an item that comes back alone. Use `pressmarks` for those that come with a collection.',
      });
    }
  }
  if (faults.length > 0) throw invalid(faults);
  return renames;
}

/**
 * @throws ProblemError 422 naming those that are no pressmarks, 403 where the own one of an item is free and the actor
 *   may not correct pressmarks
 */
async function giveOtherPressmarks(
  tx: WriteTransaction,
  actor: Actor,
  wanted: Return,
  renames: readonly TrashedRename[],
): Promise<void> {
  if (renames.length === 0) return;
  const uuids = new Set(renames.map(({ uuid }) => uuid));
  const taken = new Set((await takenPressmarks(tx.db, wanted.items)).map(({ item }) => item.uuid));
  const makers = await tx.db
    .selectFrom('item')
    .select(['uuid', 'created_by'])
    .where(sql<boolean>`uuid = any(${[...uuids]}::uuid[])`)
    .execute();
  if (makers.some((item) => !taken.has(item.uuid) && !reaches(actor, 'correctPressmark', item.created_by))) {
    throw new ProblemError('forbidden', 'Its own pressmark is free, and you may not correct pressmarks.');
  }
  await renameTrashedItems(tx, renames);
}

/** Items that are to come back with whoever has their pressmarks now: a standing item, or one that comes back too. */
async function takenPressmarks(db: TenantQueries, items: readonly string[]) {
  const wanted = await db
    .selectFrom('item')
    .select(['uuid', 'sgtt', 'pressmark', 'pressmark_norm'])
    .where(sql<boolean>`uuid = any(${items}::uuid[])`)
    .orderBy('sort_title')
    .orderBy('uuid')
    .execute();
  // Not joined in one statement: the planner would compare each with each.
  const standing = await db
    .selectFrom('item')
    .select(['sgtt', 'pressmark', 'pressmark_norm'])
    .where(sql<boolean>`pressmark_norm = any(${wanted.map(({ pressmark_norm }) => pressmark_norm)}::text[])`)
    .where('trashed_at', 'is', null)
    .execute();
  const holders = new Map(standing.map((holder) => [holder.pressmark_norm, holder]));
  return wanted.flatMap((item) => {
    const holder = holders.get(item.pressmark_norm);
    if (!holder) holders.set(item.pressmark_norm, item);
    return holder ? [{ item, holder }] : [];
  });
}

/** As many items are named of those whose pressmarks are taken; `listTrashedRecords` has them all. */
const TAKEN_TOLD = 1_000;

/** @throws ProblemError 409 `pressmark-taken` naming the items, and who has the pressmark of each now */
async function requireFreePressmarks(db: TenantQueries, items: readonly string[]): Promise<void> {
  const taken = await takenPressmarks(db, items);
  const [first] = taken;
  if (!first) return;
  const has = ({ holder }: typeof first) => `"${holder.sgtt}" has the pressmark ${holder.pressmark} now.`;
  const detail =
    taken.length === 1
      ? `${has(first)} Give that one another pressmark, then restore "${first.item.sgtt}".`
      : `The pressmarks of ${taken.length} items were given to others. Give either another pressmark, in \`pressmarks\`.`;
  throw new ProblemError('pressmark-taken', detail, {
    fields: taken.slice(0, TAKEN_TOLD).map((one) => ({
      name: `pressmarks[${one.item.uuid}]`,
      code: 'pressmark-taken',
      message: `${has(one)} It was that of "${one.item.sgtt}".`,
    })),
  });
}

async function bringBack(tx: WriteTransaction, wanted: Return, given: readonly string[]): Promise<void> {
  const { entry, record, items, collections } = wanted;
  const parents = [...new Set([...(await standingParents(tx.db, wanted)), ...given])];
  if (parents.length === 0) {
    throw new ProblemError(
      'parents-gone',
      'None of the collections in which it stood is there any more. Choose where it shall stand.',
    );
  }
  await sql`update item set trashed_at = null, version = version + 1
    where uuid = any(${items}::uuid[])`.execute(tx.db);
  await sql`update collection set trashed_at = null, version = version + 1
    where uuid = any(${collections}::uuid[])`.execute(tx.db);

  const collectionLinks = await standingLinks(tx.db, wanted, 'collection', parents);
  const itemLinks = await standingLinks(tx.db, wanted, 'item', parents);
  const top = wanted.resourceType === 'ITEM' ? itemLinks : collectionLinks;
  const known = top.find(({ child }) => child === record);
  const sortTitle = known?.sortTitle ?? (await sortTitleOf(tx.db, wanted));
  top.push(...given.map((parent) => ({ parent, child: record, sortTitle })));
  if (collectionLinks.length > 0) await linkCollections(tx, placements(collectionLinks));
  await linkItems(tx, placements(itemLinks));
  await sql`
    update item_link set linked_at = link.linked_at from trash_link link
    where link.entry_uuid = ${entry}::uuid and link.child_type = 'ITEM' and not link.is_move
      and link.parent_uuid = item_link.collection_uuid and link.child_uuid = item_link.item_uuid`.execute(
    tx.db,
  );
  await sql`
    update collection_link set linked_at = link.linked_at from trash_link link
    where link.entry_uuid = ${entry}::uuid and link.child_type = 'COLLECTION'
      and link.parent_uuid = collection_link.parent_uuid
      and link.child_uuid = collection_link.child_uuid`.execute(tx.db);
  const itemParents = parentsByChild(itemLinks);
  const collectionParents = parentsByChild(collectionLinks);
  await renewVersions(tx, without(itemParents, items), without(collectionParents, collections));
  if (!wanted.isAlone) await takeMoveBack(tx, entry);
  await closeEntry(tx.db, wanted);
  await takeUpOpenImports(tx.db, items);

  const comes = new Set([...items, ...collections]);
  const back =
    (resourceType: HistoryEntry['resourceType']) =>
    ([uuid, all]: [string, string[]]): HistoryEntry => ({
      record: uuid,
      resourceType,
      action: comes.has(uuid) ? 'restore' : 'link',
      after: { parentCollectionsUuids: [...new Set(all)] },
    });
  await recordHistory(tx, [
    ...[...itemParents].map(back('ITEM')),
    ...[...collectionParents].map(back('COLLECTION')),
  ]);
}

/** The former parents of what comes back that stand. */
async function standingParents(db: TenantQueries, { entry, record }: Return): Promise<string[]> {
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
 * The remembered links both of whose ends stand now, and that were not made anew. A collection that stands above
 * `parents` by now is left out: below what comes back it would stand below itself. Put together here, since the
 * planner, which knows nothing of what this transaction changed, would compare each with each.
 */
async function standingLinks(
  db: TenantQueries,
  { entry, record, isAlone }: Return,
  kind: 'item' | 'collection',
  parents: readonly string[],
): Promise<LinkToCome[]> {
  const remembered = await db
    .selectFrom('trash_link')
    .select(['parent_uuid as parent', 'child_uuid as child'])
    .where('entry_uuid', '=', entry)
    .where('child_type', '=', kind === 'item' ? 'ITEM' : 'COLLECTION')
    .where('is_move', '=', false)
    .$if(isAlone, (query) => query.where('child_uuid', '=', record))
    .orderBy('linked_at')
    .orderBy('parent_uuid')
    .execute();
  const children = [...new Set(remembered.map(({ child }) => child))];
  const titles = await sql<{ uuid: string; title: string }>`
    select uuid, sort_title as title from ${sql.table(kind)}
    where uuid = any(${children}::uuid[]) and trashed_at is null`.execute(db);
  const titleOf = new Map(titles.rows.map(({ uuid, title }) => [uuid, title]));
  const collections = await sql<{ uuid: string }>`
    select uuid from collection where uuid = any(${remembered.map(({ parent }) => parent)}::uuid[])
      and trashed_at is null`.execute(db);
  const standing = new Set(collections.rows.map(({ uuid }) => uuid));
  const inTheWay =
    kind === 'item'
      ? await sql<{ key: string }>`select collection_uuid || ' ' || item_uuid as key from item_link
          where item_uuid = any(${children}::uuid[])`.execute(db)
      : await sql<{ key: string }>`select ancestor_uuid::text as key from collection_closure
          where descendant_uuid = any(${parents}::uuid[])`.execute(db);
  const excluded = new Set(inTheWay.rows.map(({ key }) => key));
  return remembered.flatMap(({ parent, child }) => {
    const sortTitle = titleOf.get(child);
    const isExcluded = excluded.has(kind === 'item' ? `${parent} ${child}` : child);
    return sortTitle === undefined || !standing.has(parent) || isExcluded ? [] : { parent, child, sortTitle };
  });
}

async function sortTitleOf(db: TenantQueries, { record, resourceType }: Return): Promise<string> {
  const row = await db
    .selectFrom(resourceType === 'ITEM' ? 'item' : 'collection')
    .select('sort_title')
    .where('uuid', '=', record)
    .executeTakeFirstOrThrow();
  return row.sort_title;
}

function placements(links: readonly LinkToCome[]): Placement[] {
  const sortTitles = new Map(links.map(({ child, sortTitle }) => [child, sortTitle]));
  return [...parentsByChild(links)].map(([uuid, parents]) => ({
    uuid,
    sortTitle: sortTitles.get(uuid) ?? '',
    parents,
  }));
}

/** Takes orphans out of the parent into which the deletion had put them, unless somebody linked them there since. */
async function takeMoveBack(tx: WriteTransaction, entry: string): Promise<void> {
  const { rows } = await sql<Link>`
    select link.parent_uuid as parent, link.child_uuid as child
    from trash_link link join item_link there
      on there.collection_uuid = link.parent_uuid and there.item_uuid = link.child_uuid
        and there.linked_at = link.linked_at
    where link.entry_uuid = ${entry}::uuid and link.is_move`.execute(tx.db);
  await unlinkItems(tx, rows);
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

/** Hands links over whose other end lies in another entry, and ends this one, or what of it came back. */
async function closeEntry(db: TenantQueries, { entry, record, isAlone }: Return): Promise<void> {
  if (isAlone) await db.deleteFrom('trash_record').where('record_uuid', '=', record).execute();
  else await closeEntries(db, [entry]);
}
