import type { WriteTransaction } from '../../db/database.ts';
import type { HistoryEntry } from '../../db/history.ts';

/** Values for the history of records that left the catalogue or came back. */
export interface Departure {
  /** By uuid: the collections of each record before it left, or after it came back. */
  readonly places: ReadonlyMap<string, object>;
  /** History entries of other records that changed with them. */
  readonly others: readonly HistoryEntry[];
}

/**
 * What a module does when records of its kind are deleted, restored or purged, in addition to what is done
 * for every kind. All hooks run in the transaction of the deletion, and each may refuse by a ProblemError.
 */
export interface TrashHooks {
  /** Runs before records come back. Locks what `cameBack` will change; a deletion has these locks already. */
  readonly lock?: (tx: WriteTransaction, uuids: readonly string[]) => Promise<void>;
  /** Runs after the records left the catalogue. */
  readonly left?: (tx: WriteTransaction, uuids: readonly string[]) => Promise<Departure>;
  /** Runs after the records came back. */
  readonly cameBack?: (tx: WriteTransaction, uuids: readonly string[]) => Promise<Departure>;
  /**
   * Runs before the rows of the records are deleted. Deletes everything that depends on them.
   * @returns the storage keys of files that no row names any more, to be deleted after the commit
   */
  readonly purge?: (tx: WriteTransaction, uuids: readonly string[]) => Promise<string[]>;
}
