import type { Batch } from '@armarium/contract/batches';
import { useQuery } from '@tanstack/react-query';
import { IconStack2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { pageFrom } from '../../../ui/page-window.ts';
import { Pager } from '../../../ui/pager.tsx';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import { batchesQuery } from '../api/batches.ts';
import { mayImportQuery } from '../../../records/api/permissions.ts';
import { BatchButtons, BatchProgress } from './batch-parts.tsx';
import { useBatchWords } from './batch-words.ts';
import { PageHead } from '../../../records/components/page-head.tsx';
import layout from '../../../records/components/page-layout.module.css';
import list from '../../../records/components/row-list.module.css';

/** `/catalog/operations`: what was done to many items at once, by whom and how it went, and the way back. */
export function OperationsPage() {
  const { t } = useTranslation(['selection', 'catalogue']);
  const [search] = useSearchParams();
  const page = pageFrom(search.get('page'));
  const batches = useQuery(batchesQuery(page));
  const { data: mayImport } = useQuery(mayImportQuery);
  useDocumentTitle(t('operations.title'));
  const shown = batches.data?._embedded.batches ?? [];
  return (
    <div className={layout.page}>
      <PageHead
        back={{ to: '/catalog', word: t('operations.back') }}
        title={t('operations.title')}
        text={t('operations.text')}
      >
        {mayImport && <Link to="/catalog/spreadsheets">{t('operations.import')}</Link>}
      </PageHead>
      {batches.data === undefined ? (
        <PendingRows query={batches} height_px={76} />
      ) : shown.length === 0 ? (
        <EmptyState icon={<IconStack2 size={40} stroke={1.2} />} title={t('operations.empty')}>
          {t('operations.emptyText')}
        </EmptyState>
      ) : (
        <ul className={list.rows} aria-label={t('operations.title')} aria-busy={batches.isPlaceholderData}>
          {shown.map((batch) => (
            <Row key={batch.uuid} batch={batch} />
          ))}
        </ul>
      )}
      <div className={layout.pager}>
        <Pager
          page={page}
          totalPages={batches.data?.page.totalPages ?? 0}
          addressOf={(to) => ({ search: `page=${to}` })}
          label={t('operations.pages')}
        />
      </div>
    </div>
  );
}

function Row({ batch }: { batch: Batch }) {
  const words = useBatchWords();
  return (
    <li className={list.row}>
      <div className={list.words}>
        <h2 className={list.name} dir="auto">
          <Link to={`/catalog/operations/${batch.uuid}`}>{words.what(batch)}</Link>
        </h2>
        <p className={`${list.facts} tabular`}>
          <span>{words.items(batch.total)}</span>
          <span>{words.how(batch)}</span>
          <span>{words.who(batch)}</span>
          {batch.undoneBy !== null && <span>{words.undone(batch)}</span>}
        </p>
        <BatchProgress batch={batch} />
      </div>
      <BatchButtons batch={batch} />
    </li>
  );
}
