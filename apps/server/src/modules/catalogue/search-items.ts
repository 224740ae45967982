import { searchItems } from '@armarium/contract/item-calls';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { pageAnswer, wantedPage } from '../../http/pages.ts';
import { byChange, itemList } from './item-list.ts';
import { itemView } from './record-views.ts';

/** Searches items by words (decisions §11), without regard to case, accents and punctuation of pressmarks. */
export const itemSearch: Implementation = implement(
  searchItems,
  async ({ data, query, actor, origin, url }) => {
    const page = wantedPage(query, 20);
    const { rows, total } = await itemList(data, { query, page, sort: query.sort, otherwise: byChange });
    const shown = rows.map((row) => itemView(row, actor, origin));
    return pageAnswer('culturalItems', shown, page, total, origin, url);
  },
);
