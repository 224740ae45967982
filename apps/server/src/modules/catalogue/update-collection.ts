import { updateCollection } from '@armarium/contract/record-edits';
import { setEntityTag } from '../../http/entity-tag.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { editRecord, kindOf } from '../records/public.ts';
import { editPlacedRecords } from './edit-placed-records.ts';
import { collectionsByUuids } from './record.queries.ts';
import { collectionView } from './record-views.ts';

/** Changes the metadata of a collection and its parents, which moves it (wire.md, decisions §4). */
export const collectionUpdate: Implementation = implement(
  updateCollection,
  async ({ data, params, body, actor, request, reply, origin }) => {
    const { sgtt, sgti, customMetadataList: list, visibility, parentCollectionsUuids: parents } = body;
    const row = await data.write('edit', (tx) =>
      editRecord(tx, kindOf('COLLECTION'), {
        uuid: params.uuid,
        wanted: {
          list,
          mirrors: { sgtt, sgti },
          parents: typeof parents === 'string' ? [parents] : parents,
          visibility,
        },
        request,
        read: async () => (await collectionsByUuids(tx.db, [params.uuid]))[0],
        apply: (edits) => editPlacedRecords(tx, 'COLLECTION', edits),
      }),
    );
    setEntityTag(reply, row.version);
    return collectionView(row, actor, origin);
  },
);
