import type { Implementation } from '../../http/operation-route.ts';
import { collectionOperations } from './collection-operations.ts';
import { itemOperations } from './item-operations.ts';
import { templateOperations } from './template-operations.ts';

export { createItem } from './create-item.ts';
export { createCollection, createRoot } from './graph.writes.ts';
export { recordHistory, type HistoryEntry } from './history.writes.ts';
export { newMetadata, mirrorOf } from './metadata.rules.ts';
export { fieldTemplates } from './template.queries.ts';
export { itemsByUuids } from './record.queries.ts';
export { hrefOf, itemView, type ItemRow, type ItemThumbnail } from './record-views.ts';
export { normalisePressmark, searchPattern } from './record-text.ts';
export { setEntityTag } from './item-operations.ts';

export const catalogueOperations: Implementation[] = [
  ...itemOperations,
  ...collectionOperations,
  ...templateOperations,
];
