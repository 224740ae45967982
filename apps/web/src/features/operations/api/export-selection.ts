import { exportSelectedAssets, exportSelectedItems } from '@armarium/contract/exchange';
import type { ItemQuery, ItemSelection } from '@armarium/contract/item-query';
import { callForFile } from '../../../lib/call-for-file.ts';
import type { ListExport } from '../../table/exports.ts';

/**
 * The chosen items as a file.
 * @param file what the list asks for of files: others of the same items are left out of an export of files
 * @throws ApiProblem 422 naming the items that are gone, 409 where the query finds others by now
 */
export function exportSelection(
  { content, format, table }: ListExport,
  selection: ItemSelection,
  file: ItemQuery['file'],
): Promise<File> {
  if (content === 'files') return callForFile(exportSelectedAssets, { body: { format, selection, file } });
  return callForFile(exportSelectedItems, { body: { format, selection, ...table } });
}
