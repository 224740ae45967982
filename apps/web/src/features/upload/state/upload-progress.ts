import { filesOf, type UploadAsset } from './upload-record.ts';
import type { UploadsState } from './upload-state.ts';

/** How far the header's batch has come. `share` counts every file alike, those being sent by their bytes. */
export function progressOf(state: UploadsState): {
  uploaded: number;
  total: number;
  percent: number;
  status: 'idle' | 'sending' | 'processing';
} {
  const batch = state.records.filter((record) => state.batch.includes(record.itemUploadId));
  const assets = batch.flatMap((record) => record.assets);
  const uploaded = assets.filter((asset) => asset.stored !== undefined).length;
  const partial = assets
    .filter((asset) => asset.status === 'IN_PROGRESS')
    .reduce((sum, asset) => {
      const sent = state.sent_bytes[asset.assetUploadId] ?? 0;
      const size_bytes = bytesOf(asset);
      return sum + (size_bytes > 0 ? Math.min(1, sent / size_bytes) : 0);
    }, 0);
  const share = assets.length === 0 ? 0 : (uploaded + partial) / assets.length;
  return {
    uploaded,
    total: assets.length,
    // 100 is kept for the end: the last bytes of a large file are not yet its answer.
    percent: uploaded === assets.length ? Math.round(100 * share) : Math.min(99, Math.round(100 * share)),
    status: batch.some((record) => record.status === 'IN_PROGRESS')
      ? 'sending'
      : batch.some((record) => record.status === 'PROCESSING')
        ? 'processing'
        : 'idle',
  };
}

/** The size of all that is sent for an asset. */
export function bytesOf(asset: UploadAsset): number {
  return filesOf(asset).reduce((sum, { file }) => sum + file.size_bytes, 0);
}
