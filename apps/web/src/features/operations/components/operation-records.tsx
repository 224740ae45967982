import type { listBatchRecords } from '@armarium/contract/batch-records';
import type { AnswerOf } from '@armarium/contract/operation';
import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle, IconCheck, IconClock, IconEqual } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { currentLanguage } from '../../../lib/i18n.ts';
import { problemText } from '../../../lib/problem/problem-text.ts';
import { displayTitle } from '../../../ui/display-title.ts';
import { pageAddress, pageFrom } from '../../../ui/page-window.ts';
import { Pager } from '../../../ui/pager.tsx';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import { resultsAddress } from '../../../records/search-address.ts';
import { batchRecordsQuery } from '../api/batch-records.ts';
import { RefusedRow } from './refused-row.tsx';
import classes from './operations-page.module.css';
import layout from '../../../records/components/page-layout.module.css';
import list from '../../../records/components/row-list.module.css';

type BatchRecord = AnswerOf<typeof listBatchRecords>['_embedded']['records'][number];

const icons = { pending: IconClock, changed: IconCheck, unchanged: IconEqual, failed: IconAlertTriangle };

interface OperationRecordsProps {
  uuid: string;
  /** Undefined for all. */
  result: 'changed' | 'unchanged' | 'failed' | undefined;
  isRunning: boolean;
}

/** A page of the records of an operation, each with what became of it. */
export function OperationRecords({ uuid, result, isRunning }: OperationRecordsProps) {
  const { t } = useTranslation('selection');
  const [search] = useSearchParams();
  const page = pageFrom(search.get('page'));
  const records = useQuery(batchRecordsQuery(uuid, result, page, isRunning));
  return (
    <>
      {records.data === undefined ? (
        <PendingRows query={records} height_px={44} />
      ) : records.data._embedded.records.length === 0 ? (
        <p className={layout.nothing}>{t('operations.none')}</p>
      ) : (
        <ul
          className={classes.records}
          aria-label={t('operations.records')}
          aria-busy={records.isPlaceholderData}
        >
          {records.data._embedded.records.map((record) => (
            <RecordRow key={record.recordUuid} record={record} />
          ))}
        </ul>
      )}
      <div className={layout.pager}>
        <Pager
          page={page}
          totalPages={records.data?.page.totalPages ?? 0}
          addressOf={(to) => pageAddress(search, to)}
          label={t('operations.recordPages')}
        />
      </div>
    </>
  );
}

function RecordRow({ record }: { record: BatchRecord }) {
  const { t } = useTranslation(['selection', 'catalogue']);
  const Icon = icons[record.result];
  const title = displayTitle(record.title) || t('catalogue:untitled');
  return (
    <li data-result={record.result}>
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
              currentLanguage() === 'en' && <span className={classes.detail}>{record.detail}</span>
            )}
          </p>
        )}
      </div>
    </li>
  );
}
