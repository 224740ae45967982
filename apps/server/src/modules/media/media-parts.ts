import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import type { deriveImage } from './image/derive-image.ts';
import type { Storage } from '../../storage/storage.ts';

/** What media leans on. */
export interface MediaParts {
  readonly database: Database;
  readonly storage: Storage;
  readonly limits: Config['limits'];
  /** Makes the derivatives of an image: in this process, or in one that can be ended at any moment. */
  readonly derive: typeof deriveImage;
}
