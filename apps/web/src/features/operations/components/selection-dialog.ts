import type { Picking } from '../../../records/selection/picking.ts';

export interface SelectionDialogProps {
  picking: Picking;
  /** The collection whose items these are; undefined among the results of a search. */
  collectionUuid: string | undefined;
  onClose(): void;
}
