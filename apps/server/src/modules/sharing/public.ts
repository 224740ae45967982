import type { Database } from '../../db/database.ts';
import type { Implementation } from '../../http/operation-route.ts';
import { publicView } from './public-view.ts';
import { shareLinkOperations } from './share-link-operations.ts';
import { storyPublicView } from './story-public-view.ts';

/** Share links, and what the public sees of a record. */
export function sharingOperations(database: Database): Implementation[] {
  return [publicView(database), storyPublicView, ...shareLinkOperations];
}
