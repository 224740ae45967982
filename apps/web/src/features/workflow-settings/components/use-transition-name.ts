import type { TransitionTemplate } from '@armarium/contract/transitions';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../records/label.ts';
import { useStateLabel } from '../../../records/state-label.ts';

/** What a transition is called where only its states tell it from others: several may have the same event name. */
export function useTransitionName() {
  const { t } = useTranslation('workflowSettings');
  const stateLabel = useStateLabel();
  return (transition: TransitionTemplate): string =>
    t('transitionName', {
      name: labelOf(transition),
      from: stateLabel(transition.itemFromState),
      to: stateLabel(transition.itemToState),
    });
}
