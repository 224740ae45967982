import type { Batch } from '@armarium/contract/batches';
import { useTranslation } from 'react-i18next';
import { displayTitle } from '../../../ui/display-title.ts';
import { displayTimestamp } from '../../../ui/display-date.ts';
import { grouped } from '../../../ui/grouped.ts';

/** What a batch is and how it went, in the words of the page's language. */
export function useBatchWords() {
  const { t } = useTranslation(['selection', 'catalogue']);
  const items = (count: number) => t('items', { count, formatted: grouped(count) });
  return {
    items,
    what: ({ kind, action, collections }: Batch) => {
      const { from, to, filename } = (action ?? {}) as Partial<Record<'from' | 'to' | 'filename', string>>;
      const titleOf = (uuid: string | undefined) =>
        displayTitle((uuid && collections[uuid]) || '') || t('catalogue:untitled');
      return t(`kind.${kind}`, { from: titleOf(from), to: titleOf(to), file: filename ?? '' });
    },
    who: ({ user, startedDate }: Batch) =>
      t('operations.who', { name: user, date: displayTimestamp(startedDate), time: clockTime(startedDate) }),
    /** Why it ended before its time; undefined where it did not. */
    why: ({ state, causeCode, stoppedBy }: Batch) =>
      state !== 'ERROR'
        ? undefined
        : causeCode === null
          ? t('batch.stopped')
          : t(`batch.cause.${causeCode}`, { name: stoppedBy, defaultValue: t('batch.stopped') }),
    /** Whether it is undone, or is being undone; undefined where it is not. */
    undone: ({ undoState, undone, changed }: Batch) => {
      if (undoState === null) return undefined;
      const isOver = undoState === 'DONE' || undoState === 'ERROR';
      if (!isOver) return t('operations.undo.running');
      return t(`operations.undo.${undone === 0 ? 'none' : undone < changed ? 'part' : 'all'}`);
    },
    /** What an undo does, for the question whether to. */
    undoing: ({ kind, changed, undone }: Batch) => {
      const left = { count: changed - undone, formatted: grouped(changed - undone) };
      if (undone > 0) return t('batch.undoText.rest', left);
      return t(`batch.undoText.${kind === 'trash' || kind === 'spreadsheet' ? kind : 'edit'}`, left);
    },
    /** Its figures: of a running batch how far it is, of another what became of the records. */
    how: (batch: Batch) => {
      const { state, done, total, changed, unchanged, failed } = batch;
      if (state === 'PENDING' || state === 'IN_PROGRESS')
        return t('batch.progress', { done: grouped(done), total: grouped(total) });
      const parts = [
        t(`batch.${batch.undoes === null ? 'changed' : 'undone'}`, {
          count: changed,
          formatted: grouped(changed),
        }),
        unchanged > 0 && t('batch.unchanged', { count: unchanged, formatted: grouped(unchanged) }),
        failed > 0 && t('batch.failed', { count: failed, formatted: grouped(failed) }),
        done < total && t('batch.left', { count: total - done, formatted: grouped(total - done) }),
      ];
      return parts.filter(Boolean).join(', ');
    },
  };
}

/** Hours and minutes, in the reader's time zone. */
function clockTime(timestamp: string): string {
  return new Date(timestamp).toTimeString().slice(0, 5);
}
