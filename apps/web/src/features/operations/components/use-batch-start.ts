import type { BatchAction } from '@armarium/contract/batches';
import type { ItemSelection } from '@armarium/contract/item-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem, isProblem } from '../../../lib/api-problem.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { beginBatch } from '../api/batches.ts';
import { recordsChanged } from '../../../records/api/edit-records.ts';
import { choose, itemSelection, nothing } from '../../../records/selection/selection.ts';
import { watchBatch } from '../state/watched-batches.ts';
import { grouped } from '../../../ui/grouped.ts';
import type { SelectionDialogProps } from './selection-dialog.ts';

/**
 * Starts a batch for the chosen items and lets its progress be seen. Items that are gone meanwhile are taken out of
 * the selection, and the dialog says so; likewise where a list is not what it was.
 * @param empties whether the items leave the list, and the selection with them
 */
export function useStart({ picking, onClose }: SelectionDialogProps, empties: boolean) {
  const { t } = useTranslation('selection');
  const { query, selection, total, change } = picking;
  const [heading, setHeading] = useState<string>();
  const items: ItemSelection = itemSelection(selection, query, total);
  return {
    items,
    /** @param previewed the items whose preview was shown: what was seen is what is changed */
    start: async (action: BatchAction, previewed = items) => {
      const batch = await beginBatch(previewed, action);
      watchBatch(batch.uuid);
      onClose();
      if (!empties) return;
      change(nothing);
      // The bar that had the focus has gone.
      document.getElementById('content')?.focus({ preventScroll: true });
    },
    describe: (failure: unknown) => {
      const text = describeProblem(failure);
      return heading === undefined ? text : { ...text, title: heading };
    },
    onFailure: (failure: unknown) => {
      const lost = goneOf(failure, selection.uuids);
      const isOther = isProblem(failure, 'selection-changed');
      setHeading(
        lost.length > 0 ? t('goneTitle', { count: lost.length, formatted: grouped(lost.length) }) : undefined,
      );
      if (lost.length > 0) change(choose(selection, lost, false));
      if (lost.length > 0 || isOther) void recordsChanged();
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
