import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { pickable } from '../state/content-types.ts';
import { failureText } from '../state/failure-text.ts';
import { bytesOf } from '../state/upload-progress.ts';
import {
  isRetryable,
  type FilePlace,
  type UploadAsset,
  type UploadPart,
  type UploadRecord,
} from '../state/upload-record.ts';
import { FileKindIcon } from './file-kind-icon.tsx';
import { PickFilesButton } from './pick-files-button.tsx';
import classes from './upload-row.module.css';

interface AssetRowProps {
  asset: UploadAsset;
  record: UploadRecord;
  sent_bytes: number;
  /** Its sending waits for the connection. */
  waits: boolean;
  /** The page still holds the file. */
  canSendAgain: boolean;
  /** What has to be chosen anew before it can be sent again. */
  toChoose: readonly FilePlace[];
  onRetry(): void;
  onSendInstead(files: File[]): void;
  onAddPart(part: UploadPart['kind'], file: File): void;
}

/** One file of an item: its kind, its state, and the cause of a failure with what to do next. */
export function AssetRow(props: AssetRowProps) {
  const { asset, record, sent_bytes, waits, canSendAgain, toChoose, onRetry, onSendInstead, onAddPart } =
    props;
  const { t, i18n } = useTranslation('upload');
  const { name, status, failure, kind = 'image', missing = [] } = asset;
  const shared = failure !== undefined && failure === record.failure;
  const sending = status === 'IN_PROGRESS' && sent_bytes > 0;
  const percent = Math.min(99, Math.round((100 * sent_bytes) / Math.max(1, bytesOf(asset))));
  const text = failure && !shared ? failureText(failure, record) : undefined;
  const lost = failure?.stage === 'upload' && failure.retryable !== false && !canSendAgain;
  const [only] = toChoose;
  const failedPart = failure?.part && asset.parts?.find((part) => part.kind === failure.part);
  const chosenAnew = new Intl.ListFormat(i18n.language).format(toChoose.map(({ file }) => file.name));
  const canRetry = failure !== undefined && !shared && isRetryable(failure, canSendAgain);

  return (
    <li className={classes.file} data-status={status}>
      <span className={classes.kind} role="img" aria-label={t(`widget.kinds.${asset.assetType}`)}>
        <FileKindIcon kind={kind} size={18} />
      </span>
      <span className={classes.fileName} title={name} dir="auto">
        {name}
      </span>
      <span className={classes.fileStatus}>
        {waits
          ? t('widget.waiting')
          : sending
            ? t('widget.assetStatus.SENDING', { percent })
            : t(`widget.assetStatus.${status}`)}
      </span>
      {text && (
        <div className={classes.cause}>
          <p>
            {failedPart && (
              <>
                <bdi>{failedPart.name}</bdi>:{' '}
              </>
            )}
            <strong>{text.title}</strong>
            {text.next !== '' && <> {lost ? '' : text.next}</>}
          </p>
          {toChoose.length > 1 ? (
            <p>{t('failure.sendAllAnew', { names: chosenAnew })}</p>
          ) : (
            lost && <p>{t('failure.sendAnew')}</p>
          )}
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
          {only && (
            <PickFilesButton
              multiple={toChoose.length > 1}
              accept={toChoose.map(({ file }) => pickable(file.kind ?? 'image')).join(',')}
              label={t('widget.chooseAgainFor', { count: toChoose.length, name: chosenAnew })}
              onPick={onSendInstead}
            >
              {t('widget.chooseAgain', { count: toChoose.length })}
            </PickFilesButton>
          )}
        </div>
      )}
      {status === 'COMPLETED' &&
        missing.map((part) => (
          <div key={part} className={classes.cause}>
            <p>{t(`widget.missing.${part}`)}</p>
            <PickFilesButton
              accept={pickable(part)}
              label={t(`widget.addPart.${part}`)}
              onPick={([file]) => file && onAddPart(part, file)}
            >
              {t(`widget.addPart.${part}`)}
            </PickFilesButton>
          </div>
        ))}
    </li>
  );
}
