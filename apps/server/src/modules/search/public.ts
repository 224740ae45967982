import type { Implementation } from '../../http/operation-route.ts';
import { collectionSearch } from './search-collections.ts';
import { itemSearch } from './search-items.ts';

export { itemQueryUuids } from '../catalogue/public.ts';

export const searchOperations: Implementation[] = [itemSearch, collectionSearch];
