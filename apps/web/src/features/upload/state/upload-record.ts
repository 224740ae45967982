import type { StoredUpload } from '@armarium/contract/uploads';

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
  /** What goes beside a model and could not be sent; absent where it is the asset's own file. */
  part?: UploadPart['kind'];
  title?: string;
  nextStep?: string;
  /** The code of the cause, where `code` only says that there is one (`file-refused`). */
  cause?: string;
  /** Of a limit: what it is and what is used, as `Problem.figures` of the contract. */
  figures?: Readonly<Record<string, number>>;
  /** Processing: the server offers to run it again. Otherwise only false counts: trying again is no use. */
  retryable?: boolean;
}

/** Whether trying this again can end otherwise. @param canSendAgain the page still holds the file */
export function isRetryable(failure: Failure, canSendAgain: boolean): boolean {
  if (failure.stage === 'processing') return failure.retryable === true;
  return failure.retryable !== false && (failure.stage === 'import' || canSendAgain);
}

/** The kinds of asset that are uploaded (catalogue §3); the pages of a PDF become images. */
export type AssetType = 'images' | 'audios' | 'videos' | 'model3Ds' | 'pdf';

/** What a file is stored as: the `kind` of its upload. */
export type FileKind = 'image' | 'pdf' | 'audio' | 'video' | 'zip' | 'object' | 'material' | 'texture';

/** What the server answers for a stored file, as far as it is used. */
export type StoredAnswer = Pick<StoredUpload, 'uuid' | 'imageLink' | 'originalFilename'> & {
  sameContent?: StoredUpload['sameContent'];
};

/** What is kept of it: all that an import call needs to claim the file, and the items that have the same one. */
export interface Stored extends Omit<StoredAnswer, 'sameContent'> {
  heldBy?: readonly { uuid: string; pressmark: string }[];
}

export function storedOf({ uuid, imageLink, originalFilename, sameContent = [] }: StoredAnswer): Stored {
  const items = new Map(sameContent.map((one) => [one.culturalItemUuid, one.pressmark]));
  const heldBy = [...items].map(([item, pressmark]) => ({ uuid: item, pressmark }));
  return { uuid, imageLink, originalFilename, ...(heldBy.length > 0 && { heldBy }) };
}

/** How a file's sending stands. */
export interface SentFile {
  /** File name as the user has it. */
  name: string;
  size_bytes: number;
  /** Absent in what earlier versions kept: an image. */
  kind?: FileKind;
  /** Known from the moment that its sending begins, so that it is recognised when it is chosen again. */
  sha256?: string;
  /** Where its sending goes on. */
  uploadUrl?: string;
  stored?: Stored;
}

/** What is sent beside a model. */
export type UploadPart = SentFile & { kind: 'material' | 'texture' };

export interface UploadAsset extends SentFile {
  assetUploadId: string;
  assetType: AssetType;
  status: UploadStatus;
  /** They are sent before the model itself. */
  parts?: UploadPart[];
  /** The model lacks a material or a texture, which can be added. */
  missing?: UploadPart['kind'][];
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
  /** The user has halted its sending. */
  paused?: boolean;
  /** It was cut off while its files were sent: it waits for them to be chosen again. */
  interrupted?: boolean;
  /** The tab that sends the files; only it can know whether they still go. */
  tabId: string;
  /** Grows with each change, so that of two tabs' versions the newer is known. */
  revision: number;
}

export function isActive(record: UploadRecord): boolean {
  return record.status === 'IN_PROGRESS' || record.status === 'PROCESSING';
}

/** The import of a new item failed as a whole: its files have the same failure, which the row shows once. */
export function isImportFailure({ failure }: UploadRecord): boolean {
  return failure?.stage === 'import' && failure.code !== 'no-assets';
}

/** The types of asset that occur among these. */
export function typesOf(assets: readonly UploadAsset[]): AssetType[] {
  return [...new Set(assets.map(({ assetType }) => assetType))];
}

/** One file of an asset: the asset's own, or what is sent beside a model. */
export interface FilePlace {
  /** Names the file within this browser. */
  key: string;
  asset: UploadAsset;
  file: SentFile;
  part?: UploadPart['kind'];
}

/** All files of an asset, in the order in which they are sent. */
export function filesOf(asset: UploadAsset): FilePlace[] {
  const parts = (asset.parts ?? []).map((file) => ({
    key: `${asset.assetUploadId}/${file.kind}`,
    asset,
    file,
    part: file.kind,
  }));
  return [...parts, { key: asset.assetUploadId, asset, file: asset }];
}

/** Whether nothing of an asset is left to send. */
export function isStored(asset: UploadAsset): asset is UploadAsset & { stored: Stored } {
  return filesOf(asset).every(({ file }) => file.stored !== undefined);
}

/** Stored with all that goes beside it, and neither claimed by an import nor refused by one. */
export function awaitsImport(asset: UploadAsset): asset is UploadAsset & { stored: Stored } {
  return isStored(asset) && asset.importId === undefined && asset.failure === undefined;
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
