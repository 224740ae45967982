import { listTrash, restoreTrashEntry } from '@armarium/contract/trash';
import { call } from '../../../lib/api-client.ts';
import { recordsChanged } from '../../../records/api/edit-records.ts';

const ENTRIES_AT_ONCE = 1_000;

/** What became of records that were to be brought back. */
export interface Restored {
  /** How many are not in the trash any more. */
  readonly missing: number;
  /** Those that stay in the trash, and why. */
  readonly refused: readonly { readonly uuid: string; readonly error: unknown }[];
}

/**
 * Brings deleted records back from the trash, each that can be. What was deleted just now stands at its beginning.
 * @throws ApiProblem where the trash can't be read; then nothing was brought back
 */
export async function restoreDeleted(uuids: readonly string[]): Promise<Restored> {
  const entries = await entriesOf(new Set(uuids));
  const refused: { uuid: string; error: unknown }[] = [];
  for (const [uuid, entry] of entries)
    await call(restoreTrashEntry, { params: { uuid: entry }, body: {} }).catch((error: unknown) =>
      refused.push({ uuid, error }),
    );
  await recordsChanged();
  return { missing: uuids.length - entries.size, refused };
}

/** The uuids of the entries of records in the trash, by those of the records. */
async function entriesOf(uuids: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (let page = 0, pages = 1; page < pages && found.size < uuids.size; page += 1) {
    const list = await call(listTrash, { query: { page, size: ENTRIES_AT_ONCE } });
    for (const { uuid, recordUuid } of list._embedded.trash)
      if (uuids.has(recordUuid)) found.set(recordUuid, uuid);
    pages = list.page.totalPages;
  }
  return found;
}
