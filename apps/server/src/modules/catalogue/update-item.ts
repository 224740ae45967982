import { updateItem } from '@armarium/contract/record-edits';
import { setEntityTag } from '../../http/entity-tag.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { editRecord, kindOf } from '../records/public.ts';
import { editPlacedRecords } from './edit-placed-records.ts';
import { itemsByUuids } from './record.queries.ts';
import { itemView } from './record-views.ts';

/** Changes the metadata of an item and its collections (wire.md, decisions §4). */
export const itemUpdate: Implementation = implement(
  updateItem,
  async ({ data, params, body, actor, request, reply, origin }) => {
    const { sgtt, autn, sgti, pressmark, customMetadataList: list, visibility } = body;
    const parents = body.parentCollectionsUuids;
    const row = await data.write('edit', (tx) =>
      editRecord(tx, kindOf('ITEM'), {
        uuid: params.uuid,
        wanted: {
          list,
          mirrors: { sgtt, pressmark, autn, sgti },
          parents: typeof parents === 'string' ? [parents] : parents,
          visibility,
        },
        request,
        read: async () => (await itemsByUuids(tx.db, [params.uuid]))[0],
        apply: (edits) => editPlacedRecords(tx, 'ITEM', edits),
      }),
    );
    setEntityTag(reply, row.version);
    return itemView(row, actor, origin);
  },
);
