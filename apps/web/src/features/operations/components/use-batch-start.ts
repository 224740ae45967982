import type { BatchAction } from '@armarium/contract/batches';
import type { ItemSelection } from '@armarium/contract/item-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem, isProblem } from '../../../lib/api-problem.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { beginBatch } from '../api/batches.ts';
import { recordsChanged } from '../../../records/api/edit-records.ts';
import { choose, itemSelection, nothing } from '../../../records/selection/selection.ts';
import type { Picking } from '../../../records/selection/picking.ts';
import { watchBatch } from '../state/watched-batches.ts';
import { grouped } from '../../../ui/grouped.ts';
import type { SelectionDialogProps } from './selection-dialog.ts';

/**
 * Starts a batch for the chosen items and lets its progress be seen. Items that are gone meanwhile are taken out of
 * the selection, and the dialog says so; likewise where a list is not what it was.
 * @param empties whether the items leave the list, and the selection with them
 */
export function useStart({ picking, onClose }: SelectionDialogProps, empties: boolean) {
  const [heading, setHeading] = useState<string>();
  const { items, takeOut } = useChosenItems(picking);
  return {
    items,
    /** @param previewed the items whose preview was shown: what was seen is what is changed */
    start: async (action: BatchAction, previewed = items) => {
      const batch = await beginBatch(previewed, action);
      watchBatch(batch.uuid);
      onClose();
      if (!empties) return;
      picking.change(nothing);
      // The bar that had the focus has gone.
      document.getElementById('content')?.focus({ preventScroll: true });
    },
    describe: (failure: unknown) => {
      const text = describeProblem(failure);
      return heading === undefined ? text : { ...text, title: heading };
    },
    onFailure: (failure: unknown) => setHeading(takeOut(failure, items)),
  };
}

/** The chosen items as they are sent, and what an answer says about them. */
export function useChosenItems({ query, selection, total, change }: Picking) {
  const { t } = useTranslation('selection');
  return {
    items: itemSelection(selection, query, total) satisfies ItemSelection,
    /**
     * Takes the items that a failure says are gone out of the selection, and has a list that is not what it was looked at again.
     * @param sent the items that were sent
     * @returns what was taken out, in words
     */
    takeOut: (failure: unknown, sent: ItemSelection): string | undefined => {
      const lost = goneOf(failure, 'uuids' in sent ? sent.uuids : []);
      if (lost.length > 0) change(choose(selection, lost, false));
      if (lost.length > 0 || isProblem(failure, 'selection-changed')) void recordsChanged();
      return lost.length > 0
        ? t('goneTitle', { count: lost.length, formatted: grouped(lost.length) })
        : undefined;
    },
  };
}

/** The chosen items that an answer says aren't there any more. */
export function goneOf(failure: unknown, uuids: readonly string[]): string[] {
  const fields = failure instanceof ApiProblem ? failure.problem.fields : [];
  return fields.flatMap(({ name }) => {
    const index = /^selection\.uuids\[(\d+)\]$/.exec(name)?.[1];
    const uuid = index === undefined ? undefined : uuids[Number(index)];
    return uuid === undefined ? [] : [uuid];
  });
}
