import type { Item } from '@armarium/contract/items';
import type { Asset, AssetKind } from '../asset-kinds.ts';

/** What is done with chosen assets; those from `replace` on with one of them. */
export type AssetAction =
  'details' | 'edit' | 'move' | 'into' | 'delete' | 'replace' | 'versions' | 'captions';

export interface AssetDialogProps {
  item: Item;
  kind: AssetKind;
  /** At least one. */
  assets: readonly Asset[];
  opened: boolean;
  onClose(): void;
  /** These are no longer among the assets of the item. */
  onGone(uuids: readonly string[]): void;
}
