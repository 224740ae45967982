import { COMMENT_MAX_CHARACTERS } from '@armarium/contract/transition-logs';
import type { TransitionTrial } from '@armarium/contract/transition-trials';
import type { TransitionTemplate } from '@armarium/contract/transitions';
import { Button, Text, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { waitingProps } from '../../../ui/waiting-props.ts';
import { useWork } from '../../../ui/use-work.ts';
import { tryOn, type TriedRecord } from '../api/trial.ts';
import { TrialRecordField } from './trial-record-field.tsx';
import { TrialResult } from './trial-result.tsx';
import { useTransitionName } from './use-transition-name.ts';
import classes from './trial.module.css';

interface TrialDialogProps {
  transition: TransitionTemplate;
  onClose(): void;
}

/** Tries a transition on a record: what it would change and send, and why it would be refused (decisions §13). */
export function TrialDialog({ transition, onClose }: TrialDialogProps) {
  const { t } = useTranslation('workflowSettings');
  const nameOf = useTransitionName();
  const { isWorking, failure, work, forgetFailure } = useWork();
  const [record, setRecord] = useState<TriedRecord>();
  const [comment, setComment] = useState('');
  const [result, setResult] = useState<TransitionTrial>();
  /** How often it was to be tried without a record. */
  const [lackingCount, setLackingCount] = useState(0);
  /** How often the values changed. */
  const changes = useRef(0);
  // What was found out is about the values of that time.
  const change = (act: () => void) => {
    act();
    changes.current += 1;
    setResult(undefined);
    setLackingCount(0);
    forgetFailure();
  };
  const run = async () => {
    if (!record) return setLackingCount((count) => count + 1);
    const asked = changes.current;
    setResult(undefined);
    await work(async () => {
      const found = await tryOn(transition.uuid, record.uuid, comment.trim());
      if (changes.current === asked) setResult(found);
    });
  };
  return (
    <Dialog opened onClose={onClose} title={t('trial.title', { transition: nameOf(transition) })} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <Text>{t('trial.text')}</Text>
        <TrialRecordField
          transition={transition}
          chosen={record}
          onChoose={(chosen) => change(() => setRecord(chosen))}
        />
        <Textarea
          label={t('trial.comment')}
          description={t('trial.commentText')}
          autosize
          maxRows={6}
          maxLength={COMMENT_MAX_CHARACTERS}
          dir="auto"
          value={comment}
          onChange={({ currentTarget: { value } }) => change(() => setComment(value))}
        />
        {lackingCount > 0 && (
          <Lacking
            key={lackingCount}
            text={t(transition.resourceType === 'MEDIA' ? 'trial.lackingAsset' : 'trial.lacking')}
          />
        )}
        {failure !== undefined && <FailureAlert title={t('trial.failed')} text={describeProblem(failure)} />}
        {result && <TrialResult transition={transition} result={result} />}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('close')}
          </Button>
          <Button type="submit" {...waitingProps(isWorking)}>
            {t('trial.run')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Says what has to be chosen first. It comes into sight by itself. */
function Lacking({ text }: { text: string }) {
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    said.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <p ref={said} role="alert" className={classes.lacking}>
      {text}
    </p>
  );
}
