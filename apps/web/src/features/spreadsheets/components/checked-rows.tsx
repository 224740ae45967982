import type { RowResult, Spreadsheet, SpreadsheetRow } from '@armarium/contract/spreadsheets';
import { Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { pageFrom } from '../../../ui/page-window.ts';
import { Pager } from '../../../ui/pager.tsx';
import { rowsQuery } from '../api/spreadsheets.ts';
import { rowCauseWords } from '../../operations/row-cause-words.ts';
import { grouped } from '../../../ui/grouped.ts';
import { Failed } from '../../../ui/failed.tsx';
import list from '../../operations/components/operations-page.module.css';
import rowList from '../../../records/components/row-list.module.css';
import { ChangedField, headingOf } from './checked-changes.tsx';

const results = ['refused', 'conflict', 'changed', 'created', 'unchanged'] as const satisfies RowResult[];

export function CheckedRows({ sheet }: { sheet: Spreadsheet }) {
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
          <ChangedField key={change.name} sheet={sheet} change={change} />
        ))}
      </div>
    </li>
  );
}
