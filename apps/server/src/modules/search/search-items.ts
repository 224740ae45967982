import { sql } from 'kysely';
import { searchItems } from '@armarium/contract/records';
import type { TenantQueries } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { pageAnswer, wantedPage, wantedSort, type PageWanted } from '../../http/pages.ts';
import {
  itemsByUuids,
  itemSortColumns,
  itemSortNames,
  itemView,
  normalisePressmark,
  searchPattern,
} from '../catalogue/public.ts';

/** The item whose pressmark is exactly the text: it comes before all others (decisions §10). */
async function exactPressmark(db: TenantQueries, text: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('item')
    .select('uuid')
    .where('pressmark_norm', '=', normalisePressmark(text))
    .where('trashed_at', 'is', null)
    .executeTakeFirst();
  return row?.uuid;
}

async function foundUuids(
  db: TenantQueries,
  pattern: string,
  field: string | undefined,
  exact: string | undefined,
  page: PageWanted,
  sort: { column: string; descending: boolean },
): Promise<string[]> {
  const first = page.number * page.size;
  const leads = exact !== undefined && first === 0;
  // The exact one stands at place 0, so every other match is one place further down.
  const skipped = exact === undefined ? first : Math.max(0, first - 1);
  const { rows } = await sql<{ uuid: string }>`
    select found as uuid from search_item_ids(${pattern}, ${field ?? null}::text, ${exact ?? null}::uuid, ${sort.column},
      ${sort.descending}, ${skipped}, ${leads ? page.size - 1 : page.size}) as found`.execute(db);
  return [...(leads ? [exact] : []), ...rows.map((row) => row.uuid)];
}

/** What a search of items can be narrowed to. */
const fields = ['sgtt', 'autn', 'pressmark'];

/** Search by title, author and pressmark, without case, accents and a pressmark's punctuation (decisions §10). */
export const itemSearch: Implementation = implement(
  searchItems,
  async ({ data, query, actor, origin, url }) => {
    const page = wantedPage(query, 20);
    const [first = { field: 'lastModifiedDate', direction: 'desc' } as const] = wantedSort(
      query.sort,
      itemSortNames,
    );
    const pattern = searchPattern(query.text);
    const field = fields.find((name) => name === query.findBy);
    const { rows, total } = await data.read(async (db) => {
      const byPressmark = field === undefined || field === 'pressmark';
      const exact = byPressmark ? await exactPressmark(db, query.text) : undefined;
      const uuids = await foundUuids(db, pattern, field, exact, page, {
        column: itemSortColumns[first.field],
        descending: first.direction === 'desc',
      });
      const counted = await sql<{
        total: number;
      }>`select count_items_matching(${pattern}, ${field ?? null}::text) as total`.execute(db);
      return { rows: await itemsByUuids(db, uuids), total: Number(counted.rows[0]?.total ?? 0) };
    });
    return pageAnswer(
      'culturalItems',
      rows.map((row) => itemView(row, actor, origin)),
      page,
      total,
      origin,
      url,
    );
  },
);
