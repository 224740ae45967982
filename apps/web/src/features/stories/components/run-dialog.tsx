import { Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { RefusedRecords } from '../../workflow/components/refused-records.tsx';
import type { StatefulRecord } from '../../workflow/groups.ts';
import classes from './stories.module.css';
import { useStoriesRun } from './use-stories-run.ts';

interface RunDialogProps {
  title: string;
  confirmWord: string;
  dangerous?: boolean;
  /** Whether the stories are not there any more when it is done. */
  areGone?: boolean;
  /** Why nothing can be done where there are no records; else those that were chosen are gone. */
  emptyText?: string | undefined;
  /** Something that it needs is missing. */
  disabled: boolean;
  size?: 'md' | 'lg';
  records: readonly StatefulRecord[];
  /** Changes one of them. */
  act(uuid: string): Promise<unknown>;
  /** Gets the uuids of those that it was done with, and whether those were all. */
  onDone(uuids: string[], isWhole: boolean): void;
  onCancel?(): void;
  onClose(): void;
  children: ReactNode;
}

/** A question, what comes of it with several stories, and which of them were refused and why. It stays open for those. */
export function RunDialog({
  records,
  act,
  onDone,
  areGone,
  confirmWord,
  emptyText,
  disabled,
  children,
  ...props
}: RunDialogProps) {
  const { t } = useTranslation(['stories', 'workflow']);
  const { run, perform, stop } = useStoriesRun(records, act, onDone, areGone);
  const handled = run ? run.done + run.refused.length : 0;
  const isAgain = run !== undefined && run.refused.length + run.left.length > 0;
  return (
    <ConfirmDialog
      {...props}
      opened
      disabled={disabled || records.length === 0}
      confirmWord={isAgain ? t('tryAgain') : confirmWord}
      keepsOpen={() => true}
      work={perform}
      {...(records.length > 1 && { onStop: stop })}
    >
      {records.length === 0 ? (
        <p className={classes.question}>{emptyText ?? t('goneMeanwhile')}</p>
      ) : (
        children
      )}
      <div aria-live="polite">
        {run && run.total > 1 && (
          <>
            <Text size="sm" mt="md" mb={4} className="tabular">
              {t('progress', { done: grouped(run.done), total: grouped(run.total) })}
            </Text>
            <Progress value={(100 * handled) / run.total} aria-label={props.title} />
          </>
        )}
        {run && run.refused.length > 0 && (
          <RefusedRecords refused={run.refused} total={run.total} resourceType="STORY" />
        )}
        {run && run.left.length > 0 && (
          <Text size="sm" mt="sm">
            {t('workflow:stopped', { count: run.left.length, formatted: grouped(run.left.length) })}
          </Text>
        )}
      </div>
    </ConfirmDialog>
  );
}
