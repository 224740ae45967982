import type { Spreadsheet } from '@armarium/contract/spreadsheets';
import { Alert, Button, Group, Progress } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { currentLanguage } from '../../../lib/i18n.ts';
import { beginCheck, keyOfSpreadsheet, reportAddress } from '../api/spreadsheets.ts';
import { fileCauseWords } from '../file-cause-words.ts';
import { grouped } from '../../../ui/grouped.ts';
import { waitingProps } from '../../../ui/waiting-props.ts';
import classes from './spreadsheet-page.module.css';
import { CheckedChanges } from './checked-changes.tsx';
import { CheckedRows } from './checked-rows.tsx';
import { ImportChoices } from './import-choices.tsx';
import { leadTo, StepBar } from './step-bar.tsx';
import { useImport } from './use-import.ts';

/** The third step: the dry run, how far it is, what it found, and what is written of it. */
export function SpreadsheetCheck({ sheet }: { sheet: Spreadsheet }) {
  const { t } = useTranslation('importing');
  const queries = useQueryClient();
  const again = useMutation({
    mutationFn: () => beginCheck(sheet.uuid),
    meta: { failed: () => t('columns.checkFailed') },
    onSuccess: (begun) => queries.setQueryData(keyOfSpreadsheet(sheet.uuid), begun),
  });
  const importing = useImport(sheet);
  const rows = useRef<HTMLDivElement>(null);
  const choices = useRef<HTMLElement>(null);
  const toColumns = (
    <Button variant="default" component={Link} to={{ search: 'step=columns' }}>
      {t('check.toColumns')}
    </Button>
  );
  if (sheet.state === 'ERROR') {
    return (
      <Alert color="red" maw={720} title={t('check.failed')} role="alert">
        <p className={classes.text}>{sheet.cause && fileCauseWords(sheet.cause.code, sheet.cause.params)}</p>
        <Group>
          {toColumns}
          <Button
            variant="default"
            {...waitingProps(again.isPending)}
            onClick={() => again.isPending || again.mutate()}
          >
            {t('check.again')}
          </Button>
        </Group>
      </Alert>
    );
  }
  const isRunning = sheet.state === 'CHECKING';
  return (
    <>
      <div className={classes.step}>
        <p className={`${classes.text} tabular`} role="status">
          {/* How far it is changes all the time: only that it is done is said. */}
          <span key={sheet.state} aria-live={isRunning ? 'off' : undefined}>
            {isRunning ? <HowFar sheet={sheet} /> : t('check.done')}
          </span>
        </p>
        {isRunning && <Running sheet={sheet} />}
        {!isRunning && (
          <>
            <ImportChoices ref={choices} {...{ sheet, importing }} />
            <Group mb="md">
              <Button
                variant="default"
                component="a"
                href={reportAddress(sheet.uuid, currentLanguage())}
                download
                leftSection={<IconDownload size={18} stroke={1.6} />}
              >
                {t('check.report')}
              </Button>
            </Group>
            <div ref={rows}>
              <CheckedRows sheet={sheet} />
            </div>
            <CheckedChanges sheet={sheet} />
          </>
        )}
      </div>
      <StepBar
        {...(!isRunning && {
          action: {
            word: t('check.import', { count: importing.written, formatted: grouped(importing.written) }),
            why: importing.why,
            isWorking: importing.isWorking,
            act: importing.begin,
            // Where nothing can be chosen, the rows say why there is nothing to import.
            lead: () =>
              leadTo(
                choices.current?.querySelector<HTMLElement>('input:not(:checked)') ??
                  rows.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]'),
              ),
          },
        })}
      >
        {toColumns}
      </StepBar>
    </>
  );
}

const doneOf = ({ counts }: Spreadsheet) => Object.values(counts).reduce((sum, count) => sum + count, 0);

function HowFar({ sheet }: { sheet: Spreadsheet }) {
  const { t } = useTranslation('importing');
  const done = doneOf(sheet);
  return sheet.isRead
    ? t('check.judging', { done: grouped(done), total: grouped(sheet.rows) })
    : t('check.reading', { count: sheet.rows, formatted: grouped(sheet.rows) });
}

function Running({ sheet }: { sheet: Spreadsheet }) {
  const { t } = useTranslation('importing');
  const percent = sheet.isRead && sheet.rows > 0 ? (100 * doneOf(sheet)) / sheet.rows : 0;
  return (
    <>
      <Progress value={percent} aria-label={t('steps.check')} mb="md" maw={640} />
      <p className={classes.text}>{t('check.running')}</p>
    </>
  );
}
