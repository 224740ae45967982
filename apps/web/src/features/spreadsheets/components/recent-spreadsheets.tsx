import type { Spreadsheet } from '@armarium/contract/spreadsheets';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { displayTimestamp } from '../../../ui/display-date.ts';
import { useOpener } from '../../../ui/opener.ts';
import { putAway, recentQuery } from '../api/spreadsheets.ts';
import list from '../../../records/components/row-list.module.css';
import classes from './spreadsheet-page.module.css';

/** The spreadsheets that were sent last: each can be opened or put away. */
export function RecentSpreadsheets() {
  const { t } = useTranslation('importing');
  const queries = useQueryClient();
  const recent = useQuery(recentQuery);
  const sheets = recent.data?._embedded.spreadsheets ?? [];
  const [leaving, setLeaving] = useState<Spreadsheet>();
  const opener = useOpener();
  const heading = useRef<HTMLHeadingElement>(null);
  const close = () => {
    setLeaving(undefined);
    opener.giveBack();
  };
  const renew = () => queries.invalidateQueries({ queryKey: recentQuery.queryKey });
  const remove = async ({ uuid }: Spreadsheet) => {
    const next = sheets[sheets.findIndex((sheet) => sheet.uuid === uuid) + 1];
    await putAway(uuid);
    // Its row goes, and with it the button that opened the question.
    opener.keep((next && document.getElementById(`sheet-${next.uuid}`)) ?? heading.current);
    await renew();
    close();
  };
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className={classes.subtitle}>
        {t('file.recent')}
      </h2>
      {recent.data && sheets.length === 0 && <p className={classes.text}>{t('file.recentNone')}</p>}
      {sheets.length > 0 && (
        <ul className={list.rows} aria-label={t('file.recent')}>
          {sheets.map((sheet) => (
            <Row
              key={sheet.uuid}
              sheet={sheet}
              onPutAway={() => {
                opener.keep();
                setLeaving(sheet);
              }}
            />
          ))}
        </ul>
      )}
      {leaving && (
        <ConfirmDialog
          opened
          title={t('file.putAwayNamed', { file: leaving.filename })}
          confirmWord={t('file.putAway')}
          dangerous
          failedWord={t('file.putAwayFailed', { file: leaving.filename })}
          onClose={close}
          onFailure={() => void renew()}
          work={() => remove(leaving)}
        >
          <p className={classes.text}>
            {t('file.putAwayText', {
              file: leaving.filename,
              name: leaving.user,
              date: displayTimestamp(leaving.uploadedDate),
            })}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function Row({ sheet, onPutAway }: { sheet: Spreadsheet; onPutAway(): void }) {
  const { t } = useTranslation('importing');
  return (
    <li className={list.row}>
      <div className={list.words}>
        <h3 className={list.name} dir="auto">
          <Link id={`sheet-${sheet.uuid}`} to={`/catalog/spreadsheets/${sheet.uuid}`}>
            {sheet.filename}
          </Link>
        </h3>
        <p className={list.facts}>
          <span>{t(`file.state.${sheet.state}`)}</span>
          <span>{sheet.user}</span>
          <span>{displayTimestamp(sheet.uploadedDate)}</span>
        </p>
      </div>
      <Button
        variant="subtle"
        size="sm"
        aria-label={t('file.putAwayNamed', { file: sheet.filename })}
        onClick={onPutAway}
      >
        {t('file.putAway')}
      </Button>
    </li>
  );
}
