import { Radio, Skeleton, Stack } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Failed } from '../../../ui/failed.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { StateBadge } from '../../../records/components/state-badge.tsx';
import { TransitionRadio } from './transition-choice.tsx';
import type { Actions } from './use-actions.ts';
import classes from './workflow-dialog.module.css';

/** The actions that can be chosen, by the states of the records. */
export function ActionChoice({ actions }: { actions: Actions }) {
  const { t } = useTranslation('workflow');
  const { groups, chosen, choose, offered, isKnown } = actions;
  return (
    <>
      <Radio.Group value={chosen?.transition.uuid ?? null} onChange={choose} aria-label={t('action')}>
        {groups.map((group, index) => (
          <ActionsOfState key={group.key} actions={actions} index={index} />
        ))}
      </Radio.Group>
      {offered.length === 0 && isKnown && (
        <p className={classes.none} role="status">
          {t('none')}
        </p>
      )}
    </>
  );
}

function ActionsOfState({ actions, index }: { actions: Actions; index: number }) {
  const { t } = useTranslation('workflow');
  const id = useId();
  const { groups, records } = actions;
  const group = groups[index];
  const answer = actions.answers[index];
  if (!group || !answer) return null;
  const offered = actions.offered.filter((one) => one.group === group);
  const count = group.records.length;
  return (
    <div role="group" aria-labelledby={id} className={classes.group}>
      <div id={id} className={classes.head}>
        <StateBadge state={group.state} />
        {records.length > 1 && (
          <span className="tabular">{t('count', { count, formatted: grouped(count) })}</span>
        )}
      </div>
      {answer.isPending && <Skeleton height={28} width="60%" />}
      {answer.error && <Failed error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isSuccess && offered.length === 0 && groups.length > 1 && (
        <p className={classes.none}>{t('noneHere')}</p>
      )}
      <Stack gap="sm">
        {offered.map(({ transition, records: open }) => (
          <TransitionRadio
            key={transition.uuid}
            transition={transition}
            note={
              open.length < count
                ? t('notAll', { count: open.length, formatted: grouped(open.length) })
                : undefined
            }
          />
        ))}
      </Stack>
    </div>
  );
}
