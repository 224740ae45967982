import type { Implementation } from '../../http/operation-route.ts';
import { collectionSearch } from './search-collections.ts';
import { itemSearch } from './search-items.ts';

export const searchOperations: Implementation[] = [itemSearch, collectionSearch];
