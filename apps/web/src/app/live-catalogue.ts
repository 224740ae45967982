import {
  collectionChanged,
  configurationChanged,
  imagesChanged,
  importsChanged,
  itemChanged,
  lookAgainSoon,
  onNewItems,
  storiesChanged,
} from '../records/live-records.ts';
import { stateSeen } from '../records/api/item-states.ts';
import { isMissed, itemProgressed } from '../records/shown-items.ts';
import { importsMoved } from '../features/upload/state/uploads.ts';
import { followEvents, type LiveEvent } from '../lib/live-events.ts';
import { queryClient } from '../lib/query-client.ts';
import { countNewItem } from './new-items.ts';
import { organisationChanged } from './organisation-changed.ts';

/** By then the page on which the user created the item has fetched its list again. */
const OWN_FIRST_MS = 1_500;

/**
 * Keeps what is shown as it is at the server (decisions §5): changes appear where a record stands, new items are
 * counted in the notice, and no list moves under the hand.
 * @returns ends it
 */
export function followCatalogue(accountId: string): () => void {
  const count = (collectionUuid: string, itemUuid: string) => {
    if (isMissed(collectionUuid, itemUuid)) countNewItem(accountId, collectionUuid, itemUuid);
  };
  const stopTelling = onNewItems(count);
  const stopFollowing = followEvents((event) => take(event, count));
  return () => {
    stopTelling();
    stopFollowing();
  };
}

function take({ type, data }: LiveEvent, count: (collectionUuid: string, itemUuid: string) => void): void {
  const uuid = String(data['uuid'] ?? data['itemUuid']);
  switch (type) {
    case 'item.created':
      importsChanged();
      for (const parent of data['parentCollectionsUuids'] as string[]) {
        setTimeout(() => count(parent, uuid), OWN_FIRST_MS);
      }
      return;
    case 'import.progress':
      importsMoved();
      importsChanged();
      itemProgressed(uuid, data as unknown as Parameters<typeof itemProgressed>[1]);
      // With its picture, once there is one.
      if (data['importState'] === 'DONE' || data['importState'] === 'ERROR') {
        itemChanged(uuid);
        imagesChanged(uuid);
      }
      return;
    case 'record.changed':
    case 'record.state':
      if (type === 'record.state') stateSeen(String(data['state']));
      // What went to the trash stays as it was until somebody opens it; who did it is led away.
      if (data['resourceType'] === 'ITEM' && data['etag'] !== null) itemChanged(uuid);
      else if (data['resourceType'] === 'COLLECTION') collectionChanged(uuid, data['etag'] === null);
      else if (data['resourceType'] === 'MEDIA') imagesChanged(undefined);
      else if (data['resourceType'] === 'STORY' || data['resourceType'] === 'SERIES')
        storiesChanged(uuid, data['etag'] === null);
      return;
    case 'job.progress':
      void queryClient.invalidateQueries({ queryKey: ['batches', 'list'] });
      void queryClient.invalidateQueries({ queryKey: ['batches', 'one', data['jobUuid']] });
      return;
    case 'organisation.changed':
      void organisationChanged();
      return;
    case 'configuration.changed':
      configurationChanged();
      return;
    case 'resync':
      importsMoved();
      void organisationChanged();
      lookAgainSoon();
  }
}
