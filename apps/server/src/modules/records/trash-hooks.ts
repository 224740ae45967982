import type { WriteTransaction } from '../../db/database.ts';
import type { HistoryEntry } from '../../db/history.ts';

/** What the history says of records that left the catalogue or came back. */
export interface Departure {
  /** Where each record was before it left, or is now that it came back, by its uuid. */
  readonly places: ReadonlyMap<string, object>;
  /** What the history says of other records that changed with them. */
  readonly others: readonly HistoryEntry[];
}

/**
 * What a module does when records of its kind are deleted, restored or purged, beside what is done with every kind.
 * All of it runs in the transaction of the deletion, and any of it may refuse by a ProblemError.
 */
export interface TrashHooks {
  /** Before records come back: locks what `cameBack` is going to change. Whoever deletes has locked it already. */
  readonly lock?: (tx: WriteTransaction, uuids: readonly string[]) => Promise<void>;
  /** After the records left the catalogue. */
  readonly left?: (tx: WriteTransaction, uuids: readonly string[]) => Promise<Departure>;
  /** After the records came back. */
  readonly cameBack?: (tx: WriteTransaction, uuids: readonly string[]) => Promise<Departure>;
  /**
   * Before the rows of the records are removed: removes all that hangs on them.
   * @returns the keys of files that no row names any more, to be removed after the commit
   */
  readonly purge?: (tx: WriteTransaction, uuids: readonly string[]) => Promise<string[]>;
}
