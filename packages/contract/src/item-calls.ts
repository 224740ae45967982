import * as Type from '@sinclair/typebox/type';
import { CollectionsPage } from './collections.ts';
import { pageQuery, sortable } from './hal.ts';
import { itemFilters } from './item-query.ts';
import { Item, ItemsPage } from './items.ts';
import { byUuid, defineOperation } from './operation.ts';
import { Uuid } from './scalar.ts';

const items = { tag: 'Items', access: 'browse' } as const;

export const findAllItems = defineOperation({
  ...items,
  id: 'findAllItems',
  method: 'GET',
  path: '/meta/culturalItems/search/findAll',
  summary: 'All items of the tenant, or those that the filters leave, a page at a time',
  query: pageQuery({ ...sortable, ...itemFilters }),
  responses: { 200: ItemsPage },
});

export const searchItems = defineOperation({
  ...items,
  id: 'searchItems',
  method: 'GET',
  path: '/meta/culturalItems/search/findBySgttOrAutnOrPressmark',
  summary:
    'Items that a text finds by its words, the most relevant first, or as `sort` says; an exact pressmark always comes first',
  query: pageQuery({
    /**
     * Words, each the beginning of a word in title, author, description, a present or former pressmark, or a
     * searchable field; `"a phrase"`; `-excluded`; `one OR other`; `title:`, `author:`, `pressmark:` or
     * `description:` before a word or a phrase (decisions §11). At most 1,000 characters and 32 terms, else 422
     * `search-too-long`. Without a term, as where it is empty, it finds all items.
     *
     * `sort=relevance`, the default where there is a text: the exact pressmark, the equal title, titles that begin
     * with the text, all words in the title, in title and author, elsewhere; then by title. Where more than
     * 10,000 items match, the exact pressmark, titles that begin with the text, the rest.
     */
    text: Type.String(),
    /**
     * `sgtt`, `autn`, `pressmark`, `sgti`, or `field:` and the name of a searchable field, for the terms that name no
     * field; absent, or any other value: all.
     */
    findBy: Type.Optional(Type.String()),
    /** A collection: itself and everything below it. */
    belowUuid: Type.Optional(Uuid),
    ...sortable,
    ...itemFilters,
  }),
  responses: { 200: ItemsPage },
});

export const findItemByUuid = defineOperation({
  ...items,
  id: 'findItemByUuid',
  method: 'GET',
  path: '/meta/culturalItems/search/findByUuid',
  summary: 'One item by its uuid',
  query: byUuid,
  responses: { 200: Item },
});

export const findItemByPressmark = defineOperation({
  ...items,
  id: 'findItemByPressmark',
  method: 'GET',
  path: '/meta/culturalItems/search/findByPressmark',
  summary: 'The item that holds a pressmark; 404 means that the pressmark is free',
  query: Type.Object({ pressmark: Type.String() }),
  responses: { 200: Item },
});

export const findNearPressmarks = defineOperation({
  ...items,
  id: 'findNearPressmarks',
  method: 'GET',
  path: '/meta/culturalItems/search/findNearPressmarks',
  summary:
    'The items whose pressmarks differ from this one only in punctuation, spaces, case, leading zeros, O for 0 or I for 1; at most twenty',
  query: pageQuery({ pressmark: Type.String({ maxLength: 1_000 }) }),
  responses: { 200: ItemsPage },
});

export const getItem = defineOperation({
  ...items,
  id: 'getItem',
  method: 'GET',
  path: '/meta/culturalItems/:uuid',
  summary: 'One item',
  params: byUuid,
  responses: { 200: Item },
});

export const listItemParents = defineOperation({
  ...items,
  id: 'listItemParents',
  method: 'GET',
  path: '/meta/culturalItems/:uuid/parentCollections',
  summary: 'The collections that an item stands in',
  params: byUuid,
  query: pageQuery({}),
  responses: { 200: CollectionsPage },
});
