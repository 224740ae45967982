import { Alert, Button, Checkbox, Group, Progress, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import type { Run } from '../api/run-over.ts';
import type { StatefulRecord, StatefulType } from '../groups.ts';
import { imagesByStory } from '../images-to-confirm.ts';
import { grouped } from '../../../ui/grouped.ts';
import { labelOf } from '../../../records/label.ts';
import { ActionChoice } from './action-choice.tsx';
import { RefusedRecords } from './refused-records.tsx';
import { StateBadge } from '../../../records/components/state-badge.tsx';
import { CommentField, FromTo } from './transition-choice.tsx';
import { useWorkflow, type Workflow } from './use-workflow.ts';
import classes from './workflow-dialog.module.css';

export interface WorkflowDialogProps {
  records: readonly StatefulRecord[];
  /** For its closing motion; it is open where absent. */
  opened?: boolean;
  onClose(): void;
}

/** The workflow actions of records, by their state (catalogue §2, Workflow state dialog). */
export function WorkflowDialog({ records, opened = true, onClose }: WorkflowDialogProps) {
  const { t } = useTranslation('workflow');
  // Closing the dialog stops a run between two records.
  const stopRef = useRef(false);
  const close = () => {
    stopRef.current = true;
    onClose();
  };
  useEffect(
    () => () => {
      stopRef.current = true;
    },
    [],
  );
  return (
    <Dialog opened={opened} onClose={close} title={t('title')} size="lg">
      <WorkflowForm records={records} stopRef={stopRef} onClose={close} />
    </Dialog>
  );
}

interface WorkflowFormProps {
  records: readonly StatefulRecord[];
  stopRef: { current: boolean };
  onClose(): void;
}

function WorkflowForm({ records, stopRef, onClose }: WorkflowFormProps) {
  const { t } = useTranslation('workflow');
  const workflow = useWorkflow(records, stopRef, onClose);
  const { actions, run, isWorking } = workflow;
  const { kept, chosen } = actions;
  return (
    <form
      noValidate
      tabIndex={-1}
      aria-label={t('title')}
      onSubmit={(event) => {
        event.preventDefault();
        void workflow.perform();
      }}
    >
      {kept ? (
        kept.map(({ transition }) => (
          <p key={transition.uuid} className={classes.head}>
            <StateBadge state={transition.itemFromState} />
            <Text span fw={600}>
              {labelOf(transition)}
            </Text>
            <FromTo transition={transition} />
          </p>
        ))
      ) : (
        <ActionChoice actions={actions} />
      )}
      {chosen.length > 0 && <CommentField comment={workflow.comment} required={actions.needsComment} />}
      <div aria-live="polite">
        {run && <Outcome run={run} isWorking={isWorking} resourceType={chosen[0]?.group.resourceType} />}
      </div>
      {run && !isWorking && imagesByStory(run).size > 0 && (
        <Checkbox
          mt="md"
          label={t('agree')}
          checked={workflow.isAgreed}
          onChange={(event) => workflow.setAgreed(event.currentTarget.checked)}
        />
      )}
      <Buttons workflow={workflow} />
    </form>
  );
}

interface OutcomeProps {
  run: Run;
  isWorking: boolean;
  resourceType: StatefulType | undefined;
}

/** How far a run is, and in the end what was refused of it. */
function Outcome({ run: { total, done, refused, left }, isWorking, resourceType }: OutcomeProps) {
  const { t } = useTranslation('workflow');
  return (
    <>
      {total > 1 && (
        <div>
          <Text size="sm" mt="md" mb={4} className="tabular">
            {t('progress', { done: grouped(done), total: grouped(total) })}
          </Text>
          <Progress value={(100 * (done + refused.length)) / total} aria-label={t('title')} />
        </div>
      )}
      {!isWorking && refused.length > 0 && resourceType && (
        <RefusedRecords refused={refused} total={total} resourceType={resourceType} />
      )}
      {!isWorking && left.length > 0 && (
        <Alert color="yellow" mt="md">
          {t('stopped', { count: left.length, formatted: grouped(left.length) })}
        </Alert>
      )}
    </>
  );
}

function Buttons({ workflow }: { workflow: Workflow }) {
  const { t } = useTranslation('workflow');
  const { run, isWorking, actions } = workflow;
  const { offered } = actions;
  const [first, ...further] = actions.chosen;
  return (
    <Group justify="flex-end" gap="sm" mt="lg">
      <Button variant="default" onClick={workflow.stopOrClose}>
        {t(isWorking ? 'stop' : run || offered.length === 0 ? 'close' : 'cancel')}
      </Button>
      {run && !isWorking && actions.records.length > 1 && run.refused.length > 0 && (
        <Button
          variant="default"
          onClick={({ currentTarget }) => {
            // The button is removed together with the refusal.
            currentTarget.form?.focus();
            void workflow.chooseAnew();
          }}
        >
          {t('chooseAnew')}
        </Button>
      )}
      {first && (
        <Button type="submit" aria-disabled={isWorking} data-waiting={isWorking || undefined}>
          {run && !isWorking ? t('again') : further.length > 0 ? t('confirm') : labelOf(first.transition)}
        </Button>
      )}
      {!first && offered.length > 0 && <Button disabled>{t('confirm')}</Button>}
    </Group>
  );
}
