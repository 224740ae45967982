import { type UploadRecord, type UploadStatus, uploadStatuses } from './upload-record.ts';

/** Reads a record that was kept as JSON; undefined for what no version of this client wrote. */
export function parseRecord(json: string): UploadRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  return isRecord(value) ? value : undefined;
}

function isRecord(value: unknown): value is UploadRecord {
  if (!isObject(value)) return false;
  const texts = [
    'itemUploadId',
    'name',
    'author',
    'pressmark',
    'startedAt',
    'target',
    'collectionUuid',
    'tabId',
  ];
  return (
    texts.every((name) => typeof value[name] === 'string') &&
    typeof value['revision'] === 'number' &&
    typeof value['seen'] === 'boolean' &&
    isStatus(value['status']) &&
    Array.isArray(value['assets']) &&
    value['assets'].every(
      (asset: unknown) =>
        isObject(asset) &&
        typeof asset['assetUploadId'] === 'string' &&
        typeof asset['name'] === 'string' &&
        typeof asset['size_bytes'] === 'number' &&
        isStatus(asset['status']),
    )
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isStatus(value: unknown): value is UploadStatus {
  return uploadStatuses.includes(value as UploadStatus);
}
