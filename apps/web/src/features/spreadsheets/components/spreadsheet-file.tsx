import { Alert } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { isProblem } from '../../../lib/api-problem.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { fileCauseWords } from '../file-cause-words.ts';
import { bring, keyOfSpreadsheet } from '../api/spreadsheets.ts';
import { RecentSpreadsheets } from './recent-spreadsheets.tsx';
import classes from './spreadsheet-page.module.css';

/** Why a file was refused, in the user's language; its figures are in the server's message. */
function refusalOf(error: Error): string {
  const [field] = isProblem(error, 'file-refused') ? error.problem.fields : [];
  if (!field) {
    const { title, next } = describeProblem(error);
    return `${title.replace(/[^.!?]$/, '$&.')} ${next}`;
  }
  const figure = /\d+/.exec(field.message)?.[0] ?? '';
  return fileCauseWords(field.code, { row: figure, most: figure });
}

/** The first step: a file is sent and checked, or work goes on with one that was sent before. */
export function SpreadsheetFile() {
  const { t } = useTranslation('importing');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const bringing = useMutation({
    mutationFn: bring,
    // Its failure is shown beside the file.
    meta: { quiet: true },
    onSuccess: (sheet) => queries.setQueryData(keyOfSpreadsheet(sheet.uuid), sheet),
  });
  const take = ([file]: File[]) => {
    if (!file || bringing.isPending) return;
    // Not where the user has gone to another page meanwhile.
    bringing.mutate(file, { onSuccess: ({ uuid }) => void navigate(`/catalog/spreadsheets/${uuid}`) });
  };
  return (
    <>
      <p className={classes.text}>{t('file.text')}</p>
      <FileDrop
        maw={640}
        p="xl"
        mb="md"
        label={t('title')}
        button={{ text: t('file.choose'), icon: <IconFileSpreadsheet size={18} stroke={1.6} /> }}
        isWorking={bringing.isPending}
        onFiles={take}
      >
        {' '}
        {t('file.drop')}
      </FileDrop>
      <div role="status">{bringing.isPending && t('file.sending')}</div>
      {bringing.error && (
        <Alert color="red" maw={640} title={t('file.refused')} role="alert">
          {refusalOf(bringing.error)}
        </Alert>
      )}
      <RecentSpreadsheets />
    </>
  );
}
