import {
  acceptable,
  type RowResult,
  type Spreadsheet,
  type SpreadsheetRow,
} from '@armarium/contract/spreadsheets';
import { Alert, Button, Checkbox, Group, Progress, Skeleton, Tabs } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { currentLanguage } from '../../../lib/i18n.ts';
import { pageFrom } from '../../../ui/page-window.ts';
import { Pager } from '../../../ui/pager.tsx';
import { beginCheck, beginImport, keyOfSpreadsheet, reportAddress, rowsQuery } from '../api/spreadsheets.ts';
import { rowCauseWords } from '../../operations/row-cause-words.ts';
import { fileCauseWords } from '../file-cause-words.ts';
import { watchBatch } from '../../operations/state/watched-batches.ts';
import { grouped } from '../../../ui/grouped.ts';
import { Failed } from '../../../ui/failed.tsx';
import list from '../../operations/components/operations-page.module.css';
import rowList from '../../../records/components/row-list.module.css';
import classes from './spreadsheet-page.module.css';

const results = ['refused', 'conflict', 'changed', 'created', 'unchanged'] as const satisfies RowResult[];

/** The third step: the dry run, how far it is, what it found, and what is written of it. */
export function SpreadsheetCheck({ sheet }: { sheet: Spreadsheet }) {
  const { t } = useTranslation('importing');
  const queries = useQueryClient();
  const again = useMutation({
    mutationFn: () => beginCheck(sheet.uuid),
    meta: { failed: () => t('columns.checkFailed') },
    onSuccess: (begun) => queries.setQueryData(keyOfSpreadsheet(sheet.uuid), begun),
  });
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
            aria-disabled={again.isPending}
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
      <p className={`${classes.text} tabular`} role="status">
        {/* How far it is changes all the time: only that it is done is said. */}
        <span key={sheet.state} aria-live={isRunning ? 'off' : undefined}>
          {isRunning ? <HowFar sheet={sheet} /> : t('check.done')}
        </span>
      </p>
      {isRunning && <Running sheet={sheet} />}
      <Group mb="md">
        {toColumns}
        {!isRunning && (
          <Button
            variant="default"
            component="a"
            href={reportAddress(sheet.uuid, currentLanguage())}
            download
            leftSection={<IconDownload size={18} stroke={1.6} />}
          >
            {t('check.report')}
          </Button>
        )}
      </Group>
      {!isRunning && (
        <>
          <Rows sheet={sheet} />
          <Changes sheet={sheet} />
          <Writing sheet={sheet} />
        </>
      )}
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

/** The columns of a target, as the file calls them. */
function headingOf({ mapping }: Spreadsheet, target: string, place = 0): string {
  const of = mapping.columns.filter((column) => column.target === target);
  return (of[place] ?? of[0])?.heading ?? target.replace(/^field:/, '');
}

const targetOf = (name: string) => (name === 'paths' ? name : `field:${name}`);

function Rows({ sheet }: { sheet: Spreadsheet }) {
  const { t } = useTranslation('importing');
  const [search, setSearch] = useSearchParams();
  const first = results.find((result) => sheet.counts[result] > 0) ?? 'unchanged';
  const result = results.find((name) => name === search.get('rows')) ?? first;
  const page = pageFrom(search.get('page'));
  const rows = useQuery(rowsQuery(sheet.uuid, result, page));
  const shown = rows.data?._embedded.rows ?? [];
  return (
    <Tabs
      value={result}
      onChange={(to) =>
        setSearch(to === null ? {} : { rows: to }, { replace: true, preventScrollReset: true })
      }
      keepMounted={false}
    >
      <Tabs.List mb="md" aria-label={t('check.rows')}>
        {results.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`check.filter.${name}`)} <span className="tabular">{grouped(sheet.counts[name])}</span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={result}>
        {rows.data === undefined ? (
          rows.error ? (
            <Failed error={rows.error} onRetry={() => void rows.refetch()} />
          ) : (
            [1, 2, 3].map((row) => <Skeleton key={row} height={44} mb={8} />)
          )
        ) : shown.length === 0 ? (
          <p>{t('check.none')}</p>
        ) : (
          <ul className={list.records} aria-label={t('check.rows')}>
            {shown.map((row) => (
              <Row key={row.row} sheet={sheet} row={row} />
            ))}
          </ul>
        )}
        <Pager
          page={page}
          totalPages={rows.data?.page.totalPages ?? 0}
          addressOf={(to) => ({ search: new URLSearchParams({ rows: result, page: String(to) }).toString() })}
          label={t('check.pages')}
        />
      </Tabs.Panel>
    </Tabs>
  );
}

function Row({ sheet, row }: { sheet: Spreadsheet; row: SpreadsheetRow }) {
  const { t } = useTranslation(['importing', 'selection']);
  return (
    <li>
      <div>
        <p className={rowList.facts}>
          <span className="tabular">{t('selection:row', { row: row.row })}</span>
          <span className={list.record} dir="auto">
            {row.title || t('check.untitled')}
          </span>
          <span className="tabular" dir="auto">
            {row.pressmark}
          </span>
        </p>
        {row.problems.map((problem, index) => {
          const { what, next } = rowCauseWords(problem);
          return (
            <p key={index} className={list.cause}>
              {problem.target !== null && (
                <strong dir="auto">{headingOf(sheet, problem.target, problem.place)}: </strong>
              )}
              {problem.value !== '' && <q dir="auto">{problem.value}</q>} {what} {next}
            </p>
          );
        })}
        {row.changes.map((change) => (
          <Change key={change.name} sheet={sheet} change={change} />
        ))}
      </div>
    </li>
  );
}

interface ChangeProps {
  readonly sheet: Spreadsheet;
  readonly change: Pick<Spreadsheet['changes'][number], 'name' | 'before' | 'after'>;
}

function Change({ sheet, change: { name, before, after } }: ChangeProps) {
  const { t } = useTranslation('importing');
  const shown = (values: readonly string[]) =>
    values.length === 0 ? <em>{t('check.empty')}</em> : <span dir="auto">{values.join('; ')}</span>;
  return (
    <p className={`${list.cause} ${classes.change}`}>
      <strong dir="auto">{headingOf(sheet, targetOf(name))}: </strong>
      <del>{shown(before)}</del> → <ins>{shown(after)}</ins>
    </p>
  );
}

function Changes({ sheet }: { sheet: Spreadsheet }) {
  const { t } = useTranslation('importing');
  if (sheet.changes.length === 0) return null;
  return (
    <section aria-labelledby="changes-heading">
      <h2 id="changes-heading" className={classes.subtitle}>
        {t('check.changes')}
      </h2>
      <ul className={list.records}>
        {sheet.changes.slice(0, 50).map((change, index) => (
          <li key={index}>
            <div>
              <Change sheet={sheet} change={change} />
              <span className="tabular">
                {t('check.changesOf', { count: change.rows, formatted: grouped(change.rows) })}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is written of it: conflicts only where that is chosen, and nothing is left out without a word. */
function Writing({ sheet }: { sheet: Spreadsheet }) {
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
