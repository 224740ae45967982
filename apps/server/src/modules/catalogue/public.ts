import type { Implementation } from '../../http/operation-route.ts';
import { alternatives } from './alternatives.ts';
import { collectionOperations } from './collection-operations.ts';
import { collectionSummary, collectionTotals } from './collection-summary.ts';
import { pressmarkCorrection } from './correct-pressmark.ts';
import { collectionCreation } from './create-collection.ts';
import { itemOperations } from './item-operations.ts';
import { fieldValues, fileValues, itemFacets, valuesInUse } from './item-facets.ts';
import { collectionSearch } from './search-collections.ts';
import { itemSearch } from './search-items.ts';
import { suggestions } from './suggestions.ts';
import { itemsViewOperations } from './items-view-operations.ts';
import { tableOperations } from './table-operations.ts';
import { collectionUpdate } from './update-collection.ts';
import { itemUpdate } from './update-item.ts';

export {
  collectionsAtPaths,
  makeCollectionsAtPaths,
  pathKey,
  titlePaths,
  type TitlePath,
} from './collection-paths.ts';
export { editPlacedRecords } from './edit-placed-records.ts';
export { renameTrashedItems, type TrashedRename } from './correct-pressmark.ts';
export { createItem } from './create-item.ts';
export { createItems, type ItemToMake } from './create-items.ts';
export { createCollection, createRoot } from './create-collections.ts';
export { renameRoot } from './rename-root.ts';
export { linkRecords, unlinkRecords, type Link, type Placement } from './graph.writes.ts';
export {
  collectionsByUuids,
  itemsByPressmarks,
  itemsBySortPressmarks,
  itemsByUuids,
  rootUuid,
  type KnownItem,
  toSeenParent,
} from './record.queries.ts';
export { thumbnailAddress, type ItemRow, type ItemThumbnail } from './record-views.ts';
export { encodeFiles, encodeQuery, exactContext, itemQueryUuids } from './item-query.ts';
export { byPressmark, itemList, itemTotal, requireCollections } from './item-list.ts';
export { itemSort, itemSortColumns, requireSortable } from './item-sort.ts';
export { surroundingsByUuids } from './surroundings.queries.ts';

export const catalogueOperations: Implementation[] = [
  ...itemOperations,
  ...collectionOperations,
  itemUpdate,
  pressmarkCorrection,
  collectionCreation,
  collectionUpdate,
  ...tableOperations,
  ...itemsViewOperations,
  itemSearch,
  itemFacets,
  fieldValues,
  fileValues,
  valuesInUse,
  suggestions,
  alternatives,
  collectionSearch,
  collectionSummary,
  collectionTotals,
];
