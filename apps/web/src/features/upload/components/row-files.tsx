import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { displayTitle } from '../../../ui/display-title.ts';
import { notify, notifyProblem } from '../../../ui/notify.tsx';
import type { UploadEngine } from '../state/upload-engine.ts';
import { isImportFailure, isRetryable, type UploadRecord } from '../state/upload-record.ts';
import { AssetRow } from './asset-row.tsx';
import classes from './upload-row.module.css';

interface RowFilesProps {
  record: UploadRecord;
  engine: UploadEngine;
  sent_bytes: Readonly<Record<string, number>>;
  /** Assets that wait for the connection. */
  waiting: readonly string[];
  /** The id of the list of files; undefined while it is closed. */
  shownAs: string | undefined;
}

/** The files of an item, and what can be done about those that failed. */
export function RowFiles({ record, engine, sent_bytes, waiting, shownAs }: RowFilesProps) {
  const { t, i18n } = useTranslation('upload');
  const { failed } = engine;
  const { itemUploadId, assets } = record;
  const retryable = assets.filter(
    ({ failure, assetUploadId }) => failure && isRetryable(failure, failed.canSendAgain(assetUploadId)),
  );
  const notifyFailure = (attempt: Promise<void>) => {
    attempt.catch((error: Error) =>
      notifyProblem(error, () => t('retryFailed', { name: displayTitle(record.name) })),
    );
  };
  const retryAsset = (assetUploadId: string) => notifyFailure(failed.retryAsset(itemUploadId, assetUploadId));
  const sendInstead = async (assetUploadId: string, files: readonly File[]) => {
    const missing = await failed.sendInstead(itemUploadId, assetUploadId, files);
    if (missing.length === 0) return;
    const names = new Intl.ListFormat(i18n.language).format(missing);
    notify('error', { title: t('widget.stillMissing', { count: missing.length, names }) });
  };

  return (
    <>
      {record.status === 'ERROR' && !isImportFailure(record) && retryable.length > 1 && (
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
      {shownAs !== undefined && (
        <ul id={shownAs} className={classes.files}>
          {assets.map((asset) => (
            <AssetRow
              key={asset.assetUploadId}
              asset={asset}
              record={record}
              sent_bytes={sent_bytes[asset.assetUploadId] ?? 0}
              canSendAgain={failed.canSendAgain(asset.assetUploadId)}
              waits={waiting.includes(asset.assetUploadId)}
              onRetry={() => retryAsset(asset.assetUploadId)}
              toChoose={failed.toChoose(asset)}
              onSendInstead={(files) => notifyFailure(sendInstead(asset.assetUploadId, files))}
              onAddPart={(part, file) =>
                notifyFailure(failed.addPart(itemUploadId, asset.assetUploadId, part, file))
              }
            />
          ))}
        </ul>
      )}
    </>
  );
}
