import { Button, Skeleton, Text } from '@mantine/core';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { isSaveKey } from '../../../ui/letter-keys.ts';
import { FieldGroups } from '../../record-entry/components/field-groups.tsx';
import type { Preview, SelectionValues } from '../api/batches.ts';
import { isChanged, untouched } from '../bulk-changes.ts';
import { BulkField } from './bulk-field.tsx';
import { BulkPreview } from './bulk-preview.tsx';
import type { SelectionDialogProps } from './selection-dialog.ts';
import { useBulkEdit, type BulkEditState } from './use-bulk-edit.ts';

/** `Edit metadata` of the chosen items: what becomes of each field, what that would do, then the job that does it. */
export function BulkEdit(props: SelectionDialogProps) {
  const { t } = useTranslation(['selection', 'ui']);
  const { picking, onClose } = props;
  const edit = useBulkEdit(props);
  const { values, preview, failure } = edit;
  const title = t('bulk.title', { count: picking.count, formatted: grouped(picking.count) });
  const form = useRef<HTMLFormElement>(null);
  useStepFocus(form, values !== undefined, preview !== undefined);
  // It stays open while it works: a failure must be seen.
  const close = () => {
    if (!edit.working) onClose();
  };
  const alert = failure && <FailureAlert title={t('ui:failedTo', { what: title })} text={failure} />;

  return (
    <Dialog opened onClose={close} title={title} size="64rem">
      {edit.loadError ? (
        <Failed error={edit.loadError} onRetry={edit.reload} />
      ) : !values ? (
        <Skeleton height={240} />
      ) : (
        <form
          ref={form}
          noValidate
          aria-label={title}
          onSubmit={(event) => {
            event.preventDefault();
            edit.proceed();
          }}
          onKeyDown={(event) => {
            if (!isSaveKey(event)) return;
            event.preventDefault();
            // It saves nothing yet: the key leads only to the preview.
            if (preview === undefined && !event.repeat) event.currentTarget.requestSubmit();
          }}
        >
          {preview === undefined ? (
            <FieldsStep {...{ edit, values, alert }} onCancel={close} />
          ) : (
            <PreviewStep {...{ edit, preview, alert }} />
          )}
        </form>
      )}
    </Dialog>
  );
}

const FIRST_FIELD = '[data-of-field] select';

/** Puts the focus where each step begins: what had it goes with the step before. */
function useStepFocus(form: RefObject<HTMLFormElement | null>, isReady: boolean, isPreview: boolean): void {
  // The dialog opens before its fields are there, with the focus on its cross.
  useEffect(() => {
    if (isReady) form.current?.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
  }, [form, isReady]);
  const wasPreview = useRef(isPreview);
  useEffect(() => {
    if (wasPreview.current === isPreview) return;
    wasPreview.current = isPreview;
    form.current?.querySelector<HTMLElement>(isPreview ? '[data-figures]' : FIRST_FIELD)?.focus();
  }, [form, isPreview]);
}

interface StepProps {
  edit: BulkEditState;
  /** Why the last step failed. */
  alert: ReactNode;
}

function FieldsStep({
  edit,
  values,
  alert,
  onCancel,
}: StepProps & { values: SelectionValues; onCancel(): void }) {
  const { t } = useTranslation(['selection', 'editing']);
  return (
    <>
      {edit.isRestored && (
        <Text size="sm" c="dimmed" mb="sm" role="status">
          {t('editing:form.restored')}
        </Text>
      )}
      <FieldGroups
        templates={edit.fields}
        wrong={Object.keys(edit.refused)}
        summary={(some) => {
          const count = some.filter(({ name }) => isChanged(edit.draft[name])).length;
          return count > 0 ? t('bulk.changedFields', { count }) : undefined;
        }}
      >
        {(template) => (
          <BulkField
            template={template}
            held={values.fields.find(({ name }) => name === template.name)}
            total={values.items}
            draft={edit.draft[template.name] ?? untouched}
            fault={edit.refused[template.name]}
            onChange={(next) => edit.change(template.name, next)}
          />
        )}
      </FieldGroups>
      {alert}
      <DialogActions>
        <Button
          variant="default"
          onClick={() => {
            if (!edit.working) edit.dropDraft();
            onCancel();
          }}
        >
          {t('editing:form.cancel')}
        </Button>
        <Button
          type="submit"
          disabled={!edit.isComplete}
          aria-disabled={edit.working}
          data-waiting={edit.working || undefined}
        >
          {t('bulk.preview')}
        </Button>
      </DialogActions>
    </>
  );
}

function PreviewStep({ edit, preview, alert }: StepProps & { preview: Preview }) {
  const { t } = useTranslation('selection');
  return (
    <>
      <BulkPreview preview={preview} templates={edit.fields} />
      {alert}
      <DialogActions>
        <Button variant="default" onClick={edit.goBack}>
          {t('bulk.back')}
        </Button>
        <Button
          type="submit"
          disabled={preview.changed === 0}
          aria-disabled={edit.working}
          data-waiting={edit.working || undefined}
        >
          {t('bulk.start', { count: preview.changed, formatted: grouped(preview.changed) })}
        </Button>
      </DialogActions>
    </>
  );
}
