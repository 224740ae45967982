import { ApiProblem } from '../../../lib/api-problem.ts';
import { newUuid } from '../../../lib/new-uuid.ts';
import type { StatefulRecord } from '../groups.ts';
import { performOn } from './transitions.ts';

export interface RefusedRecord<One = StatefulRecord> {
  readonly record: One;
  readonly error: unknown;
}

/** How far a run over several records is, and what the server refused of it. */
export interface Run<One = StatefulRecord> {
  readonly total: number;
  readonly done: number;
  readonly refused: readonly RefusedRecord<One>[];
  /** Those that were not tried, because the run was stopped. */
  readonly left: readonly One[];
}

/** The records with which a run did nothing. */
export const recordsLeft = <One>({ refused, left }: Run<One>): One[] => [
  ...refused.map(({ record }) => record),
  ...left,
];

/** An answer that says nothing about the record: the others would get the same. */
const concernsAll = (error: unknown) =>
  !(error instanceof ApiProblem) || error.status === 0 || error.status === 401 || error.status >= 500;

interface RunOptions<One> {
  isStopped?(): boolean;
  onProgress(run: Run<One>): void;
}

interface Action {
  /** The uuid of the transition of each record, by the uuid of the record. */
  readonly transitionOf: ReadonlyMap<string, string>;
  readonly comment: string;
  /** The images that the user agrees to show, by the uuid of their story. */
  readonly confirmedImages: ReadonlyMap<string, string[]>;
}

/**
 * Transitions of records, one after the other (WFACT-10). Mail and calls that it causes go out together (WFACT-50). Never
 * throws.
 */
export function runOver(
  records: readonly StatefulRecord[],
  { transitionOf, comment, confirmedImages }: Action,
  options: RunOptions<StatefulRecord>,
): Promise<Run> {
  const changeSet = records.length > 1 ? newUuid() : undefined;
  return runEach(
    records,
    (record) =>
      performOn(record, transitionOf.get(record.uuid) ?? '', comment, {
        changeSet,
        confirmedImages: confirmedImages.get(record.uuid),
      }),
    options,
  );
}

/** Does something with each record, one after the other, so that it can be stopped between two. Never throws. */
export async function runEach<One>(
  records: readonly One[],
  act: (record: One) => Promise<unknown>,
  { isStopped = () => false, onProgress }: RunOptions<One>,
): Promise<Run<One>> {
  let run: Run<One> = { total: records.length, done: 0, refused: [], left: [] };
  onProgress(run);
  for (const [index, record] of records.entries()) {
    if (isStopped()) return { ...run, left: records.slice(index) };
    try {
      await act(record);
      run = { ...run, done: run.done + 1 };
    } catch (error) {
      run = { ...run, refused: [...run.refused, { record, error }] };
      if (concernsAll(error)) return { ...run, left: records.slice(index + 1) };
    }
    onProgress(run);
  }
  return run;
}
