import { ApiProblem } from '../../../lib/api-problem.ts';
import type { StatefulRecord } from '../groups.ts';
import { performOn } from './transitions.ts';

export interface RefusedRecord {
  readonly record: StatefulRecord;
  readonly error: unknown;
}

/** How far a run over several records is, and what the server refused of it. */
export interface Run {
  readonly total: number;
  readonly done: number;
  readonly refused: readonly RefusedRecord[];
  /** Those that were not tried, because the run was stopped. */
  readonly left: readonly StatefulRecord[];
}

/** The records that a run did not take through the transition. */
export const recordsLeft = ({ refused, left }: Run) => [...refused.map(({ record }) => record), ...left];

/** An answer that says nothing about the record: the others would get the same. */
const concernsAll = (error: unknown) =>
  !(error instanceof ApiProblem) || error.status === 0 || error.status === 401 || error.status >= 500;

/** One after the other (WFACT-10), so that it can be stopped between two. Never throws. */
export async function runOver(
  records: readonly StatefulRecord[],
  transitionUuid: string,
  comment: string,
  { isStopped, onProgress }: { isStopped(): boolean; onProgress(run: Run): void },
): Promise<Run> {
  let run: Run = { total: records.length, done: 0, refused: [], left: [] };
  onProgress(run);
  for (const [index, record] of records.entries()) {
    if (isStopped()) return { ...run, left: records.slice(index) };
    try {
      await performOn(record, transitionUuid, comment);
      run = { ...run, done: run.done + 1 };
    } catch (error) {
      run = { ...run, refused: [...run.refused, { record, error }] };
      if (concernsAll(error)) return { ...run, left: records.slice(index + 1) };
    }
    onProgress(run);
  }
  return run;
}
