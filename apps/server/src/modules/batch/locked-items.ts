import { sql } from 'kysely';
import type { TenantQueries } from '../../db/database.ts';
import { itemsByUuids, type ItemRow } from '../catalogue/public.ts';

/** Locks items against other edits in the order of their uuids, and reads them. @returns them by uuid */
export async function lockedItems(
  db: TenantQueries,
  uuids: readonly string[],
): Promise<ReadonlyMap<string, ItemRow>> {
  await db
    .selectFrom('item')
    .select('uuid')
    .where(sql<boolean>`uuid = any(${uuids}::uuid[])`)
    .orderBy('uuid')
    .forNoKeyUpdate()
    .execute();
  return new Map((await itemsByUuids(db, uuids)).map((item) => [item.uuid, item]));
}
