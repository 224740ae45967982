import type { TenantQueries } from '../db/database.ts';
import { collectionsAtPaths, pathKey, type TitlePath } from '../modules/catalogue/public.ts';
import { CommandRefused } from './command.ts';
import { PATH_SEPARATOR } from '../modules/spreadsheets/public.ts';
import { pathOf } from './records/path-text.ts';
import { RefusedRow } from './records/refused-row.ts';

/**
 * Finds a collection by its uuid or its title path from the root; default the root.
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
  const path = namedPath(name, separator);
  const [uuid] = (await collectionsAtPaths(db, root.uuid, [path])).get(pathKey(path)) ?? [];
  if (uuid !== undefined) return uuid;
  throw new CommandRefused(
    `There is no collection "${name}". Write the titles from the top, with "${separator}" between them, ` +
      'or the uuid; make the collection first where it is not there.',
  );
}

/** @throws CommandRefused with the message for such a row of a file */
function namedPath(name: string, separator: string): TitlePath {
  try {
    return pathOf(name, separator);
  } catch (error) {
    if (!(error instanceof RefusedRow)) throw error;
    throw new CommandRefused(`${error.message} ${error.nextStep}`, { cause: error });
  }
}
