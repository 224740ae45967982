export { searchOperations } from './search-items.ts';
