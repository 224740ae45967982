import type { MetadataEntry } from '@armarium/contract/metadata';
import type { WriteTransaction } from '../../db/database.ts';
import { invalid } from '../../problem-error.ts';
import { createItems } from './create-items.ts';
import { requireFreePressmark } from './free-pressmark.ts';
import { mirrorOf, newMetadata, fieldTemplates } from '../records/public.ts';

export interface NewItem {
  readonly customMetadataList: readonly MetadataEntry[];
  /** Top-level fields that mirror entries of the list. */
  readonly mirrors: Readonly<Record<string, string | undefined>>;
  readonly parentCollectionsUuids: readonly string[];
}

/**
 * Makes an item in its collections. Two requests with one pressmark at the same moment are separated by the
 * database's constraint (`item_pressmark_key`): one of them fails.
 * @returns the uuids of the item and of its import
 * @throws ProblemError 422 with every invalid field, 409 `pressmark-taken`
 */
export async function createItem(
  tx: WriteTransaction,
  item: NewItem,
): Promise<{ uuid: string; importId: string }> {
  const templates = await fieldTemplates(tx.db, 'ITEM');
  const { metadata, problems } = newMetadata(item.customMetadataList, item.mirrors, templates);
  if (problems.length > 0) throw invalid(problems);
  await requireFreePressmark(tx.db, mirrorOf(metadata, 'pressmark'));
  const [made] = await createItems(tx, [{ metadata, parentCollectionsUuids: item.parentCollectionsUuids }]);
  if (!made) throw new Error('An item was asked for, and none was made.');
  return made;
}
