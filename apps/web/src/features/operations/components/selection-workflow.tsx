import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { titleOf } from '../../../ui/display-title.ts';
import { selectionRecordsQuery } from '../api/selection-records.ts';
import { performedSoFar } from '../../workflow/api/transitions.ts';
import { choose, isNarrowed, itemSelection, nothing } from '../../../records/selection/selection.ts';
import { BulkWorkflow } from './bulk-workflow.tsx';
import { Failed } from '../../../ui/failed.tsx';
import type { SelectionDialogProps } from './selection-dialog.ts';
import { WorkflowDialog } from '../../workflow/components/workflow-dialog.tsx';

/** More ticked items than this are changed by one batch: nobody watches so many logs. */
const ONE_BY_ONE_MOST = 100;

/** `Workflow actions` of the chosen items (GRID-18, SEARCH-26). */
export function SelectionWorkflow(props: SelectionDialogProps) {
  const { picking, onClose } = props;
  // As they were when the dialog was opened: what it does with them must not open it anew.
  const [{ query, selection, count }] = useState(picking);
  if (!selection.all && count <= ONE_BY_ONE_MOST) return <FewItems {...props} />;
  return (
    <BulkWorkflow
      // Only how many there are is as the list has it by now: a query that found others is refused.
      selection={itemSelection(selection, query, picking.total)}
      onClose={onClose}
      onGone={(lost) => picking.change(choose(picking.selection, lost, false))}
      onStarted={() => {
        // Those that leave a narrowed list would stay chosen, unseen.
        if (!isNarrowed(query)) return;
        picking.change(nothing);
        document.getElementById('content')?.focus({ preventScroll: true });
      }}
    />
  );
}

/** A log for each of a few ticked items. */
function FewItems({ picking, onClose }: SelectionDialogProps) {
  const { t } = useTranslation(['selection', 'catalogue']);
  const [initial] = useState(picking);
  const records = useQuery({ ...selectionRecordsQuery(initial), refetchOnWindowFocus: false });
  const [before] = useState(performedSoFar);
  const close = () => {
    onClose();
    // Those that have left a narrowed list would stay chosen, unseen.
    if (performedSoFar() === before || !isNarrowed(initial.query)) return;
    picking.change(nothing);
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  const [items, setItems] = useState<typeof records.data>();
  if (items === undefined && records.data !== undefined) setItems(records.data);
  if (items) {
    return (
      <WorkflowDialog
        records={items.map(({ uuid, state, availableTransitions, ...item }) => ({
          uuid,
          resourceType: 'ITEM',
          state,
          availableTransitions,
          title: titleOf(item, t('catalogue:untitled')),
        }))}
        onClose={close}
      />
    );
  }
  return (
    <Dialog opened onClose={onClose} title={t('workflow')} size="lg">
      {records.error ? (
        <Failed error={records.error} onRetry={() => void records.refetch()} />
      ) : (
        <Skeleton height={180} />
      )}
    </Dialog>
  );
}
