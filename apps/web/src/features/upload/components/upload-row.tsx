import { Button, Loader } from '@mantine/core';
import {
  IconAlertTriangleFilled,
  IconChevronDown,
  IconCircleCheckFilled,
  IconLoader2,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconUpload,
  IconX,
} from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { notify, notifyProblem } from '../../../ui/notify.tsx';
import { displayTitle } from '../../../ui/display-title.ts';
import { failureText, reasonOf } from '../state/failure-text.ts';
import type { UploadEngine } from '../state/upload-engine.ts';
import { isRetryable, type UploadRecord, type UploadStatus } from '../state/upload-record.ts';
import { OtherPressmark } from './other-pressmark.tsx';
import { AssetRow } from './asset-row.tsx';
import { HeldFiles } from './held-files.tsx';
import classes from './upload-row.module.css';

interface UploadRowProps {
  record: UploadRecord;
  engine: UploadEngine;
  sent_bytes: Readonly<Record<string, number>>;
  /** Assets that wait for the connection. */
  waiting: readonly string[];
  onOpenItem(): void;
}

/** One item of the list: how it stands, its files, and what can be done about a failure. */
export function UploadRow({ record, engine, sent_bytes, waiting, onOpenItem }: UploadRowProps) {
  const { t, i18n } = useTranslation('upload');
  const filesId = useId();
  const [choice, setChoice] = useState<boolean>();
  const { itemUploadId, assets, status, itemUuid, collectionUuid, startedAt, paused = false } = record;
  const name = displayTitle(record.name);
  const retryable = assets.filter(
    ({ failure, assetUploadId }) => failure && isRetryable(failure, engine.canSendAgain(assetUploadId)),
  );
  const [stopping, setStopping] = useState(false);
  const stopButton = useRef<HTMLButtonElement>(null);
  const sending = status === 'IN_PROGRESS';
  const told = (attempt: Promise<void>) => {
    attempt.catch((error: Error) => notifyProblem(error, () => t('retryFailed', { name })));
  };
  const retryAsset = (assetUploadId: string) => told(engine.retryAsset(itemUploadId, assetUploadId));
  const sendInstead = async (assetUploadId: string, files: readonly File[]) => {
    const missing = await engine.sendInstead(itemUploadId, assetUploadId, files);
    if (missing.length === 0) return;
    const names = new Intl.ListFormat(i18n.language).format(missing);
    notify('error', { title: t('widget.stillMissing', { count: missing.length, names }) });
  };
  const waits = assets.some(({ assetUploadId }) => waiting.includes(assetUploadId));
  const failedFiles = assets.filter((asset) => asset.status === 'ERROR').length;
  // What failed is shown without a click; what works is not in the way.
  const expanded =
    !sending && (choice ?? (status === 'ERROR' && failedFiles > 0 && !isImportFailure(record)));
  const time = new Intl.DateTimeFormat(i18n.language, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(startedAt));

  return (
    <li className={classes.row} data-status={status}>
      <div className={classes.line}>
        <StatusIcon status={status} />
        <time className={classes.time} dateTime={startedAt} title={t('widget.startedAt', { time })}>
          {time}
        </time>
        <div className={classes.words}>
          {itemUuid !== undefined && !sending ? (
            <Link
              className={`record-title ${classes.name}`}
              to={`/catalog/${collectionUuid}/cultural-item/${itemUuid}`}
              onClick={onOpenItem}
              dir="auto"
            >
              {name}
            </Link>
          ) : (
            <span className={`record-title ${classes.name}`} dir="auto">
              {name}
            </span>
          )}
          <Summary record={record} failedFiles={failedFiles} waits={waits} />
        </div>
        {((sending && !paused) || status === 'PROCESSING') && (
          <Loader
            size={18}
            className={classes.spinner ?? ''}
            aria-label={t(`widget.status.${status}`)}
            role="img"
          />
        )}
        {sending && engine.isOwn(record) && (
          <button
            type="button"
            className={classes.action}
            aria-label={t(paused ? 'widget.resume' : 'widget.pause', { name })}
            onClick={() => (paused ? engine.resume(itemUploadId) : engine.pause(itemUploadId))}
          >
            {paused ? <IconPlayerPlay size={18} stroke={1.7} /> : <IconPlayerPause size={18} stroke={1.7} />}
          </button>
        )}
        {sending && engine.isOwn(record) && (
          <button
            ref={stopButton}
            type="button"
            className={classes.action}
            aria-label={t('widget.stop', { name })}
            aria-expanded={stopping}
            onClick={() => setStopping(!stopping)}
          >
            <IconPlayerStop size={18} stroke={1.7} />
          </button>
        )}
        {status === 'ERROR' && (
          <button
            type="button"
            className={classes.action}
            aria-label={t('widget.remove', { name })}
            onClick={() => engine.remove(itemUploadId)}
          >
            <IconX size={18} stroke={1.7} />
          </button>
        )}
        <button
          type="button"
          className={classes.action}
          disabled={sending}
          aria-expanded={expanded}
          aria-controls={expanded ? filesId : undefined}
          aria-label={t(expanded ? 'widget.collapse' : 'widget.expand', { name })}
          onClick={() => setChoice(!expanded)}
        >
          <IconChevronDown
            size={18}
            stroke={1.7}
            className={classes.arrow}
            data-open={expanded || undefined}
          />
        </button>
      </div>

      {assets.some(({ stored }) => stored?.heldBy) && <HeldFiles record={record} onOpenItem={onOpenItem} />}

      {sending && stopping && (
        <div className={classes.stop} role="group" aria-label={t('widget.stop', { name })}>
          <p>{t('widget.stopSure')}</p>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              setStopping(false);
              // The question takes its buttons along; the keyboard goes back to what asked it.
              stopButton.current?.focus();
            }}
          >
            {t('widget.stopNo')}
          </Button>
          <Button size="compact-sm" color="red.9" onClick={() => engine.remove(itemUploadId)}>
            {t('widget.stopYes')}
          </Button>
        </div>
      )}

      {status === 'ERROR' && record.failure && (
        <div className={classes.failure}>
          <p>{failureText(record.failure, record).next}</p>
          {record.failure.code === 'pressmark-taken' ? (
            <OtherPressmark record={record} engine={engine} />
          ) : (
            record.failure.stage === 'import' &&
            record.failure.code !== 'no-assets' && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t('widget.tryAgainFor', { name })}
                onClick={() => void engine.retryImport(itemUploadId)}
              >
                {t('widget.tryAgain')}
              </Button>
            )
          )}
        </div>
      )}

      {status === 'ERROR' && !isImportFailure(record) && retryable.length > 1 && (
        <div className={classes.failure}>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              for (const { assetUploadId } of retryable) retryAsset(assetUploadId);
            }}
          >
            {t('widget.tryAllAgain', { count: retryable.length })}
          </Button>
        </div>
      )}

      {expanded && (
        <ul id={filesId} className={classes.files}>
          {assets.map((asset) => (
            <AssetRow
              key={asset.assetUploadId}
              asset={asset}
              record={record}
              sent_bytes={sent_bytes[asset.assetUploadId] ?? 0}
              canSendAgain={engine.canSendAgain(asset.assetUploadId)}
              waits={waiting.includes(asset.assetUploadId)}
              onRetry={() => retryAsset(asset.assetUploadId)}
              toChoose={engine.toChoose(asset)}
              onSendInstead={(files) => told(sendInstead(asset.assetUploadId, files))}
              onAddPart={(part, file) => told(engine.addPart(itemUploadId, asset.assetUploadId, part, file))}
            />
          ))}
        </ul>
      )}
    </li>
  );
}

/** The import of a new item failed as a whole: its files have the same failure, which the row tells once. */
function isImportFailure({ failure }: UploadRecord): boolean {
  return failure?.stage === 'import' && failure.code !== 'no-assets';
}

interface SummaryProps {
  record: UploadRecord;
  failedFiles: number;
  waits: boolean;
}

function Summary({ record, failedFiles, waits }: SummaryProps) {
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
