import { sql } from 'kysely';
import type { TenantQueries } from '../../db/database.ts';

/** Those of these records that are hidden from whoever asks: restricted ones of others (decisions §4). */
export async function hiddenAmong(db: TenantQueries, uuids: readonly string[]): Promise<ReadonlySet<string>> {
  if (uuids.length === 0) return new Set();
  const { rows } = await sql<{ uuid: string }>`
    select uuid from unnest(${uuids}::uuid[]) as told (uuid) where hides_record(uuid)`.execute(db);
  return new Set(rows.map(({ uuid }) => uuid));
}

interface Sides {
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Entries of a history without the uuids of collections, items and files that are hidden from whoever reads it.
 * @returns the entries with all else that they have; one query, and none where they name no such records
 */
export async function withoutHiddenRecords<Entry extends Sides>(
  db: TenantQueries,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const named = entries.flatMap(({ before, after }) => [...recordsIn(before), ...recordsIn(after)]);
  const hidden = await hiddenAmong(db, [...new Set(named)]);
  if (hidden.size === 0) return [...entries];
  return entries.map((entry) => ({
    ...entry,
    before: withoutThose(entry.before, hidden),
    after: withoutThose(entry.after, hidden),
  }));
}

const isObject = (side: unknown): side is Record<string, unknown> =>
  typeof side === 'object' && side !== null;

/** The properties of a history that hold uuids of other records: its collections, its files in their order. */
const lists = ['parentCollectionsUuids', 'images', 'audios', 'videos', 'model3Ds'];

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** The images of the entries of a table of contents. */
function imagesOfContents(contents: unknown): string[] {
  if (!Array.isArray(contents)) return [];
  return contents.filter(isObject).flatMap(({ first, last }) => textsOf([first, last]));
}

/** The uuids in lower case, since older histories keep them as they were typed. */
function recordsIn(side: unknown): string[] {
  if (!isObject(side)) return [];
  const all = [
    ...lists.flatMap((name) => textsOf(side[name])),
    ...textsOf([side['culturalItem']]),
    ...imagesOfContents(side['contents']),
  ];
  return all.map((uuid) => uuid.toLowerCase());
}

function withoutThose(side: unknown, hidden: ReadonlySet<string>): unknown {
  if (!isObject(side) || !recordsIn(side).some((uuid) => hidden.has(uuid))) return side;
  const isHidden = (uuid: unknown) => typeof uuid === 'string' && hidden.has(uuid.toLowerCase());
  const shown = Object.entries(side).flatMap(([name, value]): [string, unknown][] => {
    if (name === 'culturalItem' && isHidden(value)) return [];
    if (lists.includes(name)) return [[name, textsOf(value).filter((uuid) => !isHidden(uuid))]];
    if (name !== 'contents' || !Array.isArray(value)) return [[name, value]];
    const entries = value.filter(isObject).map((entry) => ({
      ...entry,
      first: isHidden(entry['first']) ? null : entry['first'],
      last: isHidden(entry['last']) ? null : entry['last'],
    }));
    return [[name, entries]];
  });
  return Object.fromEntries(shown);
}
