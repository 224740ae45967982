import { updateCollection } from '@armarium/contract/record-edits';
import type { MetadataEntry } from '@armarium/contract/records';
import { requireMatch, setEntityTag } from '../../http/entity-tag.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { notFound } from '../../problem-error.ts';
import { editPlacedRecords } from './edit-placed-records.ts';
import { collectionsByUuids } from './record.queries.ts';
import { collectionView } from './record-views.ts';
import { decideEdit, requireOneOf, lockGraph, fieldTemplates } from '../records/public.ts';

/** Changing a collection's metadata and the collections that it stands in, which is a move (wire.md, decisions §4). */
export const collectionUpdate: Implementation = implement(
  updateCollection,
  async ({ data, params, body, actor, request, reply, origin }) => {
    requireOneOf(actor, ['edit', 'arrangeCollections', 'publish']);
    const row = await data.write('edit', async (tx) => {
      await lockGraph(tx);
      await tx.db
        .selectFrom('collection')
        .select('uuid')
        .where('uuid', '=', params.uuid)
        .forNoKeyUpdate()
        .execute();
      const [collection] = await collectionsByUuids(tx.db, [params.uuid]);
      if (!collection) throw notFound('The collection');
      requireMatch(request, collection.version);
      const { sgtt, sgti, customMetadataList: list, parentCollectionsUuids: parents } = body;
      const edit = decideEdit(
        actor,
        {
          createdBy: collection.created_by,
          metadata: collection.metadata as unknown as MetadataEntry[],
          parents: collection.parents,
          visibility: collection.visibility,
        },
        {
          list,
          mirrors: { sgtt, sgti },
          parents: typeof parents === 'string' ? [parents] : parents,
          visibility: body.visibility,
        },
        await fieldTemplates(tx.db, 'COLLECTION'),
        'arrangeCollections',
      );
      await editPlacedRecords(tx, 'COLLECTION', [{ row: collection, edit }]);
      const [edited] = await collectionsByUuids(tx.db, [collection.uuid]);
      return edited ?? collection;
    });
    setEntityTag(reply, row.version);
    return collectionView(row, actor, origin);
  },
);
