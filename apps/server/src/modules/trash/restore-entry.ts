import { sql } from 'kysely';
import { restoreTrashEntry } from '@armarium/contract/trash';
import { seeingEverything, type WriteTransaction } from '../../db/database.ts';
import { recordHistory, type HistoryEntry } from '../../db/history.ts';
import { implement } from '../../http/operation-route.ts';
import { ProblemError } from '../../problem-error.ts';
import { linkRecords, unlinkRecords, type Link } from '../catalogue/public.ts';
import {
  hrefOf,
  kindOf,
  lockGraph,
  recordKinds,
  type RecordKind,
  type RecordLinks,
} from '../records/public.ts';
import { hooksOf } from './kind-hooks.ts';
import { recordsToRestore, requireCollections, type RecordsToRestore } from './records-to-restore.ts';
import { giveOtherPressmarks, renamesOf, requireFreePressmarks } from './returning-pressmarks.ts';
import { parentsByChild, placementsOf, storedLinks, type ReturningLink } from './trash-links.ts';
import { closeEntries, renewVersions, without } from './trash.writes.ts';

/**
 * Restores records of an entry of the trash with their former links. A link is restored if its other end is
 * in the catalogue; if that is in the trash too, the link moves to its entry.
 */
export const restoreEntryOperation = implement(
  restoreTrashEntry,
  async ({ data, params, body, actor, origin }) => {
    const { record, kind } = await data.write('restore', async (tx) => {
      await lockGraph(tx);
      const wanted = await recordsToRestore(tx.db, params.uuid, body.recordUuid?.toLowerCase(), actor);
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

async function bringBack(
  tx: WriteTransaction,
  wanted: RecordsToRestore,
  given: readonly string[],
): Promise<void> {
  const { entry, record, kind: top } = wanted;
  const former = top.links ? await storedLinks(tx.db, [entry], top, record) : [];
  const parents = [...new Set([...former.map(({ parent }) => parent), ...given])];
  if (top.links && parents.length === 0) {
    throw new ProblemError(
      'parents-gone',
      'The collections that it was in no longer exist. Choose another collection.',
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
  // Collections before their members.
  const inOrder = [...coming].sort((a, b) => Number(isCollection(b.kind)) - Number(isCollection(a.kind)));
  for (const { kind } of inOrder) {
    if (kind.links)
      linked.set(kind, await linkAgain(tx, wanted, { kind, links: kind.links }, parents, given));
  }
  for (const { kind, records } of coming) {
    await renewVersions(tx, kind, without(linked.get(kind) ?? new Map(), records));
  }
  if (wanted.isAlone) await tx.db.deleteFrom('trash_record').where('record_uuid', '=', record).execute();
  else {
    await takeMoveBack(tx, entry);
    await closeEntries(tx.db, [entry]);
  }

  const history: HistoryEntry[] = [];
  for (const { kind, records } of coming) {
    const { places, others } =
      (records.length > 0 && (await hooksOf(kind).cameBack?.(tx, records))) || noDeparture;
    history.push(...returnsOf(kind, records, linked.get(kind), places), ...others);
  }
  await recordHistory(tx, history);
}

const isCollection = ({ resourceType }: RecordKind) => resourceType === 'COLLECTION';

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

/**
 * Restores the links of one kind that can be restored: their two ends are in the catalogue, nobody has made them
 * again, and no collection gets below itself.
 * @param parents the collections of the restored record
 * @param given those of them that the request names
 * @returns the parents of each linked record
 */
async function linkAgain(
  tx: WriteTransaction,
  { entry, record, isAlone, kind: top }: RecordsToRestore,
  { kind, links: at }: { readonly kind: RecordKind; readonly links: RecordLinks },
  parents: readonly string[],
  given: readonly string[],
): Promise<Map<string, string[]>> {
  const links = await storedLinks(tx.db, [entry], kind, isAlone ? record : undefined);
  const added = kind === top ? given.map((parent) => ({ parent, child: record })) : [];
  const children = [...new Set([...links, ...added].map(({ child }) => child))];
  const titles = await sql<{ uuid: string; title: string }>`
    select uuid, sort_title as title from ${sql.table(kind.table)}
    where uuid = any(${children}::uuid[]) and trashed_at is null`.execute(tx.db);
  const titleOf = new Map(titles.rows.map(({ uuid, title }) => [uuid, title]));
  const inTheWay = await (
    isCollection(kind)
      ? sql<{ key: string }>`select ancestor_uuid::text as key from collection_closure
          where descendant_uuid = any(${parents}::uuid[])`
      : sql<{ key: string }>`select ${sql.ref(at.parent)} || ' ' || ${sql.ref(at.child)} as key
          from ${sql.table(at.table)} where ${sql.ref(at.child)} = any(${children}::uuid[])`
  ).execute(tx.db);
  const excluded = new Set(inTheWay.rows.map(({ key }) => key));
  const restorable: ReturningLink[] = links.filter(
    ({ parent, child }) =>
      titleOf.has(child) && !excluded.has(isCollection(kind) ? child : `${parent} ${child}`),
  );
  restorable.push(...added);
  await linkRecords(tx, kind, placementsOf(restorable, titleOf));
  return parentsByChild(restorable);
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
