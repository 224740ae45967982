import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { labelOf } from '../../../records/label.ts';
import { StateActions } from '../../workflow/components/state-actions.tsx';
import { CommentField } from '../../workflow/components/transition-choice.tsx';
import { useBulkWorkflow, type BulkWorkflowProps } from './use-bulk-workflow.ts';
import classes from '../../workflow/components/workflow-dialog.module.css';

/**
 * The workflow actions of many items, by their state, done by one batch, for which the server writes a log for each
 * . The batch's page says what became of each record.
 */
export function BulkWorkflow(props: BulkWorkflowProps) {
  const { t } = useTranslation(['workflow', 'selection']);
  const { groups, chosen, comment, needsComment, goneCount, ...workflow } = useBulkWorkflow(props);
  const [first, ...further] = chosen;
  const lacksComment = needsComment && comment.text.trim() === '';

  return (
    <ConfirmDialog
      // While it works the dialog stays as it is; a missing comment is marked at its field.
      opened
      size="lg"
      title={t('title')}
      confirmWord={first && further.length === 0 ? labelOf(first.transition) : t('confirm')}
      failedWord={t('failed')}
      disabled={first === undefined}
      onClose={props.onClose}
      keepsOpen={() => lacksComment}
      work={async () => {
        if (lacksComment) {
          comment.require();
          comment.field.current?.focus();
        } else await workflow.start();
      }}
      onFailure={workflow.onFailure}
    >
      {goneCount > 0 && (
        <p className={classes.none} role="status">
          {t('selection:goneTitle', amount(goneCount))}
        </p>
      )}
      {workflow.isEmpty ? (
        <p className={classes.none}>{t('noneLeft')}</p>
      ) : workflow.isLoaded ? (
        <p className={classes.none}>
          {first ? t('byOperation', amount(workflow.count)) : t('chooseActions')}
        </p>
      ) : workflow.loadError ? (
        <Failed error={workflow.loadError} onRetry={workflow.reload} />
      ) : (
        <Skeleton height={140} />
      )}
      <div className={classes.states}>
        {groups.map((group) => (
          <StateActions
            key={group.state}
            state={group.state}
            count={group.items}
            offered={group.transitions?.map((transition) => ({ transition }))}
            failure={group.failure}
            onRetry={group.retry}
            isOneOfSeveral={groups.length > 1}
            chosen={chosen.find((one) => one.group === group)?.transition.uuid}
            onChoose={(uuid) => workflow.choose(group.state, uuid)}
          />
        ))}
      </div>
      {first && <CommentField comment={comment} required={needsComment} />}
    </ConfirmDialog>
  );
}

const amount = (count: number) => ({ count, formatted: grouped(count) });
