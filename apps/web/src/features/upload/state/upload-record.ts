import type { StoredUpload } from '@armarium/contract/imports';

/** The four statuses that uploads and their assets share (catalogue §4). */
export const uploadStatuses = ['IN_PROGRESS', 'PROCESSING', 'COMPLETED', 'ERROR'] as const;
export type UploadStatus = (typeof uploadStatuses)[number];

/**
 * Why something failed. `stage` says where: sending the file, the import call, or the server's processing.
 * `code` is that of the problem or of the cause; `no-assets` and `gone` are the client's own. `title` and
 * `nextStep` stand only where the server wrote them for a cataloguer (the cause of an import stage).
 */
export interface Failure {
  stage: 'upload' | 'import' | 'processing';
  code: string;
  title?: string;
  nextStep?: string;
  /** The code of the cause, where `code` only says that there is one (`file-refused`). */
  cause?: string;
  /** Processing: the server offers to run it again. Otherwise only false counts: trying again is no use. */
  retryable?: boolean;
}

/** What the server answered for a stored file: all that an import call needs to claim it. */
export type Stored = Pick<StoredUpload, 'uuid' | 'imageLink' | 'originalFilename'>;

export interface UploadAsset {
  assetUploadId: string;
  assetType: 'images';
  /** File name as the user has it. */
  name: string;
  size_bytes: number;
  status: UploadStatus;
  stored?: Stored;
  /** Set once an import call took it: the asset then exists under `stored.uuid`. */
  importId?: string;
  failure?: Failure;
}

/** One item's upload, as the widget lists it and the browser keeps it (catalogue §3). */
export interface UploadRecord {
  itemUploadId: string;
  name: string;
  author: string;
  pressmark: string;
  assets: UploadAsset[];
  /** ISO 8601, UTC. */
  startedAt: string;
  status: UploadStatus;
  /** The user has noticed how it ended. */
  seen: boolean;
  /** `new` makes an item once all files are in; `existing` adds to one. */
  target: 'new' | 'existing';
  /** Present when the item exists: from the start for `existing`, after the import for `new`. */
  itemUuid?: string;
  /** The collection through which the finished item is opened, and the parent of a new one. */
  collectionUuid: string;
  /** What failed for the item as a whole. */
  failure?: Failure;
  /** The tab that sends the files; only it can know whether they still go. */
  tabId: string;
  /** Grows with each change, so that of two tabs' versions the newer is known. */
  revision: number;
}

export function isActive(record: UploadRecord): boolean {
  return record.status === 'IN_PROGRESS' || record.status === 'PROCESSING';
}

/** Stored, and neither claimed by an import nor refused by one. */
export function awaitsImport(asset: UploadAsset): asset is UploadAsset & { stored: Stored } {
  return asset.stored !== undefined && asset.importId === undefined && asset.failure === undefined;
}

/**
 * The status of a record from its parts: IN_PROGRESS while a file is sent or waits for its import call,
 * PROCESSING while the server works, then ERROR if anything failed, else COMPLETED. An asset's error shows
 * at once on the asset; the record waits for the others, since one bad file never holds them back.
 */
export function statusOf(record: Pick<UploadRecord, 'assets' | 'failure'>): UploadStatus {
  const { assets, failure } = record;
  if (assets.some((asset) => asset.status === 'IN_PROGRESS' || awaitsImport(asset))) return 'IN_PROGRESS';
  if (assets.some((asset) => asset.status === 'PROCESSING')) return 'PROCESSING';
  if (failure !== undefined || assets.some((asset) => asset.status === 'ERROR')) return 'ERROR';
  return 'COMPLETED';
}

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
