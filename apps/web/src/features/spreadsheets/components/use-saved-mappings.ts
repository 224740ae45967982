import type { SavedMapping, SpreadsheetMapping } from '@armarium/contract/spreadsheet-mappings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../../ui/notify.tsx';
import { useOpener } from '../../../ui/opener.ts';
import { forgetMapping, mappingsQuery, saveMapping } from '../api/spreadsheets.ts';

/** What is confirmed before it is done to a saved mapping. */
interface Question {
  readonly way: 'replace' | 'forget';
  readonly saved: SavedMapping;
}

/** The mappings that the organisation has saved, and `mapping` as one more of them. */
export function useSavedMappings(mapping: SpreadsheetMapping) {
  const { t } = useTranslation('importing');
  const queries = useQueryClient();
  const { data } = useQuery(mappingsQuery);
  const [chosen, setChosen] = useState<SavedMapping>();
  const [name, setName] = useState('');
  const [question, setQuestion] = useState<Question>();
  const opener = useOpener();
  const nameInput = useRef<HTMLInputElement>(null);
  const mappings = data?.mappings ?? [];
  const renew = () => queries.invalidateQueries({ queryKey: mappingsQuery.queryKey });
  const save = async () => {
    const saved = await saveMapping(name, mapping);
    setName('');
    notify('success', { title: t('columns.savedNow', { name: saved.name }) });
    await renew();
  };
  const saving = useMutation({
    mutationFn: async () => {
      // A colleague may have saved one since this page was opened.
      const { mappings: all } = await queries.fetchQuery(mappingsQuery);
      const saved = all.find((one) => one.name === name.trim());
      if (saved) setQuestion({ way: 'replace', saved });
      else await save();
    },
    meta: { failed: () => t('columns.saveFailed') },
  });
  const isNamed = name.trim() !== '';
  const close = () => {
    setQuestion(undefined);
    opener.giveBack();
  };
  return {
    mappings,
    chosen,
    /** @returns the mapping with this uuid */
    choose: (uuid: string) => {
      const saved = mappings.find((one) => one.uuid === uuid);
      setChosen(saved);
      return saved;
    },
    name,
    setName,
    nameInput,
    isNamed,
    isSaving: saving.isPending,
    submit: () => {
      if (saving.isPending) return;
      if (!isNamed) {
        nameInput.current?.focus();
        return;
      }
      opener.keep();
      saving.mutate();
    },
    askToForget: (saved: SavedMapping) => {
      opener.keep();
      setQuestion({ way: 'forget', saved });
    },
    question,
    close,
    renew,
    confirm: async ({ way, saved }: Question) => {
      if (way === 'replace') await save();
      else {
        await forgetMapping(saved.uuid);
        setChosen(undefined);
        // The button that opened the question goes with the mapping.
        opener.keep(nameInput.current);
        await renew();
      }
      close();
    },
  };
}
