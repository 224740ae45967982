import { getStoryPublicView } from '@armarium/contract/sharing';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

/** What visitors see of a story as it is stored, or would see. Quiet: the dialogs that show it say what failed. */
export function storyPublicViewQuery(uuid: string) {
  return queryOptions({
    queryKey: ['catalogue', 'story-public-view', uuid],
    queryFn: ({ signal }) => call(getStoryPublicView, { params: { uuid }, signal }),
    staleTime: 0,
    meta: { quiet: true },
  });
}
