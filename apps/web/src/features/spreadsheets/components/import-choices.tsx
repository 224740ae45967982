import type { Spreadsheet } from '@armarium/contract/spreadsheets';
import { Checkbox } from '@mantine/core';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { grouped } from '../../../ui/grouped.ts';
import type { useImport } from './use-import.ts';
import classes from './spreadsheet-page.module.css';

interface ImportChoicesProps {
  readonly sheet: Spreadsheet;
  readonly importing: ReturnType<typeof useImport>;
  readonly ref: RefObject<HTMLElement | null>;
}

/** What becomes of rows that can't be written as they are. */
export function ImportChoices({ sheet: { conflicts }, importing, ref }: ImportChoicesProps) {
  const { t } = useTranslation('importing');
  const { offered, accept, left, written, leavesOut, setAccepts, setLeavesOut } = importing;
  const amount = (count: number) => ({ count, formatted: grouped(count) });
  if (offered.length === 0 && (left === 0 || written === 0)) return null;
  return (
    <section ref={ref} className={classes.choices}>
      {offered.map((code) => (
        <Checkbox
          key={code}
          label={t(`check.accept.${code}`, amount(conflicts[code] ?? 0))}
          checked={accept.includes(code)}
          onChange={({ currentTarget }) => setAccepts(code, currentTarget.checked)}
        />
      ))}
      {left > 0 && (
        <Checkbox
          label={t('check.leaveOut', amount(left))}
          checked={leavesOut}
          onChange={({ currentTarget }) => setLeavesOut(currentTarget.checked)}
        />
      )}
    </section>
  );
}
