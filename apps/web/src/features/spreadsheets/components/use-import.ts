import { acceptable, type Spreadsheet } from '@armarium/contract/spreadsheets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { watchBatch } from '../../operations/state/watched-batches.ts';
import { grouped } from '../../../ui/grouped.ts';
import { beginImport, keyOfSpreadsheet } from '../api/spreadsheets.ts';

type Acceptable = (typeof acceptable)[number];
const nothing = { accept: [] as readonly Acceptable[], leavesOut: false };

/** What is written of a spreadsheet: conflicts only where that is chosen, and nothing is left out without a word. */
export function useImport({ uuid, state, counts, conflicts }: Spreadsheet) {
  const { t } = useTranslation('importing');
  const queries = useQueryClient();
  const [choice, setChoice] = useState(nothing);
  // What was chosen for one dry run says nothing of the next.
  if (state !== 'CHECKED' && choice !== nothing) setChoice(nothing);
  const { accept, leavesOut } = choice;
  const writing = useMutation({
    mutationFn: () => beginImport(uuid, [...accept]),
    meta: { failed: () => t('check.importFailed') },
    onSuccess: (batch) => watchBatch(batch.uuid),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOfSpreadsheet(uuid) }),
  });
  const offered = acceptable.filter((code) => (conflicts[code] ?? 0) > 0);
  const accepted = accept.reduce((sum, code) => sum + (conflicts[code] ?? 0), 0);
  const left = counts.refused + counts.conflict - accepted;
  const written = counts.created + counts.changed + accepted;
  const mayAccept = offered.length > accept.length;
  const why = (): string | undefined => {
    if (writing.isPending) return t('check.starting');
    if (written === 0) return t(mayAccept ? 'check.why.conflicts' : 'check.nothing');
    if (left === 0 || leavesOut) return undefined;
    return t(mayAccept ? 'check.why.choose' : 'check.why.leaveOut', {
      count: left,
      formatted: grouped(left),
    });
  };
  return {
    /** The conflicts that may be accepted. */
    offered,
    accept,
    leavesOut,
    /** How many rows are not written. */
    left,
    /** How many records are written. */
    written,
    /** Why it can't begin now, and what to do first. */
    why: why(),
    isWorking: writing.isPending,
    setAccepts: (code: Acceptable, isAccepted: boolean) =>
      setChoice({
        ...choice,
        accept: isAccepted ? [...accept, code] : accept.filter((other) => other !== code),
      }),
    setLeavesOut: (isWanted: boolean) => setChoice({ ...choice, leavesOut: isWanted }),
    begin: () => writing.mutate(),
  };
}
