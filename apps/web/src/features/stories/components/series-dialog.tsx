import type { Series } from '@armarium/contract/stories';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StateBadge } from '../../../records/components/state-badge.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { titleOf } from '../../../ui/display-title.ts';
import { Failed } from '../../../ui/failed.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { notify } from '../../../ui/notify.tsx';
import { RecordDialogFrame } from '../../record-entry/components/record-dialog-frame.tsx';
import { WorkflowDialog } from '../../workflow/components/workflow-dialog.tsx';
import { readSeries, saveSeries, trashSeries } from '../api/series.ts';
import { seriesTemplatesQuery } from '../api/series-templates.ts';
import { offerUndo } from '../state/last-deletion.ts';
import classes from './stories.module.css';

interface SeriesDialogProps {
  series: Series;
  onClose(): void;
  /** The series was deleted. */
  onGone(): void;
}

/** A series: read first, then edited or deleted (SERIES-14 to SERIES-16). */
export function SeriesDialog(props: SeriesDialogProps) {
  const { series, onClose } = props;
  const { t } = useTranslation(['stories', 'catalogue']);
  const [step, setStep] = useState<'delete' | 'workflow'>();
  if (step === 'delete') return <DeleteSeries {...props} onBack={() => setStep(undefined)} />;
  if (step === 'workflow')
    return (
      <WorkflowDialog
        records={[{ ...series, title: titleOf(series, t('catalogue:untitled')) }]}
        onClose={onClose}
      />
    );
  return <ShowSeries {...props} onStep={setStep} />;
}

interface ShowSeriesProps extends SeriesDialogProps {
  onStep(step: 'delete' | 'workflow'): void;
}

function ShowSeries({ series, onClose, onStep }: ShowSeriesProps) {
  const { t } = useTranslation(['stories', 'editing']);
  const templates = useQuery(seriesTemplatesQuery);
  const may: readonly string[] = series.allowedActions;
  // What was typed before a reload is looked for when the frame is first drawn, by the fields.
  if (templates.data === undefined)
    return (
      <Dialog opened onClose={onClose} title={t('series.title')} size="lg">
        {templates.error ? (
          <Failed error={templates.error} onRetry={() => void templates.refetch()} />
        ) : (
          <Skeleton height={180} />
        )}
      </Dialog>
    );
  return (
    <RecordDialogFrame
      opened
      onClose={onClose}
      title={t('series.title')}
      record={series}
      templates={templates.data}
      mayEdit={may.includes('edit')}
      saveWord={t('editing:form.confirm')}
      read={() => readSeries(series.uuid)}
      save={async (list, tag) => {
        await saveSeries(series.uuid, list, tag);
        notify('success', { title: t('changeSavedSuccessfully') });
      }}
      lead={<StateBadge state={series.state} />}
      actions={
        <>
          {series.availableTransitions.length > 0 && (
            <Button variant="default" onClick={() => onStep('workflow')}>
              {t('workflow')}
            </Button>
          )}
          {may.includes('delete') && (
            <Button variant="default" className="danger" onClick={() => onStep('delete')}>
              {t('series.delete')}
            </Button>
          )}
        </>
      }
    />
  );
}

/** Moves a series to the trash; its stories stay in the lab (SERIES-17, SERIES-26). */
function DeleteSeries({ series, onClose, onGone, onBack }: SeriesDialogProps & { onBack(): void }) {
  const { t } = useTranslation(['stories', 'selection', 'catalogue']);
  const [reason, setReason] = useState('');
  const count = series.storyboardsCount;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onCancel={onBack}
      title={t('series.deleteTitle', { title: titleOf(series, t('catalogue:untitled')) })}
      confirmWord={t('series.delete')}
      failedWord={t('series.deleteFailed')}
      dangerous
      work={async () => {
        await trashSeries(series.uuid, reason.trim());
        notify('success', { title: t('series.deleted') });
        offerUndo({ kind: 'series', uuids: [series.uuid] });
        onClose();
        onGone();
      }}
    >
      <p className={classes.question}>
        {count === 0
          ? t('series.deleteEmptyQuestion')
          : t('series.deleteQuestion', { count, formatted: grouped(count) })}
      </p>
      <TextInput
        label={t('selection:reason')}
        value={reason}
        maxLength={1000}
        mt="md"
        data-autofocus
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
