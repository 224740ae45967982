import { sql } from 'kysely';
import { searchItems } from '@armarium/contract/records';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { pageAnswer, wantedPage, wantedSort } from '../../http/pages.ts';
import { askedOf, itemsByUuids, itemSortColumns, itemSortNames, itemView } from '../catalogue/public.ts';

/** Search by title, author and pressmark, without case, accents and a pressmark's punctuation (decisions §10). */
export const itemSearch: Implementation = implement(
  searchItems,
  async ({ data, query, actor, origin, url }) => {
    const page = wantedPage(query, 20);
    const [first = { field: 'lastModifiedDate', direction: 'desc' } as const] = wantedSort(
      query.sort,
      itemSortNames,
    );
    const asked = askedOf({ text: query.text, ...(query.findBy !== undefined && { findBy: query.findBy }) });
    const { rows, total } = await data.read(async (db) => {
      const found = await sql<{ uuid: string }>`
        select found as uuid from item_query_page(${asked}::jsonb, ${itemSortColumns[first.field]},
          ${first.direction === 'desc'}, ${page.number * page.size}, ${page.size}) as found`.execute(db);
      const counted = await sql<{ total: number }>`select item_query_count(${asked}::jsonb) as total`.execute(
        db,
      );
      const uuids = found.rows.map(({ uuid }) => uuid);
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
