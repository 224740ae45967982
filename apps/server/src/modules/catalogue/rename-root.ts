import type { MetadataEntry } from '@armarium/contract/metadata';
import type { WriteTransaction } from '../../db/database.ts';
import { lockGraph } from '../records/public.ts';
import { editPlacedRecords } from './edit-placed-records.ts';
import { collectionsByUuids, rootUuid } from './record.queries.ts';

/**
 * Gives the root collection the new name of its organisation, if it still has the old one as its title. A title that
 * somebody chose for it stays. Its other fields are not judged: one that has become required must not keep an
 * organisation from its name.
 */
export async function renameRoot(
  tx: WriteTransaction,
  { before, after }: { readonly before: string; readonly after: string },
): Promise<void> {
  await lockGraph(tx);
  const [row] = await collectionsByUuids(tx.db, [await rootUuid(tx.db)]);
  if (row?.sgtt !== before) return;
  const metadata = (row.metadata as MetadataEntry[]).map((entry) =>
    entry.name === 'sgtt' ? { ...entry, value: after } : entry,
  );
  await editPlacedRecords(tx, 'COLLECTION', [{ row, edit: { metadata } }]);
}
