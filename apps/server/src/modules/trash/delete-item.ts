import { deleteItem } from '@armarium/contract/trash';
import { reaches } from '../../db/database.ts';
import { requireMatch } from '../../http/entity-tag.ts';
import { implement } from '../../http/operation-route.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import { lockGraph } from '../records/public.ts';
import { moveToTrash } from './trash.writes.ts';

/** An item to the trash (decisions §4): its images answer 404 with it, its pressmark is free. */
export const deleteItemOperation = implement(deleteItem, async ({ data, params, query, actor, request }) => {
  await data.write('delete-item', async (tx) => {
    await lockGraph(tx);
    const item = await tx.db
      .selectFrom('item')
      .select(['uuid', 'sgtt', 'pressmark', 'version', 'created_by'])
      .where('uuid', '=', params.uuid)
      .where('trashed_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!item) throw notFound('The item');
    if (!reaches(actor, 'trash', item.created_by)) {
      throw new ProblemError('forbidden', 'You may delete the records that you made yourself.');
    }
    requireMatch(request, item.version);
    await moveToTrash(tx, [
      {
        resourceType: 'ITEM',
        record: item.uuid,
        title: item.sgtt,
        pressmark: item.pressmark,
        reason: query.reason ?? '',
        records: [{ uuid: item.uuid, resourceType: 'ITEM' }],
      },
    ]);
  });
  return undefined;
});
