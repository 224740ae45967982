import type { TransitionTemplate } from '@armarium/contract/transitions';
import { WEBHOOK_TASK } from '@armarium/contract/transition-tasks';
import type { TransitionTrial, TrialChange, TrialEffect } from '@armarium/contract/transition-trials';
import { IconAlertTriangle, IconCircleCheck, IconMail, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../../lib/problem/problem-text.ts';
import { templatesQuery } from '../../../records/api/templates.ts';
import { ChangedFields } from '../../../records/components/changed-fields.tsx';
import { useDeliveryWords } from '../../../records/deliveries/use-delivery-words.ts';
import { fieldLabel } from '../../../records/label.ts';
import { useStateLabel } from '../../../records/state-label.ts';
import { displayTitle } from '../../../ui/display-title.ts';
import { grouped } from '../../../ui/grouped.ts';
import classes from './trial.module.css';

type Cause = TransitionTrial['records'][number]['causes'][number];

/** The most records that go along and are listed: those behind them are alike. */
const LISTED_MAX = 30;

interface TrialResultProps {
  transition: TransitionTemplate;
  /** The trial on one record. */
  result: TransitionTrial;
}

/** What the trial on a record found out. It takes the focus, so that it is read and comes into sight. */
export function TrialResult({ transition, result: { records, effects } }: TrialResultProps) {
  const { t } = useTranslation('workflowSettings');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const found = heading.current;
    if (!found) return;
    // Below the title of the dialog, which stays in place and may have several lines.
    const title = found.closest('[role=dialog]')?.querySelector('header');
    found.style.scrollMarginTop = `${(title?.offsetHeight ?? 0) + 20}px`;
    found.focus({ preventScroll: true });
    found.scrollIntoView({ block: 'start' });
  }, []);
  const [record] = records;
  if (!record) return null;
  const isDone = record.outcome === 'done';
  const [own, ...others] = record.changes;
  const Sign = isDone ? IconCircleCheck : IconAlertTriangle;
  return (
    <section className={classes.result} data-outcome={record.outcome} aria-labelledby="trial-outcome">
      <h3 id="trial-outcome" ref={heading} tabIndex={-1} className={classes.outcome}>
        <Sign size={20} stroke={1.8} aria-hidden />
        {t(`trial.outcome.${record.outcome}`)}
      </h3>
      {record.causes.map((cause) => (
        <CauseWords key={cause.code} cause={cause} transition={transition} />
      ))}
      {own && <Change change={own} />}
      {others.length > 0 && <Others others={others} />}
      {isDone && <Effects effects={effects} />}
    </section>
  );
}

/** Why the record would be refused. */
function CauseWords({ cause, transition }: { cause: Cause; transition: TransitionTemplate }) {
  const { t } = useTranslation('workflowSettings');
  const stateLabel = useStateLabel();
  const templates = useQuery(templatesQuery(transition.resourceType)).data ?? [];
  const { code, detail, fields } = cause;
  if (code === 'state-changed')
    return <p>{t('trial.otherState', { state: stateLabel(transition.itemFromState) })}</p>;
  const text = problemText(code);
  if (code === 'metadata-missing') {
    const names = fields.map(({ name }) => fieldLabel(templates, name));
    return (
      <p>
        {text.title}: {names.join(', ')}.
      </p>
    );
  }
  return (
    <>
      <p>
        {text.title}. {text.next}
      </p>
      {detail !== '' && code !== 'comment-required' && (
        <p className={classes.note}>
          {t('trial.detail')} <span lang="en">{detail}</span>
        </p>
      )}
    </>
  );
}

/** What would change of a record. */
function Change({ change: { fields, resourceType, entered } }: { change: TrialChange }) {
  const { t } = useTranslation('workflowSettings');
  const titles = entered.map(({ sgtt }) => displayTitle(sgtt) || t('effects.untitled'));
  return (
    <>
      {fields.length > 0 && <ChangedFields fields={fields} resourceType={resourceType} />}
      {titles.length > 0 && <p>{t('trial.entered', { titles: titles.join(', ') })}</p>}
      {fields.length + titles.length === 0 && <p>{t('trial.unchanged')}</p>}
    </>
  );
}

/** The records that would go along. */
function Others({ others }: { others: readonly TrialChange[] }) {
  const { t } = useTranslation('workflowSettings');
  const heading = useId();
  const further = others.length - LISTED_MAX;
  return (
    <>
      <h4 id={heading}>{t('trial.others', { count: others.length, formatted: grouped(others.length) })}</h4>
      <ul
        className={classes.others}
        aria-labelledby={heading}
        // What scrolls has to be reached by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        {others.slice(0, LISTED_MAX).map((change, index) => (
          // A record can go along twice.
          <li key={index}>
            <p className={classes.other}>
              <span className="record-title" dir="auto">
                {displayTitle(change.sgtt) || t('effects.untitled')}
              </span>{' '}
              <span className={classes.note}>{t(`kind.${change.resourceType}`)}</span>
            </p>
            <Change change={change} />
          </li>
        ))}
      </ul>
      {further > 0 && <p>{t('trial.further', { count: further, formatted: grouped(further) })}</p>}
    </>
  );
}

/** What would be sent. */
function Effects({ effects }: { effects: readonly TrialEffect[] }) {
  const { t } = useTranslation('workflowSettings');
  if (effects.length === 0) return null;
  return (
    <>
      <h4>{t('trial.effects')}</h4>
      {effects.flatMap(({ taskUuid, templateName, messages }) =>
        messages.map((message) => (
          <Message
            key={`${taskUuid} ${message.recipients[0] ?? ''}`}
            message={message}
            isCall={templateName === WEBHOOK_TASK}
          />
        )),
      )}
    </>
  );
}

interface MessageProps {
  message: TrialEffect['messages'][number];
  /** Whether it is a call of another server, else mail. */
  isCall: boolean;
}

function Message({ message: { recipients, subject, text, obstacle }, isCall }: MessageProps) {
  const { t } = useTranslation('workflowSettings');
  const words = useDeliveryWords();
  const to = useId();
  const Kind = isCall ? IconWebhook : IconMail;
  return (
    <article className={classes.message} aria-labelledby={to}>
      <p id={to} className={classes.to}>
        <Kind size={18} stroke={1.7} aria-hidden />
        <span>
          {t(isCall ? 'trial.call' : 'trial.mail')} <bdi>{recipients.join(', ')}</bdi>
        </span>
      </p>
      {obstacle !== null && (
        <p className={classes.obstacle}>
          {t('trial.obstacle')} {words.outcome({ code: obstacle, title: obstacle, status: null })}
        </p>
      )}
      {subject !== null && (
        <p className={classes.subject} dir="auto">
          {subject}
        </p>
      )}
      <pre
        className={classes.body}
        dir="auto"
        data-call={isCall || undefined}
        role="group"
        aria-labelledby={to}
        // What scrolls has to be reached by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        {isCall ? indented(text) : text}
      </pre>
    </article>
  );
}

/** JSON as people read it. */
const indented = (text: string) => JSON.stringify(JSON.parse(text), null, 2);
