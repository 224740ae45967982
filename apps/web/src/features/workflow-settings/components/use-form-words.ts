import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { describeProblem, type ProblemText } from '../../../lib/problem/problem-text.ts';

/** The words that the dialogs of states, transitions and actions have in common. */
export function useFormWords() {
  const { t } = useTranslation('workflowSettings');
  return {
    buttons: {
      restored: t('restored'),
      cancel: t('cancel'),
      confirm: t('confirm'),
      question: t('discardQuestion'),
      keep: t('keepEditing'),
      discard: t('discard'),
    },
    /** Says that something could not be saved, why, and what to do. */
    failed: (failure: unknown, title: string = t('saveFailed')): { title: string; text: ProblemText } => {
      const text = describeProblem(failure);
      return { title, text: isProblem(failure, 'stale') ? { ...text, next: t('staleNext') } : text };
    },
  };
}
