import { listSeries } from '@armarium/contract/story-calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

const SHOWN = 4;
/** Series without stories are left out. */
const READ = 20;

/** The newest series with stories in them, for the home page. Quiet: without them the page is whole. */
export const newestSeriesQuery = queryOptions({
  queryKey: ['catalogue', 'series', 'newest'],
  queryFn: async ({ signal }) => {
    const page = await call(listSeries, { query: { size: READ }, signal });
    return page._embedded.storyboardCollections
      .filter(({ storyboardsCount }) => storyboardsCount > 0)
      .slice(0, SHOWN);
  },
  meta: { quiet: true },
});
