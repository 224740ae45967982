import type { DeliveryResult } from '@armarium/contract/deliveries';
import type { Effect } from '@armarium/contract/effects';
import { MAIL_TASK, WEBHOOK_TASK } from '@armarium/contract/transition-tasks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../records/label.ts';
import { useStateLabel } from '../../../records/state-label.ts';
import { allTransitionsQuery } from '../api/transitions.ts';
import { nextSteps } from '../effect-progress.ts';

/** What effects are said to be, in the reader's language. */
export function useEffectWords() {
  const { t } = useTranslation('workflowSettings');
  const stateLabel = useStateLabel();
  const transitions = useQuery({ ...allTransitionsQuery, meta: { quiet: true } }).data;
  const kindOf = ({ templateName }: Effect) =>
    templateName === MAIL_TASK || templateName === WEBHOOK_TASK
      ? t(`effects.what.${templateName}`)
      : templateName;
  return {
    /** What was sent, and after which transition. One that was renamed since keeps the name of its time. */
    whatOf: (effect: Effect): string => {
      const { uuid, name, itemFromState, itemToState } = effect.transition;
      const known = transitions?.find((one) => one.uuid === uuid && one.name === name);
      const transition = t('transitionName', {
        name: known ? labelOf(known) : name,
        from: stateLabel(itemFromState),
        to: stateLabel(itemToState),
      });
      return t('effects.after', { what: kindOf(effect), transition });
    },
    /** What to do about it; undefined where nothing is to be done. */
    nextOf: ({ code }: DeliveryResult): string | undefined => {
      const step = Object.hasOwn(nextSteps, code) ? nextSteps[code] : 'again';
      return step && t(`effects.next.${step}`);
    },
  };
}
export type EffectWords = ReturnType<typeof useEffectWords>;
