import type { Collection } from '@armarium/contract/collections';
import type { Template } from '@armarium/contract/templates';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { titleOf } from '../../../ui/display-title.ts';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { collectionQuery } from '../../../records/api/collection.ts';
import { mayImportQuery } from '../../../records/api/permissions.ts';
import { itemTemplatesQuery } from '../../../records/api/templates.ts';
import { EnteredRecords } from './entered-records.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { NewRecordForm } from './new-record-form.tsx';
import classes from './new-record-page.module.css';
import { PageHead } from '../../../records/components/page-head.tsx';
import layout from '../../../records/components/page-layout.module.css';
import { useRecordEntry } from './use-record-entry.ts';

/** `/catalog/{collection}/new-record`: records without files, entered one behind the other by keyboard. */
export function NewRecordPage() {
  const { t } = useTranslation(['entry', 'catalogue']);
  const { collectionUuid } = useParams();
  const [search] = useSearchParams();
  const collection = useQuery(collectionQuery(collectionUuid));
  const templates = useQuery(itemTemplatesQuery);
  const { data: mayImport } = useQuery(mayImportQuery);
  useDocumentTitle(t('record.title'));
  const error = collection.data === undefined ? collection.error : templates.data ? null : templates.error;
  const back = { pathname: `/catalog/${collectionUuid}`, search: search.toString() };
  return (
    <div className={layout.page}>
      <PageHead
        back={{ to: back, word: t('record.back') }}
        title={t('record.title')}
        text={
          <>
            {t('record.into')}{' '}
            <bdi className="record-title">
              {collection.data && titleOf(collection.data, t('catalogue:untitled'))}
            </bdi>
          </>
        }
      >
        {mayImport && <Link to="/catalog/spreadsheets">{t('record.import')}</Link>}
      </PageHead>
      {error ? (
        <Failed
          error={error}
          onRetry={() => {
            void collection.refetch();
            void templates.refetch();
          }}
        />
      ) : collection.data === undefined || templates.data === undefined ? (
        [1, 2, 3, 4].map((row) => <Skeleton key={row} height={56} mb={16} maw={640} />)
      ) : collection.data.allowedActions.includes('createItem') ? (
        <Entry key={collection.data.uuid} collection={collection.data} templates={templates.data} />
      ) : (
        <EmptyState
          icon={<IconLock size={40} stroke={1.2} />}
          title={t('record.notAllowed')}
          action={
            <Button variant="default" component={Link} to={back}>
              {t('record.back')}
            </Button>
          }
        >
          {t('record.notAllowedText')}
        </EmptyState>
      )}
    </div>
  );
}

function Entry({ collection, templates }: { collection: Collection; templates: readonly Template[] }) {
  const entry = useRecordEntry(collection.uuid, templates);
  return (
    <div className={classes.sides}>
      <NewRecordForm templates={templates} entry={entry} />
      <EnteredRecords templates={templates} entry={entry} />
    </div>
  );
}
