import type { ItemSelection } from '@armarium/contract/item-query';
import { Button, Skeleton, Tabs } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconAlertTriangle, IconCheck, IconClock, IconEqual } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { currentLanguage } from '../../../lib/i18n.ts';
import { problemText } from '../../../lib/problem/problem-text.ts';
import { displayTitle } from '../../../ui/display-title.ts';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { pageFrom } from '../../../ui/page-window.ts';
import { Pager } from '../../../ui/pager.tsx';
import { batchRecordsQuery, failedOf } from '../api/batch-records.ts';
import { batchQuery, isRunning } from '../api/batches.ts';
import { resultsAddress } from '../../../records/search-address.ts';
import { BatchButtons, BatchFacts, BatchProgress } from './batch-parts.tsx';
import { useBatchWords } from './batch-words.ts';
import { grouped } from '../../../ui/grouped.ts';
import { Failed } from '../../../ui/failed.tsx';
import classes from './operations-page.module.css';
import { BackLink, PageHead } from '../../../records/components/page-head.tsx';
import { RefusedRow } from './refused-row.tsx';
import { BulkWorkflow } from './bulk-workflow.tsx';
import layout from '../../../records/components/page-layout.module.css';
import list from '../../../records/components/row-list.module.css';

const kinds = ['all', 'changed', 'unchanged', 'failed'] as const;
const icons = { pending: IconClock, changed: IconCheck, unchanged: IconEqual, failed: IconAlertTriangle };

/** `/catalog/operations/{uuid}`: one operation, and what became of each of its records. */
export function OperationPage() {
  const { uuid = '' } = useParams();
  const { t } = useTranslation(['selection', 'catalogue']);
  const words = useBatchWords();
  const [search, setSearch] = useSearchParams();
  const result = kinds.find((kind) => kind === search.get('result')) ?? 'all';
  const page = pageFrom(search.get('page'));
  const { data: batch, error, refetch } = useQuery(batchQuery(uuid));
  const running = batch !== undefined && isRunning(batch);
  const records = useQuery(batchRecordsQuery(uuid, result === 'all' ? undefined : result, page, running));
  useDocumentTitle(batch ? words.what(batch) : t('operations.title'));
  const shown = records.data?._embedded.records ?? [];
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
  const countOf = {
    all: batch.total,
    changed: batch.changed,
    unchanged: batch.unchanged,
    failed: batch.failed,
  };
  return (
    <div className={layout.page}>
      <PageHead
        back={back}
        title={words.what(batch)}
        end={
          <div className={classes.buttons}>
            <BatchButtons batch={batch} />
            {batch.kind === 'transition' && batch.endedDate !== null && batch.failed > 0 && (
              <ChooseAnew uuid={batch.uuid} />
            )}
          </div>
        }
      >
        <BatchFacts batch={batch} />
        {words.why(batch) !== undefined && (
          <p className={classes.cause} role="status">
            {words.why(batch)}
          </p>
        )}
        <BatchProgress batch={batch} />
        {batch.undoneBy !== null && (
          <p className={list.facts}>
            <Link to={`/catalog/operations/${batch.undoneBy}`}>{t('operations.undone')}</Link>
          </p>
        )}
        {batch.undoes !== null && (
          <p className={list.facts}>
            <Link to={`/catalog/operations/${batch.undoes}`}>{t('operations.undoes')}</Link>
          </p>
        )}
      </PageHead>
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
          {kinds.map((kind) => (
            <Tabs.Tab key={kind} value={kind}>
              {t(`operations.filter.${kind}`)} <span className="tabular">{grouped(countOf[kind])}</span>
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={result}>
          {records.data === undefined ? (
            records.error ? (
              <Failed error={records.error} onRetry={() => void records.refetch()} />
            ) : (
              [1, 2, 3].map((row) => <Skeleton key={row} height={44} mb={8} />)
            )
          ) : shown.length === 0 ? (
            <p className={layout.nothing}>{t('operations.none')}</p>
          ) : (
            <ul
              className={classes.records}
              aria-label={t('operations.records')}
              aria-busy={records.isPlaceholderData}
            >
              {shown.map((record) => {
                const Icon = icons[record.result as keyof typeof icons];
                const title = displayTitle(record.title) || t('catalogue:untitled');
                return (
                  <li key={record.recordUuid} data-result={record.result}>
                    <Icon size={18} aria-hidden />
                    <div className={list.words}>
                      <p className={list.facts}>
                        <span className={`record-title ${classes.record}`} dir="auto">
                          {record.pressmark !== null && record._links.record ? (
                            <Link to={resultsAddress(record.pressmark, 'pressmark')}>{title}</Link>
                          ) : (
                            title
                          )}
                        </span>
                        {record.pressmark !== null && (
                          <span className="tabular" dir="auto">
                            {record.pressmark}
                          </span>
                        )}
                        <span>{t(`operations.result.${record.result}`)}</span>
                      </p>
                      {record.code !== null && (
                        <p className={classes.cause}>
                          {problemText(record.code).title}. {problemText(record.code).next}
                          {record.problems.length > 0 ? (
                            <RefusedRow row={record.row} problems={record.problems} />
                          ) : (
                            record.detail !== null &&
                            currentLanguage() === 'en' && (
                              <span className={classes.detail}>{record.detail}</span>
                            )
                          )}
                        </p>
                      )}
                    </div>
                  </li>
                );
              })}
            </ul>
          )}
          <div className={layout.pager}>
            <Pager
              page={page}
              totalPages={records.data?.page.totalPages ?? 0}
              addressOf={(to) => {
                const next = new URLSearchParams(search);
                next.set('page', String(to));
                return { search: next.toString() };
              }}
              label={t('operations.recordPages')}
            />
          </div>
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

/** What was refused is put through another action, by the states in which it is now. */
function ChooseAnew({ uuid }: { uuid: string }) {
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
