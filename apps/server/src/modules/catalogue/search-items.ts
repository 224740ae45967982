import { searchItems } from '@armarium/contract/item-calls';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { pageAnswer, wantedPage } from '../../http/pages.ts';
import { byTitle, itemList } from './item-list.ts';
import { itemView } from './record-views.ts';

/** Searches items by words and sorts them by relevance (decisions §11); all of them, by title, where the text is empty. */
export const itemSearch: Implementation = implement(
  searchItems,
  async ({ data, query, actor, origin, url }) => {
    const page = wantedPage(query, 20);
    const { rows, total } = await itemList(data, { query, page, sort: query.sort, otherwise: byTitle });
    const shown = rows.map((row) => itemView(row, actor, origin));
    return pageAnswer('culturalItems', shown, page, total, origin, url);
  },
);
