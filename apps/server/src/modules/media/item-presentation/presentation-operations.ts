import { getItem } from '@armarium/contract/item-calls';
import {
  changeItemPresentation,
  getItemPresentation,
  type ItemPresentation,
} from '@armarium/contract/item-presentation';
import { contentsRanges } from '@armarium/contract/contents-ranges';
import { reaches } from '../../../db/database.ts';
import { setEntityTag } from '../../../http/entity-tag.ts';
import { implement, type Call, type Implementation } from '../../../http/operation-route.ts';
import { notFound } from '../../../problem-error.ts';
import { hrefOf } from '../../records/public.ts';
import { changePresentation } from './change-presentation.ts';
import { storedPresentation } from './presentation.queries.ts';

/** How viewers present the images of an item (decisions/2026-11-29-manifests.md). */
export const presentationOperations: Implementation[] = [
  implement(getItemPresentation, (call) => presentationView(call)),
  implement(changeItemPresentation, async (call) => {
    await changePresentation(call);
    return presentationView(call);
  }),
];

async function presentationView({
  data,
  params,
  actor,
  origin,
  reply,
}: Pick<
  Call<typeof getItemPresentation>,
  'data' | 'params' | 'actor' | 'origin' | 'reply'
>): Promise<ItemPresentation> {
  const { item, stored, images } = await data.read(async (db) => {
    const item = await db
      .selectFrom('item')
      .select(['uuid', 'created_by', 'version'])
      .where('uuid', '=', params.uuid)
      .where('trashed_at', 'is', null)
      .executeTakeFirst();
    if (!item) throw notFound('The item');
    const stored = await storedPresentation(db, item.uuid);
    // Most items have no table of contents, and then nothing has to be counted.
    const images =
      stored.contents.length === 0
        ? []
        : await db
            .selectFrom('asset')
            .select('uuid')
            .where('item_uuid', '=', item.uuid)
            .where('kind', '=', 'image')
            .where('trashed_at', 'is', null)
            .orderBy('position')
            .orderBy('uuid')
            .execute();
    return { item, stored, images };
  });
  const ranges = contentsRanges(
    stored.contents,
    images.map(({ uuid }) => uuid),
  );
  setEntityTag(reply, item.version);
  const mayArrange = reaches(actor, 'arrangeItems', item.created_by);
  const places = new Set(images.map(({ uuid }) => uuid));
  // An image that has left the item may be in one that is hidden from readers.
  const shown = (image: string | null) =>
    image !== null && (mayArrange || places.has(image)) ? image : null;
  return {
    uuid: item.uuid,
    viewingDirection: stored.viewingDirection,
    behavior: stored.behavior,
    contents: stored.contents.map((entry, index) => {
      const range = ranges[index];
      return {
        ...entry,
        first: shown(entry.first),
        last: shown(entry.last),
        firstPosition: range ? range.first + 1 : null,
        lastPosition: range ? range.last + 1 : null,
      };
    }),
    allowedActions: mayArrange ? ['arrange'] : [],
    _links: {
      self: hrefOf(origin, getItemPresentation, item.uuid),
      culturalItem: hrefOf(origin, getItem, item.uuid),
    },
  };
}
