import type { Spreadsheet } from '@armarium/contract/spreadsheets';
import { Alert, Button } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { isProblem } from '../../../lib/api-client.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { useOpener } from '../../../ui/opener.ts';
import { fileCauseWords } from '../file-cause-words.ts';
import { bring, keyOfSpreadsheet, putAway, recentQuery } from '../api/spreadsheets.ts';
import { displayTimestamp } from '../../../ui/display-date.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import list from '../../../records/components/row-list.module.css';
import classes from './spreadsheet-page.module.css';

/** Why a file was refused, in the user's language; the figures of the case stand in the server's words. */
function refusalOf(error: Error): string {
  const [field] = isProblem(error, 'file-refused') ? error.problem.fields : [];
  if (!field) {
    const { title, next } = describeProblem(error);
    return `${title.replace(/[^.!?]$/, '$&.')} ${next}`;
  }
  const figure = /\d+/.exec(field.message)?.[0] ?? '';
  return fileCauseWords(field.code, { row: figure, most: figure });
}

/** The first step: a file is sent and looked through, or one that was brought before is gone on with. */
export function SpreadsheetFile() {
  const { t } = useTranslation('importing');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const openPicker = useRef<() => void>(null);
  const recent = useQuery(recentQuery);
  const bringing = useMutation({
    mutationFn: bring,
    // Told here, beside the file.
    meta: { quiet: true },
    onSuccess: (sheet) => queries.setQueryData(keyOfSpreadsheet(sheet.uuid), sheet),
  });
  const [asked, setAsked] = useState<Spreadsheet>();
  const opener = useOpener();
  const heading = useRef<HTMLHeadingElement>(null);
  const close = () => {
    setAsked(undefined);
    opener.giveBack();
  };
  const renew = () => queries.invalidateQueries({ queryKey: recentQuery.queryKey });
  const take = ([file]: File[]) => {
    if (!file || bringing.isPending) return;
    // Not where the user has gone to another page meanwhile.
    bringing.mutate(file, { onSuccess: ({ uuid }) => void navigate(`/catalog/spreadsheets/${uuid}`) });
  };
  const sheets = recent.data?._embedded.spreadsheets ?? [];
  return (
    <>
      <p className={classes.text}>{t('file.text')}</p>
      <Dropzone
        maw={640}
        p="xl"
        mb="md"
        onDrop={() => undefined}
        onDropAny={(accepted, rejected) => take([...accepted, ...rejected.map(({ file }) => file)])}
        multiple={false}
        openRef={openPicker}
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        tabIndex={-1}
        inputProps={{ 'aria-label': t('title'), tabIndex: -1 }}
      >
        <Button
          leftSection={<IconFileSpreadsheet size={18} stroke={1.6} />}
          aria-disabled={bringing.isPending}
          onClick={() => bringing.isPending || openPicker.current?.()}
        >
          {t('file.choose')}
        </Button>{' '}
        {t('file.drop')}
      </Dropzone>
      <div role="status">{bringing.isPending && t('file.sending')}</div>
      {bringing.error && (
        <Alert color="red" maw={640} title={t('file.refused')} role="alert">
          {refusalOf(bringing.error)}
        </Alert>
      )}
      <h2 ref={heading} tabIndex={-1} className={classes.subtitle}>
        {t('file.recent')}
      </h2>
      {recent.data && sheets.length === 0 && <p className={classes.text}>{t('file.recentNone')}</p>}
      {sheets.length > 0 && (
        <ul className={list.rows} aria-label={t('file.recent')}>
          {sheets.map((sheet) => (
            <li key={sheet.uuid} className={list.row}>
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
                onClick={() => {
                  opener.keep();
                  setAsked(sheet);
                }}
              >
                {t('file.putAway')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {asked && (
        <ConfirmDialog
          opened
          title={t('file.putAwayNamed', { file: asked.filename })}
          confirmWord={t('file.putAway')}
          dangerous
          failedWord={t('file.putAwayFailed', { file: asked.filename })}
          onClose={close}
          onFailure={() => void renew()}
          work={async () => {
            const next = sheets[sheets.findIndex(({ uuid }) => uuid === asked.uuid) + 1];
            await putAway(asked.uuid);
            // Its row goes, and with it the button that opened this.
            opener.keep((next && document.getElementById(`sheet-${next.uuid}`)) ?? heading.current);
            await renew();
            close();
          }}
        >
          <p className={classes.text}>
            {t('file.putAwayText', {
              file: asked.filename,
              name: asked.user,
              date: displayTimestamp(asked.uploadedDate),
            })}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
