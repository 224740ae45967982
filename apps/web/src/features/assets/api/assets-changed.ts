import { queryClient } from '../../../lib/query-client.ts';

/** Whatever shows these items or their assets looks again: lists, counts, pictures. */
export async function assetsChanged(itemUuids: readonly string[]): Promise<void> {
  await Promise.all([
    ...itemUuids.flatMap((uuid) => [
      queryClient.invalidateQueries({ queryKey: ['catalogue', 'item-assets', uuid] }),
      queryClient.invalidateQueries({ queryKey: ['catalogue', 'item', uuid] }),
    ]),
    queryClient.invalidateQueries({ queryKey: ['catalogue', 'items'] }),
  ]);
}
