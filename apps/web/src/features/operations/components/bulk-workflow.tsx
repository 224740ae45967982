import { Radio, Skeleton, Stack } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { labelOf } from '../../../records/label.ts';
import { StateBadge } from '../../../records/components/state-badge.tsx';
import { CommentField, TransitionRadio } from '../../workflow/components/transition-choice.tsx';
import { useBulkWorkflow, type BulkWorkflowProps, type StateGroup } from './use-bulk-workflow.ts';
import classes from '../../workflow/components/workflow-dialog.module.css';

/**
 * The workflow actions of many items, by their state, done by one batch, for which the server writes a log for each
 * . The batch's page says what became of each record.
 */
export function BulkWorkflow(props: BulkWorkflowProps) {
  const { t } = useTranslation(['workflow', 'selection']);
  const { groups, chosen, comment, needsComment, goneCount, ...workflow } = useBulkWorkflow(props);
  const headings = useId();
  const lacksComment = needsComment && comment.text.trim() === '';

  return (
    <ConfirmDialog
      // While it works the dialog stays as it is; a missing comment is marked at its field.
      opened
      size="lg"
      title={t('title')}
      confirmWord={chosen ? labelOf(chosen) : t('confirm')}
      failedWord={t('failed')}
      disabled={chosen === undefined}
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
          {t('selection:goneTitle', { count: goneCount, formatted: grouped(goneCount) })}
        </p>
      )}
      {workflow.isEmpty ? (
        <p className={classes.none}>{t('noneLeft')}</p>
      ) : workflow.count !== undefined ? (
        <p className={classes.none}>
          {t('byOperation', { count: workflow.count, formatted: grouped(workflow.count) })}
        </p>
      ) : workflow.loadError ? (
        <Failed error={workflow.loadError} onRetry={workflow.reload} />
      ) : (
        <Skeleton height={140} />
      )}
      <Radio.Group value={chosen?.uuid ?? null} onChange={workflow.choose} aria-label={t('action')} mt="sm">
        {groups.map((group, index) => (
          <State key={group.state} id={`${headings}-${index}`} group={group} />
        ))}
      </Radio.Group>
      {chosen && <CommentField comment={comment} required={needsComment} />}
    </ConfirmDialog>
  );
}

/** One state with its number of items and the actions from it. */
function State({ id, group }: { id: string; group: StateGroup }) {
  const { t } = useTranslation('workflow');
  const { transitions, failure } = group;
  return (
    <div role="group" aria-labelledby={id} className={classes.group}>
      <div id={id} className={classes.head}>
        <StateBadge state={group.state} />
        <span className="tabular">{t('count', { count: group.items, formatted: grouped(group.items) })}</span>
      </div>
      {transitions === undefined && !failure && <Skeleton height={28} width="60%" />}
      {transitions === undefined && failure !== null && <Failed error={failure} onRetry={group.retry} />}
      {transitions?.length === 0 && <p className={classes.none}>{t('noneHere')}</p>}
      <Stack gap="sm">
        {transitions?.map((transition) => (
          <TransitionRadio key={transition.uuid} transition={transition} />
        ))}
      </Stack>
    </div>
  );
}
