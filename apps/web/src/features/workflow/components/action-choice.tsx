import { useTranslation } from 'react-i18next';
import { grouped } from '../../../ui/grouped.ts';
import { StateActions } from './state-actions.tsx';
import type { Actions } from './use-actions.ts';
import classes from './workflow-dialog.module.css';

/** The actions that can be chosen, by the states of the records. */
export function ActionChoice({ actions }: { actions: Actions }) {
  const { t } = useTranslation('workflow');
  const { groups, answers, records, offered, isKnown, chosen, choose } = actions;
  return (
    <>
      {groups.map((group, index) => {
        const answer = answers[index];
        const count = group.records.length;
        const noteOf = (open: number) =>
          open < count ? t('notAll', { count: open, formatted: grouped(open) }) : undefined;
        return (
          <StateActions
            key={group.key}
            state={group.state}
            count={records.length > 1 ? count : undefined}
            offered={
              answer?.isSuccess
                ? offered
                    .filter((one) => one.group === group)
                    .map(({ transition, records: open }) => ({ transition, note: noteOf(open.length) }))
                : undefined
            }
            failure={answer?.error ?? null}
            onRetry={() => void answer?.refetch()}
            isOneOfSeveral={groups.length > 1}
            chosen={chosen.find((one) => one.group === group)?.transition.uuid}
            onChoose={(uuid) => choose(group.key, uuid)}
          />
        );
      })}
      {offered.length === 0 && isKnown && (
        <p className={classes.none} role="status">
          {t('none')}
        </p>
      )}
    </>
  );
}
