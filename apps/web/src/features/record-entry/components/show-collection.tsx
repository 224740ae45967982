import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { readCollection, saveCollection } from '../../../records/api/edit-records.ts';
import { collectionTemplatesQuery } from '../../../records/api/templates.ts';
import { Failed } from '../../../ui/failed.tsx';
import { notify } from '../../../ui/notify.tsx';
import { RecordDialogFrame } from './record-dialog-frame.tsx';
import { StateBadge } from '../../../records/components/state-badge.tsx';
import { type CollectionDialogsProps, type Step, steps } from './collection-dialog.ts';

export function ShowCollection({
  collection,
  opened,
  onClose,
  onStep,
}: CollectionDialogsProps & { onStep(step: Step): void }) {
  const { t } = useTranslation(['editing', 'catalogue', 'workflow']);
  const templates = useQuery(collectionTemplatesQuery);
  const may: readonly string[] = collection.allowedActions;
  const offered = steps.filter((step) => may.includes(step));
  const hasWorkflow = collection.availableTransitions.length > 0;
  if (templates.data === undefined && templates.error)
    return (
      <Dialog opened={opened} onClose={onClose} title={t('collection.show')} size="lg">
        <Failed error={templates.error} onRetry={() => void templates.refetch()} />
      </Dialog>
    );
  return (
    <RecordDialogFrame
      opened={opened}
      onClose={onClose}
      title={t('collection.show')}
      record={collection}
      templates={templates.data ?? []}
      mayEdit={may.includes('edit') && templates.isSuccess}
      saveWord={t('form.confirm')}
      read={() => readCollection(collection.uuid)}
      save={async (list, tag) => {
        await saveCollection(collection.uuid, list, tag);
        notify('success', { title: t('collection.saved') });
      }}
      lead={<StateBadge state={collection.state} />}
      {...((offered.length > 0 || hasWorkflow) && {
        actions: (
          <>
            {hasWorkflow && (
              <Button variant="default" onClick={() => onStep('workflow')}>
                {t('workflow:title')}
              </Button>
            )}
            {offered.map((step) => (
              <Button
                key={step}
                variant="default"
                className={step === 'delete' ? 'danger' : ''}
                onClick={() => onStep(step)}
              >
                {t(`collection.${step}`)}
              </Button>
            ))}
          </>
        ),
      })}
    />
  );
}
