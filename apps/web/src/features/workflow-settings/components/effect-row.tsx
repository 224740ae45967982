import type { DeliveryState } from '@armarium/contract/deliveries';
import type { Effect } from '@armarium/contract/effects';
import { WEBHOOK_TASK } from '@armarium/contract/transition-tasks';
import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconMail,
  IconSend,
  IconWebhook,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { progressOf } from '../../../records/deliveries/delivery-progress.ts';
import { DeliveryReport } from '../../../records/deliveries/delivery-report.tsx';
import { displayMoment } from '../../../ui/display-date.ts';
import { displayTitle } from '../../../ui/display-title.ts';
import { grouped } from '../../../ui/grouped.ts';
import { waitingProps } from '../../../ui/waiting-props.ts';
import type { EffectWords } from './use-effect-words.ts';
import classes from './effects.module.css';

const signs = {
  onItsWay: IconSend,
  waiting: IconClock,
  failed: IconAlertTriangle,
  sent: IconCircleCheck,
} as const;

interface EffectRowProps {
  effect: Effect;
  words: EffectWords;
  isWorking: boolean;
  onSendAgain(): void;
}

/** An effect: how far it is, what it tells of which records, and what became of it at each recipient. */
export function EffectRow({ effect, words, isWorking, onSendAgain }: EffectRowProps) {
  const { t } = useTranslation('workflowSettings');
  const what = words.whatOf(effect);
  const moment = displayMoment(effect.date);
  const Kind = effect.templateName === WEBHOOK_TASK ? IconWebhook : IconMail;
  return (
    <li className={classes.row} data-uuid={effect.uuid} tabIndex={-1}>
      <div className={classes.head}>
        <StateWord of={effect} />
        <h3 className={classes.what}>
          <Kind size={18} stroke={1.7} aria-hidden />
          {what}
        </h3>
        <RecordsLine effect={effect} />
        <p className={`${classes.facts} tabular`}>
          <bdi>{effect.user}</bdi>
          <span>{moment}</span>
        </p>
      </div>
      <Recipients effect={effect} words={words} />
      {effect._links.retry && (
        <Button
          className={classes.again ?? ''}
          variant="default"
          size="compact-sm"
          data-control="again"
          aria-label={t('effects.sendAgainOf', { what, moment })}
          {...waitingProps(isWorking)}
          onClick={onSendAgain}
        >
          {t('effects.sendAgain')}
        </Button>
      )}
    </li>
  );
}

function StateWord({ of }: { of: { readonly state: DeliveryState; readonly attempts: number } }) {
  const { t } = useTranslation('workflowSettings');
  const progress = progressOf(of);
  const Sign = signs[progress];
  return (
    <span className={classes.state} data-progress={progress}>
      <Sign size={18} stroke={1.8} aria-hidden />
      {t(`effects.progress.${progress}`)}
    </span>
  );
}

/** The first record by its title, and how many more there are. */
function RecordsLine({ effect: { record, recordsCount } }: { effect: Effect }) {
  const { t } = useTranslation('workflowSettings');
  if (!record) return null;
  const more = recordsCount - 1;
  return (
    <p className={classes.records}>
      <span className="record-title" dir="auto">
        {displayTitle(record.sgtt) || t('effects.untitled')}
      </span>
      {record.pressmark !== null && <bdi className={classes.pressmark}>{record.pressmark}</bdi>}
      {more > 0 && <span>{t('effects.andMore', { count: more, formatted: grouped(more) })}</span>}
    </p>
  );
}

/** To whom it goes, each with what came of the last attempt. Before the message is written there are none. */
function Recipients({ effect, words }: Pick<EffectRowProps, 'effect' | 'words'>) {
  const { t } = useTranslation('workflowSettings');
  if (effect.deliveries.length === 0)
    return (
      <p className={classes.note}>
        {t(effect.state === 'PENDING' ? 'effects.collecting' : 'effects.forgotten')}
      </p>
    );
  return (
    <ul className={classes.recipients} aria-label={t('effects.recipients')}>
      {effect.deliveries.map((delivery) => (
        <li key={delivery.uuid}>
          <p className={classes.recipient}>
            <StateWord of={delivery} />
            <bdi>{delivery.recipient}</bdi>
          </p>
          {delivery.state !== 'DONE' && (
            <DeliveryReport
              delivery={delivery}
              next={delivery.state === 'ERROR' && delivery.result ? words.nextOf(delivery.result) : undefined}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
