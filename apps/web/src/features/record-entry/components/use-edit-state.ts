import type { MetadataEntry } from '@armarium/contract/metadata';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withoutFields } from '../record-form.ts';
import type { FieldFault } from '../record-faults.ts';
import { useRefusals } from './use-refusals.ts';

/**
 * What a form that changes metadata holds beside its draft: what speaks against sending it, and how its saving goes.
 * @param found what is wrong with the fields as they are
 */
export function useEditState(found: Readonly<Record<string, FieldFault>>) {
  const { t } = useTranslation('editing');
  const [failure, setFailure] = useState<unknown>();
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [isSaving, setSaving] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const refusals = useRefusals();
  const form = useRef<HTMLFormElement>(null);
  const words = Object.entries(found).map(([name, fault]) => [name, t(`form.${fault}`)] as const);
  const faults: Readonly<Record<string, string>> = { ...refused, ...Object.fromEntries(words) };
  const isInvalid = Object.keys(faults).length > 0;
  return {
    form,
    faults,
    isInvalid,
    failure,
    setFailure,
    isSaving,
    setSaving,
    /** Whether it asks if the changes may go. */
    isAsking,
    setAsking,
    /** @param list the metadata that was sent */
    refuse: (error: unknown, list: readonly MetadataEntry[]) => setRefused(refusals(error, list)),
    /** What the server refused of a field holds no longer once that is changed. */
    forgive: (names: readonly string[]) => setRefused(withoutFields(refused, names)),
    /** Whether it can be sent now; else the first field that is wrong has the focus. */
    maySave: () => {
      if (isSaving) return false;
      if (isInvalid) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return !isInvalid;
    },
  };
}

export type EditState = ReturnType<typeof useEditState>;
