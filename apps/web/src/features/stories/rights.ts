/** What the account may do in the lab, before any record is looked at; a record may be beyond it all the same. */
export interface LabRights {
  /** Make stories and series, put stories into series and take them out. */
  readonly edit: boolean;
  /** Delete stories. */
  readonly arrange: boolean;
  /** Perform workflow actions. */
  readonly transition: boolean;
  /** Bring back what was deleted. */
  readonly restore: boolean;
}
