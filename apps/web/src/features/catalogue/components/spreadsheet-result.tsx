import type { Spreadsheet } from '@armarium/contract/spreadsheets';
import { Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { batchQuery, isRunning } from '../api/batches.ts';
import { BatchButtons, BatchProgress } from './batch-parts.tsx';
import { useBatchWords } from './batch-words.ts';
import { Failed } from './failed.tsx';
import list from './operations-page.module.css';
import results from './results-page.module.css';
import classes from './spreadsheet-page.module.css';

/** The last step: the batch that it became, how it went, and the way back. */
export function SpreadsheetResult({ sheet }: { sheet: Spreadsheet }) {
  const { t } = useTranslation('importing');
  const words = useBatchWords();
  const { data: batch, error, refetch } = useQuery(batchQuery(sheet.batchUuid ?? ''));
  if (!batch) {
    return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton height={80} />;
  }
  return (
    <>
      <p className={classes.text}>{t('result.text')}</p>
      <p className={`${list.facts} tabular`} role="status">
        {/* How far it is changes all the time: only how it ended is said. */}
        <span key={String(isRunning(batch))} aria-live={isRunning(batch) ? 'off' : undefined}>
          {words.how(batch)}
        </span>
        <span>{words.who(batch)}</span>
      </p>
      <BatchProgress batch={batch} />
      <Group mt="md">
        <BatchButtons batch={batch} />
        <Link className={results.link} to={`/catalog/operations/${batch.uuid}`}>
          {t('result.operation')}
        </Link>
      </Group>
    </>
  );
}
