import { createCollection } from '@armarium/contract/record-edits';
import { setEntityTag } from '../../http/entity-tag.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { createCollection as writeCollection } from './create-collections.ts';
import { collectionsByUuids } from './record.queries.ts';
import { collectionView } from './record-views.ts';

/** Makes a collection within others (catalogue §7, A-25). */
export const collectionCreation: Implementation = implement(
  createCollection,
  async ({ data, body, actor, reply, origin }) => {
    const { customMetadataList: list = [], sgtt, sgti, parentCollectionsUuids: parents } = body;
    const row = await data.write('create', async (tx) => {
      const uuid = await writeCollection(tx, list, typeof parents === 'string' ? [parents] : parents, {
        sgtt,
        sgti,
      });
      const [made] = await collectionsByUuids(tx.db, [uuid]);
      if (!made) throw new Error('A collection was made, and is not there.');
      return made;
    });
    const collection = collectionView(row, actor, origin);
    reply.header('location', collection._links.self.href);
    setEntityTag(reply, row.version);
    return collection;
  },
);
