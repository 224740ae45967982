import type { TenantQueries, WriteTransaction } from '../../db/database.ts';
import {
  collectionsAtPaths,
  createItems,
  editPlacedRecords,
  rootUuid,
  titlePaths,
} from '../catalogue/public.ts';
import { fieldTemplates, lockGraph } from '../records/public.ts';
import type { CellForm } from './cell-value.rules.ts';
import { judgeChecked, judgeUnknown, type RowOutcome } from './judged-rows.ts';
import type { SheetRow } from './sheet-row.queries.ts';
import type { RowChange, RowContext } from './sheet-row.rules.ts';

/** The spreadsheet of the rows. */
export interface SheetSource {
  readonly spreadsheet: string;
  readonly form: CellForm;
  /** Whether the rows went through a dry run, which has found their records; otherwise they are looked up. */
  readonly isChecked: boolean;
}

/**
 * Writes rows of a spreadsheet: edits existing records, makes new ones, refuses the other rows with causes.
 * The dry run calls it in a transaction that it rolls back; then conflicts are written too, so that their
 * problems are found. The number of statements does not depend on the number of rows.
 * @param rows in the order of the file
 */
export async function writeSheetRows(
  tx: WriteTransaction,
  source: SheetSource,
  rows: readonly SheetRow[],
): Promise<RowOutcome[]> {
  await lockGraph(tx);
  const root = await rootUuid(tx.db);
  const context: RowContext = {
    actor: tx.actor,
    templates: await fieldTemplates(tx.db, 'ITEM'),
    form: source.form,
    root,
    places: await collectionsAtPaths(
      tx.db,
      root,
      rows.flatMap(({ wanted }) => wanted.paths ?? []),
    ),
  };
  const outcomes = source.isChecked
    ? await judgeChecked(tx.db, context, rows)
    : await judgeUnknown(tx.db, source.spreadsheet, context, rows);
  await editPlacedRecords(
    tx,
    'ITEM',
    outcomes.flatMap(({ record, edit }) => (record && edit ? [{ row: record, edit }] : [])),
  );
  await createItems(
    tx,
    outcomes.flatMap(({ row, make }) =>
      make ? [{ uuid: row.uuid, metadata: make.metadata, parentCollectionsUuids: make.parents }] : [],
    ),
    { isTrial: !source.isChecked },
  );
  return withPaths(tx.db, outcomes);
}

/** Replaces the uuids of collections by their paths, for people. */
async function withPaths(db: TenantQueries, outcomes: readonly RowOutcome[]): Promise<RowOutcome[]> {
  const isPaths = ({ name }: RowChange) => name === 'paths';
  const named = outcomes.flatMap(({ changes }) => changes.filter(isPaths));
  const paths = await titlePaths(db, [
    ...new Set(named.flatMap(({ before, after }) => [...before, ...after])),
  ]);
  const text = (uuid: string) => {
    const path = paths.get(uuid) ?? [];
    return path.length === 0 ? '/' : path.join(' / ');
  };
  return outcomes.map((outcome) => ({
    ...outcome,
    changes: outcome.changes.map((change) =>
      isPaths(change)
        ? { ...change, before: change.before.map(text), after: change.after.map(text) }
        : change,
    ),
  }));
}
