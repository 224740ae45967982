import { sql, type RawBuilder } from 'kysely';
import type { StoryUse } from '@armarium/contract/story-use';
import type { TrashEntry } from '@armarium/contract/trash';
import { reach, type Actor, type TenantQueries } from '../../db/database.ts';
import type { PageWanted } from '../../http/pages.ts';
import {
  columnOrOwners,
  joinRecords,
  kindOf,
  ownerAlias,
  recordKinds,
  type RecordSearch,
} from '../records/public.ts';
import { NO_STORIES, storyUses } from '../story/public.ts';
import { DAY_MS } from './trash.rules.ts';

interface EntryRow {
  readonly uuid: string;
  readonly resource_type: TrashEntry['resourceType'];
  readonly record_uuid: string;
  readonly title: string;
  readonly pressmark: string | null;
  readonly account_name: string;
  readonly trashed_at: Date;
  readonly reason: string;
  readonly created_by: string | null;
  readonly collections: number;
  readonly items: number;
  readonly kept_for: TrashEntry['keptFor'];
  readonly parents: TrashEntry['formerParents'];
  readonly owner: TrashEntry['culturalItem'];
}

/** With the stories that show an image of the entry, as far as the reader sees them. */
export interface TrashRow extends EntryRow {
  readonly shown_in: StoryUse;
}

/** Whether a record of an entry was ever public. */
const wasPublic = () => sql<boolean>`exists (
  select from trash_record trashed ${joinRecords(sql`trashed.record_uuid`)}
  where trashed.entry_uuid = entry.uuid
    and (${columnOrOwners('ever_public')} or ${columnOrOwners('visibility')} = 'public'))`;

/** Whether a story shows an image of an entry, whoever may see that story. */
const isInStory = sql<boolean>`(exists (
  select from trash_record trashed join story_step step on step.asset_uuid = trashed.record_uuid
  where trashed.entry_uuid = entry.uuid)
  or exists (
    select from trash_record trashed join asset held on held.item_uuid = trashed.record_uuid
      join story_step step on step.asset_uuid = held.uuid
    where trashed.entry_uuid = entry.uuid))`;

/** Only a person may purge such an entry (A-99). */
const leavesByHand = () => sql<boolean>`(${wasPublic()} or ${isInStory})`;

/** The account that made the deleted record; null where that gives nobody a right to it. */
const madeBy = () => {
  const kinds = recordKinds().filter(({ isRestoredByMaker }) => isRestoredByMaker);
  const makers = kinds.map(
    ({ resourceType, table }) => sql`
      when ${resourceType} then (select created_by from ${sql.table(table)} record where record.uuid = entry.record_uuid)`,
  );
  return sql<string | null>`(case entry.resource_type ${sql.join(makers, sql` `)} end)`;
};

/** The entries that the actor may restore (`mayRestore`). */
function within(actor: Actor): RawBuilder<boolean> {
  const kinds = recordKinds();
  const all = kinds.filter(({ rights }) => reach(actor, rights.trash) === 'all');
  if (all.length === kinds.length) return sql`true`;
  const own = kinds.filter(({ rights }) => reach(actor, rights.trash) === 'own');
  const isOne = (of: typeof kinds) =>
    sql`entry.resource_type = any(${of.map(({ resourceType }) => resourceType)}::text[])`;
  return sql`(${isOne(all)} or ${isOne(own)} and ${madeBy()} = ${actor.accountUuid}::uuid)`;
}

/**
 * The words of the record that `joinRecords` found, as a `tsvector`. A record of a kind that searches do not find
 * has those of its title.
 * @param withOwner whether it has those of the record that it belongs to as well
 */
export function wordsOfRecord({ withOwner }: { withOwner: boolean }): RawBuilder<unknown> {
  const kept = (search: RecordSearch, alias: string) => sql`
    (select words from ${sql.table(search.table)}
      where ${sql.ref(`${search.table}.${search.key}`)} = ${sql.ref(`${alias}.uuid`)})`;
  const words = recordKinds().map((kind) => {
    if (kind.search) return kept(kind.search, kind.table);
    const own = sql`title_words(${sql.ref(`${kind.table}.sgtt`)})`;
    const owners = withOwner && kind.owner && kindOf(kind.owner.resourceType).search;
    return owners ? sql`${own} || coalesce(${kept(owners, ownerAlias(kind))}, '')` : own;
  });
  return sql`coalesce(${sql.join(words)})`;
}

/** @param words a `tsquery` */
function holds(words: string | undefined): RawBuilder<boolean> {
  if (words === undefined) return sql`true`;
  return sql`exists (
    select from trash_record trashed ${joinRecords(sql`trashed.record_uuid`)}
    where trashed.entry_uuid = entry.uuid and ${wordsOfRecord({ withOwner: true })} @@ ${words}::tsquery)`;
}

/** The collections that a record was in when it was deleted, in the order of the links, as JSON. */
export const formerParents = (entry: RawBuilder<unknown>, record: RawBuilder<unknown>) => sql`
  coalesce((
    select jsonb_agg(jsonb_build_object('uuid', link.parent_uuid,
        'title', coalesce(parent.sgtt, tombstone.title, ''),
        'isThere', parent.uuid is not null and parent.trashed_at is null)
      order by link.linked_at, link.parent_uuid)
    from trash_link link
      left join collection parent on parent.uuid = link.parent_uuid
      left join tombstone on tombstone.record_uuid = link.parent_uuid
    where link.entry_uuid = ${entry} and link.child_uuid = ${record} and not link.is_move
      and not hides_record(link.parent_uuid)
  ), '[]')`;

function entries(condition: RawBuilder<boolean>, page: PageWanted) {
  return sql<EntryRow>`
    select entry.uuid, entry.resource_type, entry.record_uuid, entry.title, entry.pressmark,
      change_set.account_name, entry.trashed_at, entry.reason,
      ${madeBy()} as created_by,
      (select count(*)::integer from trash_record record where record.entry_uuid = entry.uuid
        and record.resource_type = 'COLLECTION' and record.record_uuid <> entry.record_uuid) as collections,
      (select count(*)::integer from trash_record record where record.entry_uuid = entry.uuid
        and record.resource_type = 'ITEM' and record.record_uuid <> entry.record_uuid) as items,
      array_remove(array[case when ${wasPublic()} then 'public' end,
        case when ${isInStory} then 'stories' end], null) as kept_for,
      (select jsonb_build_object('uuid', item.uuid, 'title', item.sgtt, 'pressmark', item.pressmark,
          'isThere', item.trashed_at is null)
        from asset join item on item.uuid = asset.item_uuid
        where asset.uuid = entry.record_uuid and entry.resource_type = 'MEDIA') as owner,
      ${formerParents(sql`entry.uuid`, sql`entry.record_uuid`)} as parents
    from trash_entry entry join change_set on change_set.uuid = entry.change_set
    where ${condition}
    order by entry.trashed_at desc, entry.uuid
    limit ${page.size} offset ${page.number * page.size}`;
}

/**
 * Entries with the stories that show their images: those that were deleted themselves, and those of deleted items. One
 * statement reads them for all entries: one for each entry took 0.8 s where an entry had 15,000 items.
 */
async function withStories(db: TenantQueries, rows: readonly EntryRow[]): Promise<TrashRow[]> {
  const uuids = sql`${rows.map(({ uuid }) => uuid)}::uuid[]`;
  const shown = sql`
    select trashed.entry_uuid as key, step.story_uuid from trash_record trashed
      join story_step step on step.asset_uuid = trashed.record_uuid
    where trashed.entry_uuid = any(${uuids}) and trashed.resource_type = 'MEDIA'
    union all
    select trashed.entry_uuid, step.story_uuid from trash_record trashed
      join asset held on held.item_uuid = trashed.record_uuid
      join story_step step on step.asset_uuid = held.uuid
    where trashed.entry_uuid = any(${uuids}) and trashed.resource_type = 'ITEM'`;
  const told = await sql<{ key: string; use: StoryUse }>`select * from ${storyUses(shown)} as told`.execute(
    db,
  );
  const uses = new Map(told.rows.map(({ key, use }) => [key, use]));
  return rows.map((row) => ({ ...row, shown_in: uses.get(row.uuid) ?? NO_STORIES }));
}

/**
 * A page of the trash, the newest entry first, with their number; three statements.
 * @param words of its records, as a `tsquery`
 */
export async function trashPage(
  db: TenantQueries,
  actor: Actor,
  words: string | undefined,
  page: PageWanted,
): Promise<{ rows: readonly TrashRow[]; total: number }> {
  const condition = sql<boolean>`${within(actor)} and ${holds(words)}`;
  const { rows } = await entries(condition, page).execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from trash_entry entry where ${condition}`.execute(db);
  return { rows: await withStories(db, rows), total: counted.rows[0]?.total ?? 0 };
}

export async function trashEntry(db: TenantQueries, uuid: string): Promise<TrashRow | undefined> {
  const condition = sql<boolean>`entry.uuid = ${uuid}::uuid`;
  const { rows } = await entries(condition, { number: 0, size: 1 }).execute(db);
  const [row] = await withStories(db, rows);
  return row;
}

/** How long the organisation keeps what lies in its trash. @param standard_ms where it has not decided that itself */
export async function timeInTrash(db: TenantQueries, standard_ms: number): Promise<number> {
  const { rows } = await sql<{ days: number | null }>`
    select trash_days as days from tenant where id = current_tenant()`.execute(db);
  const days = rows[0]?.days ?? null;
  return days === null ? standard_ms : days * DAY_MS;
}

/** Which entries would be purged: their time in the trash is over, and they need nobody for it. */
const isDue = (kept_ms: number) => sql<boolean>`
  entry.trashed_at < now() - ${kept_ms} * interval '1 millisecond' and not ${leavesByHand()}`;

/** The entries to purge, the oldest first. */
export async function entriesToPurge(db: TenantQueries, kept_ms: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`
    select entry.uuid from trash_entry entry where ${isDue(kept_ms)}
    order by entry.trashed_at limit ${limit}`.execute(db);
  return rows.map(({ uuid }) => uuid);
}

/** Whether `entriesToPurge` names an entry. */
export async function isDueEntry(db: TenantQueries, uuid: string, kept_ms: number): Promise<boolean> {
  const { rows } = await sql`
    select from trash_entry entry where entry.uuid = ${uuid}::uuid and ${isDue(kept_ms)}`.execute(db);
  return rows.length > 0;
}

/** The number of entries that would be purged if the trash kept them so long, and of their records. */
export async function countDue(
  db: TenantQueries,
  kept_ms: number,
): Promise<{ deletions: number; records: number }> {
  const { rows } = await sql<{ deletions: number; records: number }>`
    with due as materialized (select entry.uuid from trash_entry entry where ${isDue(kept_ms)})
    select (select count(*)::integer from due) as deletions,
      (select count(*)::integer from trash_record trashed join due on due.uuid = trashed.entry_uuid) as records
  `.execute(db);
  return rows[0] ?? { deletions: 0, records: 0 };
}
