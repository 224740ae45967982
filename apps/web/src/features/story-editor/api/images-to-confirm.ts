import { listImagesToConfirm } from '@armarium/contract/story-calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/**
 * The uuids of the images of a story, as it is stored, that visitors may not see and that nobody has agreed to show in it.
 * Quiet: the dialog says what failed.
 */
export function imagesToConfirmQuery(uuid: string) {
  return queryOptions({
    queryKey: ['catalogue', 'images-to-confirm', uuid],
    queryFn: async ({ signal }) => {
      const { images } = await call(listImagesToConfirm, { params: { uuid }, signal });
      return images.map((image) => image.uuid);
    },
    meta: { quiet: true },
  });
}
