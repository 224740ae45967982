import {
  collectionChanged,
  isListed,
  itemChanged,
  itemProgressed,
  lookAgain,
} from '../features/catalogue/live-records.ts';
import { importsMoved } from '../features/upload/state/uploads.ts';
import { followEvents, type LiveEvent } from '../lib/live-events.ts';
import { queryClient } from '../lib/query-client.ts';
import { countNewItem } from './new-items.ts';

/**
 * Keeps what is shown as it is at the server (decisions §5): changes appear where a record stands, new items are
 * counted in the notice, and no list moves under the hand.
 * @returns ends it
 */
export function followCatalogue(accountId: string): () => void {
  const isNew = (collectionUuid: string, itemUuid: string) => {
    // One's own new record is fetched by whoever made it.
    if (!isListed(collectionUuid, itemUuid)) countNewItem(accountId, collectionUuid, itemUuid);
  };
  return followEvents(({ type, data }: LiveEvent) => {
    const uuid = String(data['uuid'] ?? data['itemUuid']);
    switch (type) {
      case 'item.created':
        for (const parent of data['parentCollectionsUuids'] as string[]) {
          setTimeout(() => isNew(parent, uuid), OWN_FIRST_MS);
        }
        return;
      case 'import.progress':
        importsMoved();
        itemProgressed(uuid, data as unknown as Parameters<typeof itemProgressed>[1]);
        // With its picture, once there is one.
        if (data['importState'] === 'DONE' || data['importState'] === 'ERROR') {
          itemChanged(uuid);
          void queryClient.invalidateQueries({ queryKey: ['catalogue', 'item-images', uuid] });
        }
        return;
      case 'record.changed':
      case 'record.state':
        // What went to the trash stays as it was until somebody opens it; who did it is led away.
        if (data['resourceType'] === 'ITEM' && data['etag'] !== null) itemChanged(uuid);
        else if (data['resourceType'] === 'COLLECTION') collectionChanged(uuid, data['etag'] === null);
        else if (data['resourceType'] === 'MEDIA')
          void queryClient.invalidateQueries({ queryKey: ['catalogue', 'item-images'] });
        return;
      case 'job.progress':
        void queryClient.invalidateQueries({ queryKey: ['catalogue', 'batches'] });
        return;
      case 'resync':
        importsMoved();
        void lookAgain().then((found) => {
          for (const { key, itemUuids } of found) {
            for (const itemUuid of itemUuids) isNew(String(key[2]), itemUuid);
          }
        });
    }
  });
}

/** The list of whoever made the item is fetched again by then. */
const OWN_FIRST_MS = 1_500;
