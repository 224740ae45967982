import { updateItem } from '@armarium/contract/record-edits';
import type { MetadataEntry } from '@armarium/contract/records';
import { requireMatch, setEntityTag } from '../../http/entity-tag.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { notFound } from '../../problem-error.ts';
import { editPlacedRecords } from './edit-placed-records.ts';
import { itemsByUuids } from './record.queries.ts';
import { itemView } from './record-views.ts';
import { decideEdit, requireOneOf, lockGraph, fieldTemplates } from '../records/public.ts';

/** Changing an item's metadata and the collections that it stands in (wire.md, decisions §4). */
export const itemUpdate: Implementation = implement(
  updateItem,
  async ({ data, params, body, actor, request, reply, origin }) => {
    requireOneOf(actor, ['edit', 'arrangeItems', 'publish']);
    const row = await data.write('edit', async (tx) => {
      // Before the row, as whoever makes items does. A title is copied beside links, so every edit waits here.
      await lockGraph(tx);
      await tx.db
        .selectFrom('item')
        .select('uuid')
        .where('uuid', '=', params.uuid)
        .forNoKeyUpdate()
        .execute();
      const [item] = await itemsByUuids(tx.db, [params.uuid]);
      if (!item) throw notFound('The item');
      requireMatch(request, item.version);
      const { sgtt, autn, sgti, pressmark, customMetadataList: list, parentCollectionsUuids: parents } = body;
      const edit = decideEdit(
        actor,
        {
          createdBy: item.created_by,
          metadata: item.metadata as unknown as MetadataEntry[],
          parents: item.parents,
          visibility: item.visibility,
        },
        {
          list,
          mirrors: { sgtt, pressmark, autn, sgti },
          parents: typeof parents === 'string' ? [parents] : parents,
          visibility: body.visibility,
        },
        await fieldTemplates(tx.db, 'ITEM'),
        'arrangeItems',
      );
      await editPlacedRecords(tx, 'ITEM', [{ row: item, edit }]);
      const [edited] = await itemsByUuids(tx.db, [item.uuid]);
      return edited ?? item;
    });
    setEntityTag(reply, row.version);
    return itemView(row, actor, origin);
  },
);
