import type { Batch } from '@armarium/contract/batches';
import type { ItemSelection } from '@armarium/contract/item-query';
import { Button, Skeleton, Tabs } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { Failed } from '../../../ui/failed.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { BackLink, PageHead } from '../../../records/components/page-head.tsx';
import { failedOf } from '../api/batch-records.ts';
import { batchQuery, isRunning } from '../api/batches.ts';
import { BatchButtons, BatchFacts, BatchProgress } from './batch-parts.tsx';
import { useBatchWords } from './batch-words.ts';
import { BulkWorkflow } from './bulk-workflow.tsx';
import { OperationRecords } from './operation-records.tsx';
import classes from './operations-page.module.css';
import layout from '../../../records/components/page-layout.module.css';
import list from '../../../records/components/row-list.module.css';

const results = ['all', 'changed', 'unchanged', 'failed'] as const;

/** `/catalog/operations/{uuid}`: one operation, and what became of each of its records. */
export function OperationPage() {
  const { uuid = '' } = useParams();
  const { t } = useTranslation('selection');
  const words = useBatchWords();
  const [search, setSearch] = useSearchParams();
  const result = results.find((one) => one === search.get('result')) ?? 'all';
  const { data: batch, error, refetch } = useQuery(batchQuery(uuid));
  useDocumentTitle(batch ? words.what(batch) : t('operations.title'));
  const back = { to: '/catalog/operations', word: t('operations.toList') };
  if (!batch) {
    return (
      <div className={layout.page}>
        {error ? (
          <>
            <PageHead back={back} title={t('operations.title')} />
            <Failed error={error} onRetry={() => void refetch()} />
          </>
        ) : (
          <>
            <BackLink {...back} />
            <Skeleton height={120} />
          </>
        )}
      </div>
    );
  }
  const { total, changed, unchanged, failed } = batch;
  const countOf = { all: total, changed, unchanged, failed };
  return (
    <div className={layout.page}>
      <OperationHead batch={batch} />
      <Tabs
        value={result}
        onChange={(to) =>
          setSearch(to === 'all' || to === null ? {} : { result: to }, {
            replace: true,
            preventScrollReset: true,
          })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md" aria-label={t('operations.records')}>
          {results.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`operations.filter.${one}`)} <span className="tabular">{grouped(countOf[one])}</span>
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={result}>
          <OperationRecords
            uuid={uuid}
            result={result === 'all' ? undefined : result}
            isRunning={isRunning(batch)}
          />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

/** What the operation is, how it goes or went, and what can be done with it. */
function OperationHead({ batch }: { batch: Batch }) {
  const { t } = useTranslation('selection');
  const words = useBatchWords();
  const why = words.why(batch);
  return (
    <PageHead
      back={{ to: '/catalog/operations', word: t('operations.toList') }}
      title={words.what(batch)}
      end={
        <div className={classes.buttons}>
          <BatchButtons batch={batch} />
          {batch.kind === 'transition' && batch.endedDate !== null && batch.failed > 0 && (
            <ChooseAgain uuid={batch.uuid} />
          )}
        </div>
      }
    >
      <BatchFacts batch={batch} />
      {why !== undefined && (
        <p className={classes.cause} role="status">
          {why}
        </p>
      )}
      <BatchProgress batch={batch} />
      {batch.undoes !== null && (
        <p className={list.facts}>
          <Link to={`/catalog/operations/${batch.undoes}`}>{t('operations.undoes')}</Link>
        </p>
      )}
    </PageHead>
  );
}

/** Puts the refused records through another workflow action, by the states in which they are now. */
function ChooseAgain({ uuid }: { uuid: string }) {
  const { t } = useTranslation('selection');
  const [failed, setFailed] = useState<ItemSelection>();
  const reading = useMutation({ mutationFn: () => failedOf(uuid), onSuccess: setFailed });
  return (
    <>
      <Button
        variant="default"
        aria-disabled={reading.isPending}
        onClick={() => reading.isPending || reading.mutate()}
      >
        {t('operations.chooseAnew')}
      </Button>
      {failed && <BulkWorkflow selection={failed} onClose={() => setFailed(undefined)} />}
    </>
  );
}
