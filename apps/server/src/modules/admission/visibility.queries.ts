import { sql } from 'kysely';

/** What an answer may show beside the record that was asked for: its parents, its members, its links. */
export interface Viewer {
  /** The answer about a public record shows public records only, whoever asks, since caches may keep it (decisions §4). */
  readonly seesPublicOnly: boolean;
  /** Whose restricted records are shown: everybody's (`all`), nobody's (null), or those that one account made, by its uuid. */
  readonly seesRestrictedOf: string | null;
  /** The request has a share link of the record: what belongs to the record is shown as if it were public. */
  readonly isByToken?: true;
}

/** The SQL condition that this viewer may see a record. @param table the table or alias that holds the record */
export function isVisibleTo(
  table: 'item' | 'collection' | 'story' | 'series' | 'parent' | 'holder',
  viewer: Viewer,
) {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  if (viewer.seesPublicOnly) return sql<boolean>`${column('visibility')} = 'public'`;
  if (viewer.seesRestrictedOf === 'all') return sql<boolean>`true`;
  const open = sql<boolean>`${column('visibility')} in ('public', 'private')`;
  return viewer.seesRestrictedOf === null
    ? open
    : sql<boolean>`(${open} or ${column('created_by')} = ${viewer.seesRestrictedOf}::uuid)`;
}
