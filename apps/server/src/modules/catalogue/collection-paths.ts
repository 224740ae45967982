import { sql } from 'kysely';
import { jsonb, type TenantQueries, type WriteTransaction } from '../../db/database.ts';
import { createCollections } from './create-collections.ts';
import { lockGraph, sortTitle } from '../records/public.ts';
import { toSeenParent } from './record.queries.ts';

/** Titles from one collection down to another; empty for the starting collection itself. */
export type TitlePath = readonly string[];

/** A path as a key for maps. */
export const pathKey = (path: TitlePath): string => JSON.stringify(path);

/** All prefixes of the paths, the paths included, without duplicates, the short ones first. */
function beginnings(paths: readonly TitlePath[]): TitlePath[] {
  const all = new Map(
    paths
      .flatMap((path) => path.map((_, index) => path.slice(0, index + 1)))
      .map((path) => [pathKey(path), path]),
  );
  return [...all.values()].sort((left, right) => left.length - right.length);
}

/**
 * The collections at the end of title paths.
 * @param start the collection from which the paths go down
 * @returns by `pathKey`, for the paths and all their prefixes: uuids, in the order in which they were linked,
 * since siblings may have the same title; empty where no collection has the path
 */
export async function collectionsAtPaths(
  db: TenantQueries,
  start: string,
  paths: readonly TitlePath[],
): Promise<Map<string, string[]>> {
  const found = new Map([[pathKey([]), [start]]]);
  const all = beginnings(paths);
  for (let depth = 1; depth <= (all.at(-1)?.length ?? 0); depth += 1) {
    const level = all.filter((path) => path.length === depth);
    const wanted = level.flatMap((path, index) =>
      (found.get(pathKey(path.slice(0, -1))) ?? []).map((parent) => {
        const title = path.at(-1) ?? '';
        return { index, parent, title, sort_title: sortTitle(title) };
      }),
    );
    if (wanted.length === 0) break;
    const { rows } = await sql<{ index: number; uuid: string }>`
      select wanted.index, collection.uuid
      from jsonb_to_recordset(${jsonb(wanted)})
        as wanted (index integer, parent uuid, title text, sort_title text)
      join collection_link link on link.parent_uuid = wanted.parent and link.sort_title = wanted.sort_title
      join collection on collection.uuid = link.child_uuid
      where collection.sgtt = wanted.title and collection.trashed_at is null
      order by link.linked_at, collection.uuid`.execute(db);
    for (const { index, uuid } of rows) {
      const key = pathKey(level[index] ?? []);
      const uuids = found.get(key);
      if (!uuids) found.set(key, [uuid]);
      else if (!uuids.includes(uuid)) uuids.push(uuid);
    }
  }
  return found;
}

/**
 * Makes the collections that are missing on the paths. It runs under the tenant's lock of the graph, so that
 * two requests at the same time make them once.
 * @returns as `collectionsAtPaths`, with all of them present
 * @throws ProblemError 422 where a title is refused
 */
export async function makeCollectionsAtPaths(
  tx: WriteTransaction,
  start: string,
  paths: readonly TitlePath[],
): Promise<Map<string, string[]>> {
  await lockGraph(tx);
  const uuids = await collectionsAtPaths(tx.db, start, paths);
  const missing = beginnings(paths).filter((path) => !uuids.has(pathKey(path)));
  // Level by level, since the parent of a collection must exist.
  for (let depth = 1; depth <= (missing.at(-1)?.length ?? 0); depth += 1) {
    const level = missing.filter((path) => path.length === depth);
    if (level.length === 0) continue;
    const made = await createCollections(
      tx,
      level.map((path) => ({
        list: [{ name: 'sgtt', value: path.at(-1) ?? '' }],
        parents: uuids.get(pathKey(path.slice(0, -1)))?.slice(0, 1) ?? [],
      })),
    );
    for (const [index, path] of level.entries()) uuids.set(pathKey(path), made.slice(index, index + 1));
  }
  return uuids;
}

/** A collection on the path to another. */
interface PathStep {
  readonly uuid: string;
  readonly sgtt: string;
  readonly isRoot: boolean;
}

/**
 * The paths from the root down to collections, these included, by the parents that were linked first. A path begins
 * below a parent that the reader may not see.
 * @param parentId the parent through which the user arrived, where the collections have it
 * @returns by uuid, for collections that the reader may see
 */
export async function collectionPaths(
  db: TenantQueries,
  collectionUuids: readonly string[],
  parentId?: string,
): Promise<Map<string, readonly PathStep[]>> {
  if (collectionUuids.length === 0) return new Map();
  const { rows } = await sql<{ start: string; path: PathStep[] }>`
    with recursive way (start, uuid, step) as (
      select uuid, uuid, 0 from unnest(${collectionUuids}::uuid[]) as uuid
      union all
      select way.start, (
        select link.parent_uuid from collection_link link
        where link.child_uuid = way.uuid and ${toSeenParent('parent_uuid')}
        order by (way.step = 0 and link.parent_uuid = ${parentId ?? null}::uuid) desc nulls last,
          link.linked_at, link.parent_uuid
        limit 1), way.step + 1
      from way where way.uuid is not null
    )
    select way.start, jsonb_agg(jsonb_build_object('uuid', collection.uuid, 'sgtt', collection.sgtt,
      'isRoot', collection.is_root) order by way.step desc) as path
    from way join collection on collection.uuid = way.uuid
    group by way.start`.execute(db);
  // Of a collection that may not be seen there are only those above it.
  return new Map(
    rows.filter(({ start, path }) => path.at(-1)?.uuid === start).map((row) => [row.start, row.path]),
  );
}

/** The title paths to collections, as `collectionPaths`; the root has no title in them. */
export async function titlePaths(
  db: TenantQueries,
  collectionUuids: readonly string[],
): Promise<Map<string, TitlePath>> {
  const paths = await collectionPaths(db, collectionUuids);
  return new Map(
    [...paths].map(([uuid, path]) => [uuid, path.filter(({ isRoot }) => !isRoot).map(({ sgtt }) => sgtt)]),
  );
}
