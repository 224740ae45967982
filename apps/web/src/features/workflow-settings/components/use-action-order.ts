import type { TransitionTask } from '@armarium/contract/transition-tasks';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { notify } from '../../../ui/notify.tsx';
import { useSavedOrder, type Move, type Ordered } from '../../../ui/use-saved-order.ts';
import { actionsQuery, saveActionOrder, showActions } from '../api/actions.ts';

const isSameOrder = (one: readonly TransitionTask[], other: readonly TransitionTask[]) =>
  one.length === other.length && one.every(({ uuid }, index) => other[index]?.uuid === uuid);

/**
 * The order in which the actions of a transition run, as it is arranged on the page.
 * @param onTakenBack called where a move could not be saved
 */
export function useActionOrder(
  transitionUuid: string,
  read: Ordered<TransitionTask>,
  onTakenBack: () => void,
) {
  const { t } = useTranslation('workflowSettings');
  const queries = useQueryClient();
  const query = actionsQuery(transitionUuid);
  const { order, make } = useSavedOrder<TransitionTask, Move<TransitionTask>>({
    read,
    isSameOrder,
    readNow: () => queries.fetchQuery(query),
    save: (actions, tag) => saveActionOrder(transitionUuid, actions, tag),
    show: (items, tag) => showActions(transitionUuid, { items, tag }),
    readAgain: () => queries.refetchQueries({ queryKey: query.queryKey }),
    onSaved: () => notify('success', { title: t('orderSaved') }),
    onFailed: (_, error, isOvertaken) => {
      onTakenBack();
      const { title, next } = describeProblem(error);
      const message = isOvertaken ? t('orderOvertaken') : `${title} ${next}`;
      notify('error', { title: t('orderFailed'), message });
    },
  });
  const shown = order ?? read.items;
  return {
    shown,
    /** @param to the place that an action comes to, from 0 */
    move: (uuid: string, to: number) => {
      const action = shown.find((one) => one.uuid === uuid);
      if (!action) return;
      const after = shown.filter((one) => one !== action);
      after.splice(to, 0, action);
      if (!isSameOrder(shown, after)) make({ before: shown, after });
    },
  };
}
