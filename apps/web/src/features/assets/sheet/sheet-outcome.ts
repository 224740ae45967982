import type { TFunction } from 'i18next';
import { grouped } from '../../../ui/grouped.ts';
import type { Outcome } from './use-sheet-changes.ts';

/** The outcome of the last change, in words; empty for a failure, which the page shows in an alert. */
export function outcomeWords(outcome: Outcome | undefined, t: TFunction<'sheet'>): string {
  if (!outcome || outcome.of === 'failed') return '';
  if (outcome.of === 'order') return t('done.order');
  const count = outcome.of === 'undone' ? outcome.left : outcome.count;
  if (outcome.of === 'undone' && count === 0) return t('done.undone');
  return t(`done.${outcome.of === 'undone' ? 'undoneBut' : outcome.of}`, { count, number: grouped(count) });
}
