import {
  findCollectionPaths,
  PATHS_MAX,
  searchCollections,
  type Place,
} from '@armarium/contract/collection-calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { COLLECTIONS_PER_PAGE } from './search.ts';

/** Collections with the paths to them, in the order of the uuids, without those that are gone. */
export function placesQuery(uuids: readonly string[]) {
  return queryOptions({
    queryKey: ['catalogue', 'places', ...uuids],
    queryFn: ({ signal }) => placesOf(uuids, signal),
    meta: { quiet: true },
  });
}

/** The collections that a search finds, the most relevant first, with the paths to them. @param page 1-based */
export function foundPlacesQuery(text: string, page: number) {
  return queryOptions({
    queryKey: ['catalogue', 'found-places', text, page],
    queryFn: async ({ signal }) => {
      const query = { text, page: page - 1, size: COLLECTIONS_PER_PAGE };
      const found = await call(searchCollections, { query, signal });
      const uuids = found._embedded.culturalItemCollections.map(({ uuid }) => uuid);
      const { totalPages, totalElements } = found.page;
      return { places: await placesOf(uuids, signal), totalPages, totalElements };
    },
    meta: { inPlace: true },
    placeholderData: (previous, last) => (last?.queryKey[2] === text ? previous : undefined),
  });
}

async function placesOf(uuids: readonly string[], signal: AbortSignal): Promise<Place[]> {
  const chunks = Array.from({ length: Math.ceil(uuids.length / PATHS_MAX) }, (_, index) =>
    uuids.slice(index * PATHS_MAX, (index + 1) * PATHS_MAX),
  );
  const answers = await Promise.all(
    chunks.map((uuid) => call(findCollectionPaths, { query: { uuid }, signal })),
  );
  return answers.flatMap(({ places }) => places);
}
