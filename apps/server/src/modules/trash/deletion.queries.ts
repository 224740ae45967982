import { sql, type RawBuilder } from 'kysely';
import type { DeletionFigures } from '@armarium/contract/deletions';
import type { StoryUse } from '@armarium/contract/story-use';
import type { TenantQueries } from '../../db/database.ts';
import { NO_STORIES, storyUses } from '../story/public.ts';

/**
 * The records that the deletion of a collection affects (decisions §4), the same for the dry run and the
 * deletion. `doomed`: the collections that can be reached only through it, itself included. `touched`: the
 * items in any of them; `is_orphan` marks those that are in no other collection. A collection below it is
 * kept, with everything below, where it has a parent outside.
 */
function reachOfDeletion(collectionUuid: string): RawBuilder<unknown> {
  return sql`
    below as (
      select descendant_uuid as uuid from collection_closure where ancestor_uuid = ${collectionUuid}::uuid
    ), shared as (
      select distinct below.uuid
      from below join collection_link link on link.child_uuid = below.uuid
      where below.uuid <> ${collectionUuid}::uuid
        and link.parent_uuid not in (select uuid from below)
    ), doomed as (
      select uuid from below
      except
      select closure.descendant_uuid
      from shared join collection_closure closure on closure.ancestor_uuid = shared.uuid
    ), touched as (
      select placed.item_uuid as uuid, bool_and(placed.collection_uuid in (select uuid from doomed)) as is_orphan
      from (
        select distinct link.item_uuid from item_link link join doomed on doomed.uuid = link.collection_uuid
      ) met
        join item_link placed on placed.item_uuid = met.item_uuid
      group by 1
    )`;
}

/** The figures of the deletion of a collection; one statement, whatever is below it. */
export async function deletionFigures(db: TenantQueries, collectionUuid: string): Promise<DeletionFigures> {
  const shown = sql`
    select true as key, step.story_uuid from touched
      join asset held on held.item_uuid = touched.uuid
      join story_step step on step.asset_uuid = held.uuid
    where touched.is_orphan and held.trashed_at is null`;
  const { rows } = await sql<Omit<DeletionFigures, 'shownIn'> & { shownIn: StoryUse | null }>`
    with ${reachOfDeletion(collectionUuid)}
    select count(*) filter (where not is_orphan) as "sharedItems",
      (select count(*) from doomed) - 1 as "deletedSubcollections",
      count(*) filter (where is_orphan) as "orphanItems",
      (select use from ${storyUses(shown)} as told) as "shownIn"
    from touched`.execute(db);
  const [figures] = rows;
  if (!figures) throw new Error('Counting gave no row.');
  return { ...figures, shownIn: figures.shownIn ?? NO_STORIES };
}

/** The records that are deleted with a collection, by uuid. */
export interface Deletion {
  /** The collection itself included. */
  readonly collections: readonly string[];
  readonly orphans: readonly string[];
}

/** The records that are deleted with a collection; one statement. */
export async function deletionOf(db: TenantQueries, collectionUuid: string): Promise<Deletion> {
  const { rows } = await sql<{ part: keyof Deletion; uuid: string }>`
    with ${reachOfDeletion(collectionUuid)}
    select 'collections' as part, uuid from doomed
    union all
    select 'orphans', uuid from touched where is_orphan`.execute(db);
  const of = (part: keyof Deletion) => rows.filter((row) => row.part === part).map(({ uuid }) => uuid);
  return { collections: of('collections'), orphans: of('orphans') };
}

/** The parents of a collection, in the order in which they were linked. */
export async function parentsOf(db: TenantQueries, collectionUuid: string): Promise<string[]> {
  const rows = await db
    .selectFrom('collection_link')
    .select('parent_uuid')
    .where('child_uuid', '=', collectionUuid)
    .orderBy('linked_at')
    .orderBy('parent_uuid')
    .execute();
  return rows.map(({ parent_uuid }) => parent_uuid);
}
