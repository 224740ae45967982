import { IMAGES_PER_PAGE, itemImagesQuery } from '../../features/item/api/item-images.ts';
import { itemQuery } from '../../records/api/item.ts';
import { itemTemplatesQuery } from '../../records/api/templates.ts';
import { queryClient } from '../../lib/query-client.ts';

/**
 * Fetches what the page of an item shows first. The page fetches the same once its code is loaded, which takes longer.
 * @param position 1-based place of the image that is shown
 */
export async function askForItem(uuid: string, position: number): Promise<void> {
  void queryClient.prefetchQuery({ ...itemTemplatesQuery, meta: { quiet: true } });
  await queryClient.prefetchQuery(itemQuery(uuid));
  const total = queryClient.getQueryData(itemQuery(uuid).queryKey)?.mediaTypeInfo.imagesCount ?? 0;
  if (total === 0) return;
  const page = Math.ceil(Math.min(position, total) / IMAGES_PER_PAGE);
  await queryClient.prefetchQuery(itemImagesQuery(uuid, page));
}
