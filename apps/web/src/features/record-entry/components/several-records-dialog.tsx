import type { Template } from '@armarium/contract/templates';
import { Button, Skeleton, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { labelOf } from '../../../records/label.ts';
import type { RecordState } from '../record-form.ts';
import { EditForm } from './edit-form.tsx';
import { RecordFields, type FieldParts } from './record-fields.tsx';
import { readRecords, useSeveralEdit, type SeveralEditProps } from './use-several-edit.ts';
import classes from './metadata.module.css';

export interface SeveralRecordsDialogProps extends Omit<SeveralEditProps, 'began' | 'leaveRef'> {
  opened: boolean;
  title: string;
}

/**
 * The metadata of several records in one form (ASSET-12 to ASSET-14). A field in which they differ says so, and what is
 * not touched stays as it is in each of them. What was typed outlives a reload for the same records.
 */
export function SeveralRecordsDialog(props: SeveralRecordsDialogProps) {
  const { opened, onClose, title, uuids, read } = props;
  const [states, setStates] = useState<ReadonlyMap<string, RecordState>>();
  const [failure, setFailure] = useState<Error>();
  const leaveRef = useRef<(() => boolean) | null>(null);
  const load = async () => {
    setFailure(undefined);
    try {
      setStates(await readRecords(uuids, read));
    } catch (error) {
      setFailure(error as Error);
    }
  };
  const began = useRef(false);
  useEffect(() => {
    if (began.current) return;
    began.current = true;
    void load();
  });
  return (
    <Dialog
      opened={opened}
      onClose={() => {
        if (leaveRef.current?.() ?? true) onClose();
      }}
      title={title}
      size="xl"
    >
      {failure ? (
        <Failed error={failure} onRetry={() => void load()} />
      ) : states === undefined ? (
        <Skeleton height={240} />
      ) : (
        <SeveralForm {...props} began={states} leaveRef={leaveRef} />
      )}
    </Dialog>
  );
}

function SeveralForm({ title, ...props }: SeveralEditProps & { title: string }) {
  const { t } = useTranslation('editing');
  const { templates, uuids } = props;
  const edit = useSeveralEdit(props);
  const { state, done } = edit;
  const partsOf = (template: Template): FieldParts => {
    const { name } = template;
    const isTouched = edit.touched.includes(name);
    return {
      placeholder: edit.differing.has(name) && !isTouched ? t('several.differentFieldValue') : undefined,
      below: isTouched && (
        <TouchedNote
          template={template}
          isBlank={(edit.draft[name] ?? ['']).every((text) => text.trim() === '')}
          count={uuids.length}
          onLeave={() => edit.untouch(name)}
        />
      ),
    };
  };
  return (
    <EditForm
      edit={edit}
      label={title}
      saveWord={t('form.save')}
      needsChange
      staleNext={t('several.stale')}
      progress={
        <div role="status" className={classes.status}>
          {state.isSaving && t('several.saving', { done, total: uuids.length })}
        </div>
      }
    >
      <RecordFields
        // What is blank here may be filled in the records.
        templates={templates.map((template) => ({ ...template, required: false }))}
        draft={edit.draft}
        onChange={edit.change}
        faults={state.faults}
        parts={Object.fromEntries(templates.map((template) => [template.name, partsOf(template)]))}
      />
    </EditForm>
  );
}

interface TouchedNoteProps {
  template: Template;
  isBlank: boolean;
  /** Of the records. */
  count: number;
  onLeave(): void;
}

/** What becomes of a field in all of the records, and the way to leave it as it is in each. */
function TouchedNote({ template, isBlank, count, onLeave }: TouchedNoteProps) {
  const { t } = useTranslation('editing');
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {t(isBlank ? 'several.emptied' : 'several.changed', { count })}{' '}
      <Button variant="subtle" size="compact-xs" onClick={onLeave}>
        {t('several.leave', { field: labelOf(template) })}
      </Button>
    </Text>
  );
}
