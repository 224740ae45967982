import type { Spreadsheet } from '@armarium/contract/spreadsheets';
import { Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { batchQuery } from '../../operations/api/batches.ts';
import { BatchButtons, BatchFacts, BatchProgress } from '../../operations/components/batch-parts.tsx';
import { Failed } from '../../../ui/failed.tsx';
import classes from './spreadsheet-page.module.css';

/** The last step: the batch that it became, how it went, and the way back. */
export function SpreadsheetResult({ sheet }: { sheet: Spreadsheet }) {
  const { t } = useTranslation('importing');
  const { data: batch, error, refetch } = useQuery(batchQuery(sheet.batchUuid ?? ''));
  if (!batch) {
    return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton height={80} />;
  }
  return (
    <>
      <p className={classes.text}>{t('result.text')}</p>
      <BatchFacts batch={batch} />
      <BatchProgress batch={batch} />
      <Group mt="md">
        <BatchButtons batch={batch} />
        <Link to={`/catalog/operations/${batch.uuid}`}>{t('result.operation')}</Link>
      </Group>
    </>
  );
}
