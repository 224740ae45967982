import { Button, Text } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { useFaultFocus } from '../../../ui/form-focus.ts';
import { SaveForm } from '../../../ui/save-form.tsx';
import { waitingProps } from '../../../ui/waiting-props.ts';
import { notify } from '../../../ui/notify.tsx';
import type { TaggedDelivery } from '../api/image-delivery.ts';
import { fileFault } from '../../../lib/problem/file-fault.ts';
import { PublicSize } from './public-size.tsx';
import { useDeliveryEdit, type DeliveryEdit } from './use-delivery-edit.ts';
import { Watermark } from './watermark.tsx';
import classes from './image-delivery.module.css';

/** The public size and the watermark with what they do to an image, and the buttons that save them. */
export function DeliveryForm({ settings }: { settings: TaggedDelivery }) {
  const { t } = useTranslation('imageDelivery');
  const form = useRef<HTMLFormElement>(null);
  const focusFirstFault = useFaultFocus(form);
  const edit = useDeliveryEdit(settings);
  const submit = async () => {
    if (!edit.isChanged) return;
    if (await edit.save()) notify('success', { title: t('saved') });
    else focusFirstFault();
  };
  return (
    <SaveForm ref={form} label={t('title')} onSave={() => void submit()}>
      {edit.isRestored && (
        <Text size="sm" c="dimmed" mb="md" role="status">
          {t('restored')}
        </Text>
      )}
      <PublicSize example={settings.answer.example} edit={edit} />
      <Watermark delivery={settings.answer} edit={edit} />
      <SaveFailure edit={edit} onEnd={() => form.current?.querySelector('input')?.focus()} />
      <div className={classes.actions}>
        <Button
          variant="default"
          aria-disabled={!edit.isChanged || edit.isWorking}
          data-idle={!edit.isChanged || undefined}
          onClick={() => {
            if (edit.isChanged && !edit.isWorking) edit.discard();
          }}
        >
          {t('discard')}
        </Button>
        <Button type="submit" data-idle={!edit.isChanged || undefined} {...savingProps(edit)}>
          {t('save')}
        </Button>
      </div>
    </SaveForm>
  );
}

/** Neither button is ever disabled in earnest: the one that was pressed keeps the focus. */
const savingProps = ({ isChanged, isWorking }: DeliveryEdit) => ({
  ...waitingProps(isWorking),
  'aria-disabled': !isChanged || isWorking,
});

function SaveFailure({ edit, onEnd }: { edit: DeliveryEdit; onEnd(): void }) {
  const { t } = useTranslation('imageDelivery');
  const { failure } = edit;
  if (failure === undefined) return null;
  const text = fileFault(failure) ?? describeProblem(failure);
  if (!isProblem(failure, 'stale')) return <FailureAlert title={t('saveFailed')} text={text} />;
  return (
    <FailureAlert title={t('saveFailed')} text={{ ...text, next: t('staleNext') }}>
      <Button
        variant="default"
        size="compact-md"
        mt="xs"
        onClick={() => {
          void edit.loadCurrent();
          // The button goes with the failure.
          onEnd();
        }}
      >
        {t('loadCurrent')}
      </Button>
    </FailureAlert>
  );
}
