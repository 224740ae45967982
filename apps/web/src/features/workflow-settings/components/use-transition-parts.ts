import { useTranslation } from 'react-i18next';
import { useStateLabel } from '../../../records/state-label.ts';
import { languageName } from '../../../ui/language-labels.tsx';
import type { TransitionDraft, TransitionPart } from '../transition-form.ts';

/**
 * What the parts of a transition are called, and how their values read.
 * @param isForPublishers whether it changes who sees the record
 */
export function useTransitionParts(isForPublishers: boolean) {
  const { t } = useTranslation(['workflowSettings', 'users']);
  const stateLabel = useStateLabel();
  return {
    nameOf: (part: TransitionPart): string => {
      if (part === 'en' || part === 'it') return t('labelIn', { language: languageName(part) });
      return t(`part.${part === 'name' ? 'event' : part}`);
    },
    valueOf: (draft: TransitionDraft, part: TransitionPart): string => {
      if (part === 'roles')
        return (
          draft.roles?.map((role) => t(`users:role.${role}`)).join(', ') ??
          t(isForPublishers ? 'allPublishers' : 'allRoles')
        );
      if (part === 'from' || part === 'to') return stateLabel(draft[part]);
      return draft[part];
    },
  };
}
