import { getItem } from '@armarium/contract/item-calls';
import type { Item } from '@armarium/contract/items';
import type { MetadataEntry } from '@armarium/contract/metadata';
import { updateItem } from '@armarium/contract/record-edits';
import { callTagged } from '../../../lib/api-client.ts';
import { recordsChanged } from '../../../records/api/edit-records.ts';
import { showItems } from '../../../records/shown-items.ts';
import type { RecordState } from '../../record-entry/record-form.ts';

/** The metadata of an item as the server has them, with the whole of the item. */
export interface CellsState extends RecordState {
  readonly item: Item;
}

const QUIET_ms = 3_000;
let waiting: ReturnType<typeof setTimeout> | undefined;

/** What was saved may have moved items in lists and changed counts: all of it is read again, where anything was saved. */
export function listsShowSaved(): void {
  if (waiting === undefined) return;
  clearTimeout(waiting);
  waiting = undefined;
  void recordsChanged();
}

/** An item as it stands at the server; the lists show it so from now on. */
export async function readCells(uuid: string): Promise<CellsState> {
  const { answer, tag } = await callTagged(getItem, { params: { uuid } });
  showItems([answer]);
  return { list: answer.customMetadataList, tag, item: answer };
}

/**
 * Saves the metadata of an item. The next change of it needs no look at it before. The lists are read again when nothing
 * was saved for a while.
 * @returns once the lists show it, with the tag for the next change
 * @throws ApiProblem 412 `stale` where the tag is no longer current, 422 with the fields named
 */
export async function saveCells(
  uuid: string,
  list: MetadataEntry[],
  ifMatch: string | undefined,
): Promise<CellsState> {
  const body = { customMetadataList: list };
  const { answer, tag } = await callTagged(updateItem, { params: { uuid }, body, ifMatch });
  showItems([answer]);
  clearTimeout(waiting);
  waiting = setTimeout(listsShowSaved, QUIET_ms);
  // Components are told of what a query holds in the next task.
  await new Promise((resolve) => setTimeout(resolve));
  return { list: answer.customMetadataList, tag, item: answer };
}
