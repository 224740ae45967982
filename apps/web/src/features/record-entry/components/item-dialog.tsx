import type { ItemAction } from '@armarium/contract/allowed-actions';
import type { Item } from '@armarium/contract/items';
import type { Template } from '@armarium/contract/templates';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { titleOf } from '../../../ui/display-title.ts';
import { notify } from '../../../ui/notify.tsx';
import { readItem, saveItem } from '../../../records/api/edit-records.ts';
import { mayMakeRecordsQuery } from '../../../records/api/permissions.ts';
import { trashItem } from '../../trash/api/trash.ts';
import classes from './collection-dialogs.module.css';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CorrectPressmark } from './correct-pressmark.tsx';
import { DuplicateItem } from './duplicate-item.tsx';
import { RecordDialogFrame } from './record-dialog-frame.tsx';

interface ItemDialogProps {
  item: Item;
  templates: readonly Template[];
  opened: boolean;
  /** Whether it opens in its edit mode. */
  editing?: boolean;
  onClose(): void;
  /** The item went to the trash. */
  onGone(): void;
}

/** Every metadatum of an item, to be read and changed (ITEM-12, ITEM-16 to ITEM-24). */
export function ItemDialog(props: ItemDialogProps) {
  const { t } = useTranslation(['editing', 'entry']);
  const { item, templates, opened, editing = false, onClose } = props;
  const [step, setStep] = useState<'delete' | 'correct' | 'duplicate'>();
  const { data: mayMake = false } = useQuery(mayMakeRecordsQuery);
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    // A dialog that was closed at a step opens at its beginning; while it closes it stays as it is.
    if (opened) setStep(undefined);
  }
  const onBack = () => setStep(undefined);
  if (step === 'delete') return <DeleteItem {...props} onBack={onBack} />;
  if (step === 'correct') return <CorrectPressmark {...{ item, opened, onClose, onBack }} />;
  if (step === 'duplicate') return <DuplicateItem {...{ item, templates, opened, onClose, onBack }} />;
  const may = (action: ItemAction) => item.allowedActions.includes(action);
  return (
    <RecordDialogFrame
      opened={opened}
      editing={editing}
      onClose={onClose}
      title={t('record.allMetadata')}
      record={item}
      templates={templates}
      mayEdit={may('edit')}
      saveWord={t('form.save')}
      fixed={{ pressmark: t('form.pressmarkFixed') }}
      read={() => readItem(item.uuid)}
      save={(list, tag) => saveItem(item.uuid, list, tag)}
      {...((mayMake || may('correctPressmark') || may('trash')) && {
        actions: (
          <>
            {mayMake && (
              <Button variant="default" onClick={() => setStep('duplicate')}>
                {t('entry:duplicate.open')}
              </Button>
            )}
            {may('correctPressmark') && (
              <Button variant="default" onClick={() => setStep('correct')}>
                {t('entry:pressmark.correct')}
              </Button>
            )}
            {may('trash') && (
              <Button variant="default" className="danger" onClick={() => setStep('delete')}>
                {t('item.remove')}
              </Button>
            )}
          </>
        ),
      })}
    />
  );
}

function DeleteItem({ item, opened, onClose, onGone, onBack }: ItemDialogProps & { onBack(): void }) {
  const { t } = useTranslation(['editing', 'catalogue']);
  const [reason, setReason] = useState('');
  const title = titleOf(item, t('catalogue:untitled'));
  const { imagesCount } = item.mediaTypeInfo;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onCancel={onBack}
      title={t('item.remove')}
      confirmWord={t('item.remove')}
      failedWord={t('item.removeFailed', { title })}
      dangerous
      work={async () => {
        await trashItem(item.uuid, reason.trim());
        notify('success', { title: t('item.removed', { title }), message: t('collection.deletedNext') });
        onGone();
      }}
    >
      <p className={classes.question}>
        {imagesCount === 0
          ? t('item.removeBareQuestion', { title })
          : t('item.removeQuestion', {
              title,
              images: t('catalogue:imagesCount', { count: imagesCount, formatted: imagesCount }),
            })}
      </p>
      <TextInput
        mt="md"
        label={t('item.reason')}
        value={reason}
        maxLength={1000}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
