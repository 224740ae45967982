export { savedSearchesNamed, savedSearchOperations } from './saved-searches.ts';
