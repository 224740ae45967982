import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import type { Storage } from '../../storage/storage.ts';

/** What media leans on. */
export interface MediaParts {
  readonly database: Database;
  readonly storage: Storage;
  readonly limits: Config['limits'];
}
