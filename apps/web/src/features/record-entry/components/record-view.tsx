import type { MetadataEntry } from '@armarium/contract/metadata';
import type { Template } from '@armarium/contract/templates';
import { Box, Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { DialogActions } from '../../../ui/dialog.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { MetadataList } from './metadata-list.tsx';
import type { useEditMode } from './use-edit-mode.ts';
import classes from './metadata.module.css';

export interface RecordViewProps {
  record: { readonly customMetadataList: readonly MetadataEntry[] };
  templates: readonly Template[];
  mayEdit: boolean;
  /** Shown above the metadata. */
  lead?: ReactNode;
  /** What else can be done with the record, beside the button that begins to edit it. */
  actions?: ReactNode;
  mode: ReturnType<typeof useEditMode>;
  /** Whether fields without a value are shown, and how that is changed. */
  blank: [boolean, (showsBlank: boolean) => void];
}

/** The metadata of a record, with the button that begins to edit them. */
export function RecordView({ record, templates, mayEdit, lead, actions, mode, blank }: RecordViewProps) {
  const { t } = useTranslation('editing');
  return (
    <>
      {lead !== undefined && <Box mb="md">{lead}</Box>}
      <MetadataList
        list={record.customMetadataList}
        templates={templates}
        showsBlank={blank[0]}
        onShowBlank={blank[1]}
      />
      {mode.failure !== undefined && (
        <FailureAlert title={t('form.openFailed')} text={describeProblem(mode.failure)} />
      )}
      {(mayEdit || actions !== undefined) && (
        <DialogActions justify="space-between" mt={0} className={classes.actions ?? ''}>
          <Group gap="sm">{actions}</Group>
          {mayEdit && (
            <Button
              ml="auto"
              onClick={mode.begin}
              aria-disabled={mode.isOpening}
              data-autofocus
              // The field that had the focus is gone.
              autoFocus={mode.hasEnded}
            >
              {t('form.edit')}
            </Button>
          )}
        </DialogActions>
      )}
    </>
  );
}
