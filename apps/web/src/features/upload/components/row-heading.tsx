import { IconAlertTriangleFilled, IconCircleCheckFilled, IconLoader2, IconUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { displayTitle } from '../../../ui/display-title.ts';
import { reasonOf } from '../state/failure-text.ts';
import type { UploadRecord, UploadStatus } from '../state/upload-record.ts';
import classes from './upload-row.module.css';

interface RowHeadingProps {
  record: UploadRecord;
  /** A file waits for the connection. */
  waits: boolean;
  failedFiles: number;
  onOpenItem(): void;
}

/** How an item's upload stands, when it began, its title, and how far it has come. */
export function RowHeading({ record, waits, failedFiles, onOpenItem }: RowHeadingProps) {
  return (
    <>
      <StatusIcon status={record.status} />
      <StartTime startedAt={record.startedAt} />
      <div className={classes.words}>
        <ItemName record={record} onOpenItem={onOpenItem} />
        <Summary record={record} failedFiles={failedFiles} waits={waits} />
      </div>
    </>
  );
}

function StartTime({ startedAt }: { startedAt: string }) {
  const { t, i18n } = useTranslation('upload');
  const time = new Intl.DateTimeFormat(i18n.language, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(startedAt));
  return (
    <time className={classes.time} dateTime={startedAt} title={t('widget.startedAt', { time })}>
      {time}
    </time>
  );
}

/** The item's title, as a link once the item is there. */
function ItemName({ record, onOpenItem }: Pick<RowHeadingProps, 'record' | 'onOpenItem'>) {
  const { itemUuid, collectionUuid, status } = record;
  const drawn = {
    className: `record-title ${classes.name}`,
    dir: 'auto',
    children: displayTitle(record.name),
  };
  return itemUuid !== undefined && status !== 'IN_PROGRESS' ? (
    <Link to={`/catalog/${collectionUuid}/cultural-item/${itemUuid}`} onClick={onOpenItem} {...drawn} />
  ) : (
    <span {...drawn} />
  );
}

function Summary({ record, failedFiles, waits }: Omit<RowHeadingProps, 'onOpenItem'>) {
  const { t } = useTranslation('upload');
  const { status, assets, pressmark } = record;
  const total = assets.length;
  const failed =
    failedFiles > 0 && status !== 'ERROR' ? ` · ${t('widget.failedOf', { count: failedFiles })}` : '';
  if (status === 'ERROR') return <span className={classes.reason}>{reasonOf(record)?.title}</span>;
  return (
    <span className={classes.summary}>
      {status === 'IN_PROGRESS' && record.paused && `${t('widget.paused')} · `}
      {status === 'IN_PROGRESS' && waits && `${t('widget.waiting')} · `}
      {status === 'IN_PROGRESS' &&
        t('widget.sentOf', { uploaded: assets.filter((asset) => asset.stored).length, total })}
      {status === 'PROCESSING' &&
        t('widget.processingOf', {
          done: assets.filter((asset) => asset.status === 'COMPLETED').length,
          total,
        })}
      {status === 'COMPLETED' && pressmark}
      {failed}
    </span>
  );
}

const icons = {
  IN_PROGRESS: IconUpload,
  PROCESSING: IconLoader2,
  COMPLETED: IconCircleCheckFilled,
  ERROR: IconAlertTriangleFilled,
};

function StatusIcon({ status }: { status: UploadStatus }) {
  const { t } = useTranslation('upload');
  const Icon = icons[status];
  return (
    <span className={classes.status} role="img" aria-label={t(`widget.status.${status}`)}>
      <Icon size={18} aria-hidden />
    </span>
  );
}
