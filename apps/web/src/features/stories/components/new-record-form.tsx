import type { MetadataEntry } from '@armarium/contract/metadata';
import type { Template } from '@armarium/contract/templates';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { DraftForm } from '../../../ui/draft-form.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import { RecordFields } from '../../record-entry/components/record-fields.tsx';
import { useRefusals } from '../../record-entry/components/use-refusals.ts';
import { newRecordFaults } from '../../record-entry/record-faults.ts';
import {
  changedFields,
  hasContent,
  listOf,
  newDraft,
  withoutFields,
  type RecordDraft,
} from '../../record-entry/record-form.ts';

interface NewRecordFormProps {
  /** The name of the form, for screen readers. */
  label: string;
  templates: readonly Template[];
  draftKey: string;
  make(list: MetadataEntry[]): Promise<unknown>;
  failedWord: string;
  setLeave(leave: () => void): void;
  onMade(): void;
  onClose(): void;
}

/** The metadata of a new story or series. It can be confirmed once something of the user's own is in it. */
export function NewRecordForm(props: NewRecordFormProps) {
  const { label, templates, draftKey, make, failedWord, setLeave, onMade, onClose } = props;
  const { t } = useTranslation('editing');
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const refusals = useRefusals();
  const form = useDraft<RecordDraft, string>({
    key: draftKey,
    begin: { draft: newDraft(templates), tag: undefined },
    changedParts: changedFields,
    send: (_base, draft) => make(listOf(draft, [], templates)),
    takeFault: (error, draft) => {
      const faults = refusals(error, listOf(draft, [], templates));
      setRefused(faults);
      return Object.keys(faults).length > 0;
    },
  });
  const { base, draft, failure } = form;
  const faults = newRecordFaults(draft, templates);
  // A form that was only just opened finds no fault with anybody.
  const shown = Object.fromEntries(
    changedFields(base, draft).flatMap((name) => {
      const fault = faults[name];
      return fault === undefined ? [] : [[name, t(`form.${fault}`)]];
    }),
  );
  return (
    <DraftForm
      label={label}
      words={{
        restored: t('form.restored'),
        cancel: t('form.cancel'),
        confirm: t('form.confirm'),
        question: t('form.discardQuestion', { count: form.changes }),
        keep: t('form.keepEditing'),
        discard: t('form.discard'),
      }}
      isRestored={form.isRestored}
      hasChanges={form.changes > 0}
      isWorking={form.isWorking}
      isDisabled={!hasContent(draft, templates) || Object.keys(faults).length > 0}
      failure={failure === undefined ? undefined : { title: failedWord, text: describeProblem(failure) }}
      setLeave={setLeave}
      onSave={async () => {
        const isMade = await form.save();
        if (isMade) onMade();
        return isMade;
      }}
      onDiscard={form.discard}
      onClose={onClose}
    >
      <RecordFields
        templates={templates}
        draft={draft}
        onChange={(next) => {
          setRefused(withoutFields(refused, changedFields(draft, next)));
          form.change(next);
        }}
        faults={{ ...refused, ...shown }}
      />
    </DraftForm>
  );
}
