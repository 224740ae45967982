import type { SpreadsheetMapping } from '@armarium/contract/spreadsheet-mappings';
import type { Spreadsheet, SpreadsheetReading } from '@armarium/contract/spreadsheets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { beginCheck, describe, keyOfSpreadsheet } from '../api/spreadsheets.ts';
import { appliedMapping } from '../applied-mapping.ts';

/** What the columns of a spreadsheet hold and how it is read; the server keeps every choice at once. */
export function useMapping(sheet: Spreadsheet) {
  const { t } = useTranslation('importing');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [mapping, setMapping] = useState(sheet.mapping);
  const keep = (kept: Spreadsheet) => queries.setQueryData(keyOfSpreadsheet(sheet.uuid), kept);
  // One after the other, so that the last choice is the one that stays.
  const scope = { id: `spreadsheet ${sheet.uuid}` };
  const describing = useMutation({
    scope,
    mutationFn: (shown: SpreadsheetMapping) => describe(sheet.uuid, { mapping: shown }),
    meta: { failed: () => t('columns.saveFailed') },
    onSuccess: keep,
  });
  // Read another way, the file has its columns guessed again; those that stay the same keep what was chosen for them.
  const rereading = useMutation({
    scope,
    mutationFn: async ({ reading, shown }: { reading: SpreadsheetReading; shown: SpreadsheetMapping }) => {
      const guessed = await describe(sheet.uuid, { reading });
      const kept = appliedMapping(shown, guessed.mapping);
      keep(guessed);
      setMapping(kept);
      return describe(sheet.uuid, { mapping: kept });
    },
    meta: { failed: () => t('columns.saveFailed') },
    onSuccess: keep,
  });
  const checking = useMutation({
    scope,
    // What is shown is what is tried, even where an earlier choice could not be kept.
    mutationFn: async (shown: SpreadsheetMapping) => {
      await describe(sheet.uuid, { mapping: shown });
      return beginCheck(sheet.uuid);
    },
    // Its failure is shown beside the columns.
    meta: { quiet: true },
    onSuccess: keep,
  });
  const work: 'check' | 'read' | undefined = checking.isPending
    ? 'check'
    : rereading.isPending
      ? 'read'
      : undefined;
  const isBusy = work !== undefined;
  return {
    mapping,
    /** How the file is being read, from the moment of the choice. */
    reading: { ...sheet.reading, ...(rereading.isPending && rereading.variables.reading) },
    /** What is under way, as long as nothing else can be chosen. */
    work,
    /** Why the dry run could not begin. */
    error: checking.error,
    change: (changed: SpreadsheetMapping) => {
      setMapping(changed);
      checking.reset();
      describing.mutate(changed);
    },
    read: (reading: SpreadsheetReading) => {
      if (isBusy) return;
      checking.reset();
      rereading.mutate({ reading, shown: mapping });
    },
    check: () => {
      if (isBusy) return;
      checking.mutate(mapping, {
        // Not where the user has gone to another page meanwhile.
        onSuccess: () => void navigate(`/catalog/spreadsheets/${sheet.uuid}`, { replace: true }),
      });
    },
  };
}
