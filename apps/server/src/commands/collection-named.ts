import type { TenantQueries } from '../db/database.ts';
import { collectionsAtPaths, pathKey } from '../modules/catalogue/public.ts';
import { CommandRefused } from './command.ts';
import { PATH_SEPARATOR, pathOf } from './records/path-text.ts';

/**
 * The collection of a uuid or of a title path from the root; the root where none is named.
 * @throws CommandRefused where there is none
 */
export async function collectionNamed(
  db: TenantQueries,
  name: string | undefined,
  separator = PATH_SEPARATOR,
): Promise<string> {
  const root = await db
    .selectFrom('collection')
    .select('uuid')
    .where('is_root', '=', true)
    .executeTakeFirstOrThrow();
  if (name === undefined) return root.uuid;
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(name)) {
    const found = await db
      .selectFrom('collection')
      .select('uuid')
      .where('uuid', '=', name)
      .where('trashed_at', 'is', null)
      .executeTakeFirst();
    if (found) return found.uuid;
    throw new CommandRefused(`There is no collection with the uuid ${name} in this organisation.`);
  }
  const path = pathOf(name, separator);
  const [uuid] = (await collectionsAtPaths(db, root.uuid, [path])).get(pathKey(path)) ?? [];
  if (uuid !== undefined) return uuid;
  throw new CommandRefused(
    `There is no collection "${name}". Write the titles from the top, with "${separator}" between them, ` +
      'or the uuid; make the collection first where it is not there.',
  );
}
