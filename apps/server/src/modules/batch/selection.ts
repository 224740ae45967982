import { sql, type RawBuilder } from 'kysely';
import type { ItemSelection } from '@armarium/contract/item-query';
import type { TenantQueries } from '../../db/database.ts';
import { invalid, ProblemError } from '../../problem-error.ts';
import { itemQueryUuids } from '../catalogue/public.ts';

/** The items of a selection in the catalogue, for a FROM clause, with a column `uuid`, without duplicates. */
export async function selectedItems(
  db: TenantQueries,
  selection: ItemSelection,
): Promise<RawBuilder<{ uuid: string }>> {
  if ('uuids' in selection) {
    return sql`(
      select uuid from item where uuid = any(${selection.uuids}::uuid[]) and trashed_at is null) as selected`;
  }
  const { query, except = [] } = selection;
  return sql`(
    select matching.uuid from ${await itemQueryUuids(db, query)}
    where matching.uuid <> all(${except}::uuid[])) as selected`;
}

/**
 * Refuses a selection that differs from what the user saw: a missing item, or another number of results of
 * the query.
 * @param found the number of `selectedItems`
 * @throws ProblemError 422 naming the missing uuids, or for an empty selection; 409 `selection-changed`
 */
export async function requireWholeSelection(
  db: TenantQueries,
  selection: ItemSelection,
  found: number,
): Promise<void> {
  if ('uuids' in selection && found < new Set(selection.uuids.map((uuid) => uuid.toLowerCase())).size) {
    const { rows } = await sql<{ uuid: string }>`
      select uuid from ${await selectedItems(db, selection)}`.execute(db);
    const standing = new Set(rows.map(({ uuid }) => uuid));
    throw invalid(
      selection.uuids.flatMap((uuid, index) =>
        standing.has(uuid.toLowerCase())
          ? []
          : [
              {
                name: `selection.uuids[${index}]`,
                code: 'unknown-item',
                message: 'This item no longer exists. Remove it from the selection.',
              },
            ],
      ),
    );
  }
  const expected = 'query' in selection ? selection.expected : undefined;
  if (expected !== undefined && expected !== found && expected + (await leftOf(db, selection)) !== found) {
    throw new ProblemError(
      'selection-changed',
      `The search finds ${found} items by now, not ${expected}. Look at the list again, then repeat it.`,
    );
  }
  if (found === 0) {
    throw invalid([
      { name: 'selection', code: 'nothing-selected', message: 'It finds no items. Select others.' },
    ]);
  }
}

/**
 * `selectedItems`, where the selection is what the user saw.
 * @throws ProblemError as `requireWholeSelection` does
 */
export async function wholeSelection(
  db: TenantQueries,
  selection: ItemSelection,
): Promise<RawBuilder<{ uuid: string }>> {
  const selected = await selectedItems(db, selection);
  const { rows } = await sql<{ found: number }>`select count(*)::integer as found from ${selected}`.execute(
    db,
  );
  await requireWholeSelection(db, selection, rows[0]?.found ?? 0);
  return selected;
}

/**
 * The number of excluded items that the query no longer finds. The client subtracted them from the number of
 * results, and can't know that these are gone.
 */
async function leftOf(db: TenantQueries, selection: ItemSelection): Promise<number> {
  if (!('query' in selection) || !selection.except) return 0;
  const { rows } = await sql<{ standing: number }>`
    select count(*)::integer as standing from ${await itemQueryUuids(db, selection.query)}
    where matching.uuid = any(${selection.except}::uuid[])`.execute(db);
  return new Set(selection.except.map((uuid) => uuid.toLowerCase())).size - (rows[0]?.standing ?? 0);
}
