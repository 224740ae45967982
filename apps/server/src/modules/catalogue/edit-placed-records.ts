import type { WriteTransaction } from '../../db/database.ts';
import { editRecords, kindOf, type RecordEdit } from '../records/public.ts';
import { linkRecords, unlinkRecords } from './graph.writes.ts';

/**
 * Applies edits to items or to collections: their fields, their collections with the counters, the history
 * (`editRecords`). The caller holds the lock of the graph.
 * @throws ProblemError 422 naming the missing collections of the first record that has one, 400
 * `destination-is-descendant`
 */
export async function editPlacedRecords(
  tx: WriteTransaction,
  resourceType: 'ITEM' | 'COLLECTION',
  edits: readonly RecordEdit[],
): Promise<void> {
  const kind = kindOf(resourceType);
  await editRecords(tx, kind, edits, async (placed) => {
    if (placed.length === 0) return;
    await unlinkRecords(
      tx,
      kind,
      placed.flatMap(({ row, edit }) =>
        (edit.parents?.left ?? []).map((parent) => ({ parent, child: row.uuid })),
      ),
    );
    await linkRecords(
      tx,
      kind,
      placed.map(({ row, edit, sortTitle }) => ({
        uuid: row.uuid,
        sortTitle,
        parents: edit.parents?.all ?? [],
      })),
    );
  });
}
