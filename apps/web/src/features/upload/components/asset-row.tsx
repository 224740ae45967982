import { Button } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../state/failure-text.ts';
import type { Failure, UploadAsset, UploadRecord } from '../state/upload-record.ts';
import classes from './upload-row.module.css';

interface AssetRowProps {
  asset: UploadAsset;
  record: UploadRecord;
  sent_bytes: number;
  /** The page still holds the file. */
  canSendAgain: boolean;
  onRetry(): void;
}

/** Whether trying this again can end otherwise. */
export function isRetryable(failure: Failure, canSendAgain: boolean): boolean {
  if (failure.stage === 'processing') return failure.retryable === true;
  return failure.retryable !== false && (failure.stage === 'import' || canSendAgain);
}

/** One file of an item: its kind, its state, and the cause of a failure with what to do next. */
export function AssetRow({ asset, record, sent_bytes, canSendAgain, onRetry }: AssetRowProps) {
  const { t } = useTranslation('upload');
  const { name, status, failure, size_bytes } = asset;
  const shared = failure !== undefined && failure === record.failure;
  const sending = status === 'IN_PROGRESS' && sent_bytes > 0;
  const percent = Math.min(99, Math.round((100 * sent_bytes) / Math.max(1, size_bytes)));
  const text = failure && !shared ? failureText(failure, record) : undefined;
  const final = failure?.retryable === false;
  const lost = failure?.stage === 'upload' && !final && !canSendAgain;
  const canRetry = failure !== undefined && !shared && isRetryable(failure, canSendAgain);

  return (
    <li className={classes.file} data-status={status}>
      <span className={classes.kind} role="img" aria-label={t('widget.image')}>
        <IconPhoto size={18} stroke={1.5} aria-hidden />
      </span>
      <span className={classes.fileName} title={name} dir="auto">
        {name}
      </span>
      <span className={classes.fileStatus}>
        {sending ? t('widget.assetStatus.SENDING', { percent }) : t(`widget.assetStatus.${status}`)}
      </span>
      {text && (
        <div className={classes.cause}>
          <p>
            <strong>{text.title}</strong>
            {text.next !== '' && <> {lost ? '' : text.next}</>}
          </p>
          {lost && <p>{t(record.itemUuid === undefined ? 'failure.sendAnewNoItem' : 'failure.sendAnew')}</p>}
          {canRetry && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('widget.tryAgainFor', { name })}
              onClick={onRetry}
            >
              {t('widget.tryAgain')}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
