import { Button, Loader } from '@mantine/core';
import { IconChevronDown, IconPlayerPause, IconPlayerPlay, IconPlayerStop, IconX } from '@tabler/icons-react';
import { useId, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { displayTitle } from '../../../ui/display-title.ts';
import { failureText } from '../state/failure-text.ts';
import type { UploadEngine } from '../state/upload-engine.ts';
import { isImportFailure, type UploadRecord } from '../state/upload-record.ts';
import { OtherPressmark } from './other-pressmark.tsx';
import { RowFiles } from './row-files.tsx';
import { RowHeading } from './row-heading.tsx';
import { RowQuestion } from './row-question.tsx';
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
  const { t } = useTranslation('upload');
  const filesId = useId();
  const [choice, setChoice] = useState<boolean>();
  const [stopping, setStopping] = useState(false);
  const stopButton = useRef<HTMLButtonElement>(null);
  const { itemUploadId, assets, status, paused = false } = record;
  const name = displayTitle(record.name);
  const sending = status === 'IN_PROGRESS';
  const waits = assets.some(({ assetUploadId }) => waiting.includes(assetUploadId));
  const failedFiles = assets.filter((asset) => asset.status === 'ERROR').length;
  // What failed is shown without a click; what works is not in the way.
  const expanded =
    !sending && (choice ?? (status === 'ERROR' && failedFiles > 0 && !isImportFailure(record)));

  return (
    <li className={classes.row} data-status={status}>
      <div className={classes.line}>
        <RowHeading {...{ record, waits, failedFiles, onOpenItem }} />
        {((sending && !paused) || status === 'PROCESSING') && (
          <Loader
            size={18}
            className={classes.spinner ?? ''}
            aria-label={t(`widget.status.${status}`)}
            role="img"
          />
        )}
        {sending && engine.isOwn(record) && (
          <SendingButtons
            {...{ record, engine, stopButton, stopping }}
            onStop={() => setStopping(!stopping)}
          />
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
        <RowQuestion
          label={t('widget.stop', { name })}
          text={t('widget.stopSure')}
          no={t('widget.stopNo')}
          yes={t('widget.stopYes')}
          asker={stopButton}
          onNo={() => setStopping(false)}
          onYes={() => engine.remove(itemUploadId)}
        />
      )}
      {status === 'ERROR' && <ItemFailure record={record} engine={engine} />}
      <RowFiles {...{ record, engine, sent_bytes, waiting }} shownAs={expanded ? filesId : undefined} />
    </li>
  );
}

interface SendingButtonsProps extends Pick<UploadRowProps, 'record' | 'engine'> {
  stopButton: RefObject<HTMLButtonElement | null>;
  /** The question whether to stop is open. */
  stopping: boolean;
  onStop(): void;
}

/** Pauses and stops the sending. */
function SendingButtons({ record, engine, stopButton, stopping, onStop }: SendingButtonsProps) {
  const { t } = useTranslation('upload');
  const { itemUploadId, paused = false } = record;
  const name = displayTitle(record.name);
  const PauseIcon = paused ? IconPlayerPlay : IconPlayerPause;
  return (
    <>
      <button
        type="button"
        className={classes.action}
        aria-label={t(paused ? 'widget.resume' : 'widget.pause', { name })}
        onClick={() => (paused ? engine.resume(itemUploadId) : engine.pause(itemUploadId))}
      >
        <PauseIcon size={18} stroke={1.7} />
      </button>
      <button
        ref={stopButton}
        type="button"
        className={classes.action}
        aria-label={t('widget.stop', { name })}
        aria-expanded={stopping}
        onClick={onStop}
      >
        <IconPlayerStop size={18} stroke={1.7} />
      </button>
    </>
  );
}

/** What failed for the item as a whole, and what can be done about it. */
function ItemFailure({ record, engine }: Pick<UploadRowProps, 'record' | 'engine'>) {
  const { t } = useTranslation('upload');
  if (record.failure === undefined) return null;
  return (
    <div className={classes.failure}>
      <p>{failureText(record.failure, record).next}</p>
      {record.failure.code === 'pressmark-taken' ? (
        <OtherPressmark record={record} engine={engine} />
      ) : (
        isImportFailure(record) && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('widget.tryAgainFor', { name: displayTitle(record.name) })}
            onClick={() => void engine.failed.retryImport(record.itemUploadId)}
          >
            {t('widget.tryAgain')}
          </Button>
        )
      )}
    </div>
  );
}
