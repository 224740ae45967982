import type { Implementation } from '../../http/operation-route.ts';
import { itemFacets } from './item-facets.ts';
import { collectionSearch } from './search-collections.ts';
import { itemSearch } from './search-items.ts';

export { itemQueryUuids } from '../catalogue/public.ts';

export const searchOperations: Implementation[] = [itemSearch, itemFacets, collectionSearch];
