import type { TrashEntry } from '@armarium/contract/trash';
import type { TrashedRecord } from '@armarium/contract/trash-records';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconBook2, IconFolder } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { displayTitle } from '../../../ui/display-title.ts';
import { PageTurner } from '../../../ui/page-turner.tsx';
import { trashedRecordsQuery } from '../api/trash-records.ts';
import { Failed } from '../../../ui/failed.tsx';
import list from '../../../records/components/row-list.module.css';
import classes from './trash-page.module.css';

interface TrashedRecordsProps {
  entry: TrashEntry;
  /** Restores an item alone. */
  onRestore(record: TrashedRecord): void;
}

/**
 * What a deleted collection took with it: collections, then items, each with where it stood. A collection comes back with
 * the rest alone.
 */
export function TrashedRecords({ entry, onRestore }: TrashedRecordsProps) {
  const { t } = useTranslation(['trashed', 'catalogue', 'trash']);
  const [page, setPage] = useState(1);
  const { data, error, refetch, isPlaceholderData } = useQuery(trashedRecordsQuery(entry.uuid, page));
  if (data === undefined) {
    return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton height={48} />;
  }
  const title = displayTitle(entry.title) || t('catalogue:untitled');
  return (
    <>
      <ul className={list.rows} aria-label={t('wentAlongNamed', { title })} aria-busy={isPlaceholderData}>
        {data._embedded.trashedRecords.map((record) => {
          const Icon = record.resourceType === 'ITEM' ? IconBook2 : IconFolder;
          return (
            <li key={record.uuid} className={classes.record} data-record={record.uuid}>
              <Icon size={18} stroke={1.4} className={list.icon} aria-hidden />
              <div className={list.words}>
                <span className="record-title" dir="auto">
                  {displayTitle(record.title) || t('catalogue:untitled')}
                </span>
                <p className={list.facts}>
                  {record.pressmark !== null && (
                    <span className="tabular" dir="auto">
                      {record.pressmark}
                    </span>
                  )}
                  {record.formerParents.length > 0 && (
                    <span dir="auto">
                      {t('trash:from', {
                        collections: record.formerParents
                          .map((parent) => displayTitle(parent.title) || t('catalogue:untitled'))
                          .join(', '),
                      })}
                    </span>
                  )}
                  {record.pressmarkHolder && (
                    <strong dir="auto">
                      {t('holder', {
                        title: displayTitle(record.pressmarkHolder.title) || t('catalogue:untitled'),
                      })}
                    </strong>
                  )}
                </p>
              </div>
              {record.resourceType === 'ITEM' && (
                <Button
                  variant="default"
                  size="compact-sm"
                  className={list.end ?? ''}
                  aria-label={t('trash:restoreNamed', {
                    title: displayTitle(record.title) || t('catalogue:untitled'),
                  })}
                  onClick={() => onRestore(record)}
                >
                  {t('trash:restore')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <PageTurner
        page={page}
        totalPages={data.page.totalPages}
        onTurn={setPage}
        label={t('pages', { title })}
      />
    </>
  );
}
