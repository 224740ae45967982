import { getItemPresentation, type ItemPresentation } from '@armarium/contract/item-presentation';
import { queryOptions } from '@tanstack/react-query';
import { callTagged } from '../../lib/api-client.ts';

/** With the tag of the item. */
export interface TaggedPresentation {
  readonly presentation: ItemPresentation;
  readonly tag: string | undefined;
}

/** How the images of an item are presented, with its table of contents and the item's tag. */
export function itemPresentationQuery(uuid: string) {
  return queryOptions({
    queryKey: ['catalogue', 'item-presentation', uuid] as const,
    queryFn: async ({ signal }): Promise<TaggedPresentation> => {
      const { answer, tag } = await callTagged(getItemPresentation, { params: { uuid }, signal });
      return { presentation: answer, tag };
    },
    meta: { quiet: true },
  });
}
