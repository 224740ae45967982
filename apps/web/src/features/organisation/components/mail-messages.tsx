import { Email } from '@armarium/contract/account-fields';
import type { MailMessage } from '@armarium/contract/mail';
import { Button, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { keepDraft, recallDraft } from '../../../lib/drafts.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { fitsRule } from '../../../lib/text-rule.ts';
import { progressOf } from '../../../records/deliveries/delivery-progress.ts';
import { DeliveryReport } from '../../../records/deliveries/delivery-report.tsx';
import { DeliveryState } from '../../../records/deliveries/delivery-state.tsx';
import { useDeliveryWords } from '../../../records/deliveries/use-delivery-words.ts';
import { displayMoment } from '../../../ui/display-date.ts';
import { Failed } from '../../../ui/failed.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { waitingProps } from '../../../ui/waiting-props.ts';
import { SaveForm } from '../../../ui/save-form.tsx';
import { useWork } from '../../../ui/use-work.ts';
import { mailMessagesQuery, sendTest } from '../api/mail.ts';
import classes from './organisation.module.css';

const DRAFT = 'organisation-mail-test';

/** Sends a test message, and lists the latest messages with what became of them. */
export function MailMessages({ ownAddress }: { ownAddress: string }) {
  const { t } = useTranslation('organisation');
  const query = useQuery(mailMessagesQuery);
  const [sent, setSent] = useState<MailMessage>();
  const heading = useId();
  const messages = query.data?._embedded.mailMessages ?? [];
  return (
    <>
      <TestForm
        ownAddress={ownAddress}
        sent={sent && (messages.find(({ uuid }) => uuid === sent.uuid) ?? sent)}
        onSent={setSent}
      />
      {query.error && !query.data && (
        <div className={classes.part}>
          <Failed error={query.error} onRetry={() => void query.refetch()} />
        </div>
      )}
      {messages.length > 0 && (
        <div className={classes.part}>
          <h3 id={heading} className={classes.label}>
            {t('mail.messages')}
          </h3>
          <ul className={classes.changes} aria-labelledby={heading}>
            {messages.map((message) => (
              <Message key={message.uuid} message={message} />
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

interface TestFormProps {
  ownAddress: string;
  /** The message that was sent last from here, as far as it is. */
  sent: MailMessage | undefined;
  onSent(message: MailMessage): void;
}

function TestForm({ ownAddress, sent, onSent }: TestFormProps) {
  const { t } = useTranslation('organisation');
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(() => recallDraft<{ to: string }>(DRAFT)?.to);
  const [isFaulty, setFaulty] = useState(false);
  const { isWorking, failure, work, forgetFailure } = useWork();
  const outcomeOf = useOutcomeWords();
  useEffect(() => {
    keepDraft(DRAFT, typed === undefined ? undefined : { to: typed });
  }, [typed]);
  const to = typed ?? ownAddress;
  const refuse = () => {
    setFaulty(true);
    field.current?.focus();
  };
  const send = () => {
    if (isWorking) return;
    forgetFailure();
    if (!fitsRule(Email, to.trim())) return refuse();
    setFaulty(false);
    void work(async () => {
      try {
        onSent(await sendTest(to.trim()));
      } catch (error) {
        if (!isProblem(error, 'invalid')) throw error;
        refuse();
      }
    });
  };
  const failed = failure === undefined ? undefined : describeProblem(failure);
  return (
    <SaveForm
      ref={form}
      label={t('mail.test.label')}
      className={`${classes.form} ${classes.part}`}
      onSave={send}
    >
      <TextInput
        ref={field}
        type="email"
        label={t('mail.test.to')}
        autoComplete="email"
        spellCheck={false}
        value={to}
        error={isFaulty && t(to.trim() === '' ? 'mail.test.missing' : 'mail.fault')}
        onChange={(event) => {
          setFaulty(false);
          setTyped(event.currentTarget.value);
        }}
      />
      {failed && <FailureAlert title={t('mail.test.notSent')} text={failed} />}
      <div className={classes.actions}>
        <Text size="sm" c="dimmed" role="status" className={`${classes.state} ${classes.outcome}`}>
          {sent && !isWorking ? outcomeOf(sent) : ''}
        </Text>
        <Button type="submit" variant="default" {...waitingProps(isWorking)}>
          {t('mail.test.send')}
        </Button>
      </div>
    </SaveForm>
  );
}

/** What became of a test message, in a sentence. */
function useOutcomeWords() {
  const { t } = useTranslation('organisation');
  const words = useDeliveryWords();
  return (message: MailMessage): string => {
    const { to, result, nextAttemptDate } = message;
    const cause = result ? words.outcome(result) : '';
    const moment = nextAttemptDate === null ? '' : displayMoment(nextAttemptDate);
    return t(`mail.test.${progressOf(message)}`, { to, cause, moment });
  };
}

function Message({ message }: { message: MailMessage }) {
  const { t } = useTranslation('organisation');
  const { purpose, to, date } = message;
  return (
    <li>
      <DeliveryState delivery={message} />
      <div className={classes.message}>
        <p className={classes.setting}>
          <bdi>{to}</bdi>
        </p>
        <p className={classes.who}>
          {t('mail.message', { purpose: t(`mail.purpose.${purpose}`), moment: displayMoment(date) })}
        </p>
        <DeliveryReport delivery={message} />
      </div>
    </li>
  );
}
