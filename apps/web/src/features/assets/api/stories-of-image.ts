import { getStoryUseOfImage } from '@armarium/contract/story-calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** The stories of which a step shows an image. */
export function storiesOfImageQuery(uuid: string) {
  return queryOptions({
    queryKey: ['catalogue', 'stories-of-image', uuid],
    queryFn: ({ signal }) => call(getStoryUseOfImage, { params: { uuid }, signal }),
    // Somebody decides by it whether to delete the image.
    staleTime: 0,
    meta: { quiet: true },
  });
}
