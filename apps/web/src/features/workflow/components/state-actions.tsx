import type { TransitionTemplate } from '@armarium/contract/transitions';
import { Radio, Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StateBadge } from '../../../records/components/state-badge.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { TransitionRadio } from './transition-choice.tsx';
import classes from './workflow-dialog.module.css';

/** An action that can be chosen, and what else is to be said of it. */
export interface OfferedAction {
  readonly transition: TransitionTemplate;
  readonly note?: string | undefined;
}

interface StateActionsProps {
  state: string;
  /** How many records are in the state; undefined where there is only one record. */
  count: number | undefined;
  /** Undefined until they are loaded. */
  offered: readonly OfferedAction[] | undefined;
  failure: Error | null;
  onRetry(): void;
  /** Whether the records are in other states too, which have actions of their own. */
  isOneOfSeveral: boolean;
  /** The uuid of the transition that is chosen from this state. */
  chosen: string | undefined;
  onChoose(uuid: string | undefined): void;
}

/** The value of the choice of no action: `Radio.Group` takes only texts. */
const NO_ACTION = '';

/** The actions from one of the states of the records. From each of several states one can be chosen, or none. */
export function StateActions({
  state,
  count,
  offered,
  failure,
  onRetry,
  isOneOfSeveral,
  chosen,
  onChoose,
}: StateActionsProps) {
  const { t } = useTranslation('workflow');
  const heading = (
    <span className={classes.head}>
      <StateBadge state={state} />
      {count !== undefined && (
        <span className="tabular">{t('count', { count, formatted: grouped(count) })}</span>
      )}
    </span>
  );
  if (offered !== undefined && offered.length > 0) {
    return (
      <Radio.Group
        label={heading}
        className={classes.group ?? ''}
        value={chosen ?? (isOneOfSeveral ? NO_ACTION : null)}
        onChange={(uuid) => onChoose(uuid === NO_ACTION ? undefined : uuid)}
      >
        <Stack gap="sm">
          {offered.map(({ transition, note }) => (
            <TransitionRadio key={transition.uuid} {...{ transition, note }} />
          ))}
          {isOneOfSeveral && <Radio value={NO_ACTION} label={t('noAction')} />}
        </Stack>
      </Radio.Group>
    );
  }
  return (
    <div className={classes.group}>
      {heading}
      {offered === undefined &&
        (failure ? <Failed error={failure} onRetry={onRetry} /> : <Skeleton height={28} width="60%" />)}
      {offered?.length === 0 && isOneOfSeveral && <p className={classes.none}>{t('noneHere')}</p>}
    </div>
  );
}
