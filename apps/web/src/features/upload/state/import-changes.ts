import type { ImportCause } from '@armarium/contract/import-state';
import type { ImportedImage, ImportedItem } from '@armarium/contract/import-tracking';
import { statusOf, type Failure, type UploadAsset, type UploadRecord } from './upload-record.ts';
import { changeAsset, changeRecord, takenOver, withoutFailure, type Changes } from './upload-state.ts';

/** Outcomes of an item's import: of the call, then of the server's processing. */
export type ImportAction =
  | { type: 'imported'; itemUploadId: string; itemUuid: string; importIds: Readonly<Record<string, string>> }
  | { type: 'importFailed'; itemUploadId: string; failure: Failure }
  | { type: 'importAgain'; itemUploadId: string; tabId: string; pressmark?: string }
  | { type: 'processAgain'; itemUploadId: string; assetUploadId: string }
  | { type: 'polled'; itemUploadId: string; item: ImportedItem; images: readonly ImportedImage[] }
  | { type: 'gone'; itemUploadId: string };

export const importChanges: Changes<ImportAction> = {
  imported: (state, { itemUploadId, itemUuid, importIds }) =>
    changeRecord(state, itemUploadId, (record) => ({
      ...withoutFailure(record),
      itemUuid,
      assets: record.assets.map((asset) => {
        const importId = asset.stored && importIds[asset.stored.uuid];
        return importId === undefined ? asset : { ...withoutFailure(asset), status: 'PROCESSING', importId };
      }),
    })),
  importFailed: (state, { itemUploadId, failure }) =>
    changeRecord(state, itemUploadId, (record) => ({
      ...record,
      failure,
      assets: record.assets.map((asset) =>
        asset.stored && asset.importId === undefined ? failed(asset, failure) : asset,
      ),
    })),
  importAgain: (state, action) =>
    changeRecord(takenOver(state, action), action.itemUploadId, (record) => ({
      ...withoutFailure(record),
      pressmark: action.pressmark ?? record.pressmark,
      assets: record.assets.map((asset) =>
        asset.failure?.stage === 'import' ? { ...withoutFailure(asset), status: 'PROCESSING' } : asset,
      ),
    })),
  processAgain: (state, action) =>
    changeAsset(state, action, (asset) => ({ ...withoutFailure(asset), status: 'PROCESSING' })),
  polled: (state, { itemUploadId, item, images }) =>
    changeRecord(state, itemUploadId, (record) => afterPoll(record, item, images)),
  gone: (state, { itemUploadId }) =>
    changeRecord(state, itemUploadId, (record) => ({
      ...record,
      failure: gone(),
      assets: record.assets.map((asset) => (asset.status === 'PROCESSING' ? failed(asset, gone()) : asset)),
    })),
};

/** The item, or the asset, no longer exists. New each time: a row hides a failure that its asset shares with the record. */
const gone = (): Failure => ({ stage: 'processing', code: 'gone' });

/** The record after a poll of the import monitor (catalogue §4: DONE → COMPLETED, ERROR → ERROR). */
function afterPoll(record: UploadRecord, item: ImportedItem, images: readonly ImportedImage[]): UploadRecord {
  const byUuid = new Map(images.map((image) => [image.uuid, image]));
  // Every page of a multi-page file is an asset of its own; those of a new item can only be ours.
  const ours = new Set(record.assets.map((asset) => asset.stored?.uuid));
  const pages = record.target === 'new' ? images.filter((image) => !ours.has(image.uuid)) : [];
  const failedPage = pages.find((image) => image.overall.importState === 'ERROR');
  const pagesPending =
    record.target === 'new' && item.notReadyImagesCount > 0 && record.assets.some(givesImages);
  const assets = record.assets.map((asset) => {
    if (asset.status !== 'PROCESSING' || asset.stored === undefined) return asset;
    const image = byUuid.get(asset.stored.uuid);
    if (image === undefined) return failed(asset, gone());
    const { importState, cause } = image.overall;
    if (importState === 'ERROR') return failed(asset, failureOf(cause, image._links.retry !== undefined));
    return importState === 'DONE' ? completed(asset, image) : asset;
  });
  const unchanged = assets.every((asset, index) => asset === record.assets[index]);
  if (unchanged && !failedPage) return record;
  const next = { ...record, assets };
  if (failedPage) next.failure = failureOf(failedPage.overall.cause, false);
  return pagesPending && statusOf(next) === 'COMPLETED' ? record : next;
}

const givesImages = ({ assetType }: UploadAsset) => assetType === 'images' || assetType === 'pdf';

/** Done, though a model may lack what it names. */
function completed(asset: UploadAsset, { overall }: ImportedImage): UploadAsset {
  const missing = (['material', 'texture'] as const).filter((part) =>
    overall.warnings.some(({ code }) => code === `missing-${part}`),
  );
  const { missing: _before, ...rest } = asset;
  return { ...rest, status: 'COMPLETED', ...(missing.length > 0 && { missing }) };
}

function failed(asset: UploadAsset, failure: Failure): UploadAsset {
  return { ...asset, status: 'ERROR', failure };
}

function failureOf(cause: ImportCause | null, retryable: boolean): Failure {
  return {
    stage: 'processing',
    code: cause?.code ?? 'internal',
    ...(cause && { title: cause.title, nextStep: cause.nextStep }),
    retryable,
  };
}
