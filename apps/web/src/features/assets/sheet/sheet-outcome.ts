import type { TFunction } from 'i18next';
import { grouped } from '../../../ui/grouped.ts';
import type { Undo } from './sheet-undo.ts';

export type ChangeKind = Undo['kind'];

/** The outcome of the last change, shown and announced to screen readers. */
export type Outcome =
  | { readonly of: 'order' | 'labels' | 'rotation'; readonly count: number }
  | { readonly of: 'contents' | 'reading'; readonly said: string }
  | { readonly of: 'undone'; readonly left: number }
  | { readonly of: 'failed'; readonly what: ChangeKind | 'undo'; readonly error: Error };

/** The outcome of the last change, in words; empty for a failure, which the page shows in an alert. */
export function outcomeWords(outcome: Outcome | undefined, t: TFunction<'sheet'>): string {
  if (!outcome || outcome.of === 'failed') return '';
  if ('said' in outcome) return outcome.said;
  if (outcome.of === 'order') return t('done.order');
  const count = outcome.of === 'undone' ? outcome.left : outcome.count;
  if (outcome.of === 'undone' && count === 0) return t('done.undone');
  return t(`done.${outcome.of === 'undone' ? 'undoneBut' : outcome.of}`, { count, number: grouped(count) });
}

const isOfContents = (what: ChangeKind | 'undo') => what === 'contents' || what === 'reading';

/** The key of what could not be done. The words of the contents come with their panel. */
export const failedKey = (what: ChangeKind | 'undo') =>
  `${isOfContents(what) ? 'contents' : 'sheet'}:failed.${what}`;

/** The key of what takes a change back. */
export const undoKey = (what: ChangeKind) => `${isOfContents(what) ? 'contents' : 'sheet'}:undoOf.${what}`;
