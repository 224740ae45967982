import type { Implementation } from '../../http/operation-route.ts';
import { collectionOperations } from './collection-operations.ts';
import { pressmarkCorrection } from './correct-pressmark.ts';
import { collectionCreation } from './create-collection.ts';
import { historyOperations } from './history-operations.ts';
export { assetHistory } from './history-operations.ts';
import { itemOperations } from './item-operations.ts';
import { tableOperations } from './table-operations.ts';
import { templateEdits } from './template-edits.ts';
import { templateOperations } from './template-operations.ts';
import { collectionUpdate } from './update-collection.ts';
import { itemUpdate } from './update-item.ts';

export {
  collectionsAtPaths,
  makeCollectionsAtPaths,
  pathKey,
  titlePaths,
  type TitlePath,
} from './collection-paths.ts';
export { decideEdit, requireOneOf, type Edit } from './edit.rules.ts';
export { editItems, type RecordEdit } from './edit.writes.ts';
export { renameTrashedItems, type TrashedRename } from './correct-pressmark.ts';
export { createItem } from './create-item.ts';
export { createItems, type ItemToMake } from './create-items.ts';
export {
  createCollection,
  createRoot,
  linkCollections,
  linkItems,
  lockGraph,
  shareGraph,
  unlinkCollections,
  unlinkItems,
  type Link,
  type Placement,
} from './graph.writes.ts';
export { recordHistory, type HistoryEntry } from '../../db/history.ts';
export {
  editedMetadata,
  isSameMetadata,
  newMetadata,
  mirrorOf,
  refuseSurelyTooLong,
  type FieldTemplate,
} from './metadata.rules.ts';
export { collectionColumns, itemColumns } from './record-columns.ts';
export { daysOfMonth } from './calendar-day.ts';
export { foundFields, keepDates } from './found-fields.ts';
export { indexFieldsJob } from './jobs/index-fields.job.ts';
export { enumFields, fieldTemplates } from './template.queries.ts';
export { stateView } from './template-operations.ts';
export { createTemplates, type NewTemplate } from './template.writes.ts';
export {
  collectionsByUuids,
  itemsByPressmarks,
  itemsBySortPressmarks,
  itemsByUuids,
  rootUuid,
  type KnownItem,
  toSeenParent,
} from './record.queries.ts';
export {
  collectionView,
  historyLink,
  hrefOf,
  itemView,
  type ItemRow,
  type ItemThumbnail,
} from './record-views.ts';
export { cleanText, normalisePressmark, searchGrams, searchPattern, sortPressmark } from './record-text.ts';
export { askedOf, itemQueryUuids } from './item-query.ts';
export { transitionsFrom } from './transition.queries.ts';
export {
  availableTransitions,
  countingRoles,
  mayPerform,
  transitionReach,
  type TransitionRight,
} from './transition.rules.ts';
export { byChange, byPressmark, itemList, itemTotal, requireCollections } from './item-list.ts';
export { itemSort, requireSortable } from './item-sort.ts';
export { surroundingsByUuids } from './surroundings.queries.ts';

export const catalogueOperations: Implementation[] = [
  ...itemOperations,
  ...collectionOperations,
  itemUpdate,
  pressmarkCorrection,
  collectionCreation,
  collectionUpdate,
  ...templateOperations,
  ...templateEdits,
  ...historyOperations,
  ...tableOperations,
];
