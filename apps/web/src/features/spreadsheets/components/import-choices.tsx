import { acceptable, type Spreadsheet } from '@armarium/contract/spreadsheets';
import { Button, Checkbox, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { beginImport, keyOfSpreadsheet } from '../api/spreadsheets.ts';
import { watchBatch } from '../../operations/state/watched-batches.ts';
import { grouped } from '../../../ui/grouped.ts';
import classes from './spreadsheet-page.module.css';

/** What is written of it: conflicts only where that is chosen, and nothing is left out without a word. */
export function ImportChoices({ sheet }: { sheet: Spreadsheet }) {
  const { t } = useTranslation('importing');
  const queries = useQueryClient();
  const [accept, setAccept] = useState<(typeof acceptable)[number][]>([]);
  const [leavesOut, setLeavesOut] = useState(false);
  const writing = useMutation({
    mutationFn: () => beginImport(sheet.uuid, accept),
    meta: { failed: () => t('check.importFailed') },
    onSuccess: ({ uuid }) => watchBatch(uuid),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOfSpreadsheet(sheet.uuid) }),
  });
  const { counts, conflicts } = sheet;
  const accepted = accept.reduce((sum, code) => sum + (conflicts[code] ?? 0), 0);
  const left = counts.refused + counts.conflict - accepted;
  const written = counts.created + counts.changed + accepted;
  const isReady = written > 0 && (left === 0 || leavesOut) && !writing.isPending;
  const amount = (count: number) => ({ count, formatted: grouped(count) });
  return (
    <section className={classes.choices}>
      {acceptable
        .filter((code) => (conflicts[code] ?? 0) > 0)
        .map((code) => (
          <Checkbox
            key={code}
            label={t(`check.accept.${code}`, amount(conflicts[code] ?? 0))}
            checked={accept.includes(code)}
            onChange={({ currentTarget }) =>
              setAccept(currentTarget.checked ? [...accept, code] : accept.filter((other) => other !== code))
            }
          />
        ))}
      {left > 0 && (
        <Checkbox
          label={t('check.leaveOut', amount(left))}
          checked={leavesOut}
          onChange={({ currentTarget }) => setLeavesOut(currentTarget.checked)}
        />
      )}
      {written === 0 ? (
        <p role="status">{t('check.nothing')}</p>
      ) : (
        <Group>
          <Button aria-disabled={!isReady} onClick={() => isReady && writing.mutate()}>
            {t('check.import', amount(written))}
          </Button>
        </Group>
      )}
    </section>
  );
}
