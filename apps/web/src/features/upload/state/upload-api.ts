import type { BodyOf, AnswerOf } from '@armarium/contract/operation';
import type { ImportedImage, ImportedItem } from '@armarium/contract/import-tracking';
import type { importImage, importItem } from '@armarium/contract/imports';
import type { UnclaimedUpload } from '@armarium/contract/uploads';
import type { AssetType, FileKind, Stored, StoredAnswer, UploadAsset } from './upload-record.ts';

export interface SendOptions {
  kind: FileKind;
  /** Where an earlier attempt ended, and what it found the file to be. */
  sha256?: string | undefined;
  uploadUrl?: string | undefined;
  onProgress(sent_bytes: number): void;
  /** What has to be known for going on later. */
  onNote(note: { sha256?: string; uploadUrl?: string }): void;
  /** Whether it waits for the connection, or for the server, to come back. */
  onWaiting(waits: boolean): void;
  signal: AbortSignal;
}

/** Where an asset goes: the item, its place there, and how it is called. */
export interface AssetImport {
  culturalItemUuid: string;
  asset: UploadAsset & { stored: Stored };
  position?: number | undefined;
}

/** The file can no longer be read: it was moved, deleted or changed while it was being sent. */
export class FileGone extends Error {
  override readonly name = 'FileGone';
}

/** The calls of the upload engine to the server; every call fails with `ApiProblem`. */
export interface UploadApi {
  /**
   * Sends one file, through lost connections and restarted servers; the signal aborts it.
   * @throws FileGone where it can't be read any more
   */
  storeFile(file: File, options: SendOptions): Promise<StoredAnswer>;
  /** @throws FileGone as `storeFile` */
  checksumOf(file: File, signal?: AbortSignal): Promise<string>;
  /** What the server keeps of this account that no record has claimed. */
  listUnclaimed(): Promise<(StoredAnswer & Pick<UnclaimedUpload, 'sha256' | 'kind'>)[]>;
  importItem(body: BodyOf<typeof importItem>): Promise<AnswerOf<typeof importItem>>;
  importAsset(what: AssetImport): Promise<AnswerOf<typeof importImage>>;
  retryAsset(uuid: string, type: AssetType): Promise<unknown>;
  /** The imports of these items; items that no longer exist are left out. */
  findItems(uuids: readonly string[]): Promise<ImportedItem[]>;
  /** Every asset of an item of these types with its import stages. */
  listAssets(itemUuid: string, types: readonly AssetType[]): Promise<ImportedImage[]>;
  /** Where an asset stands, or undefined when no record claimed the upload of that uuid. */
  findPlace(uuid: string, type: AssetType): Promise<{ itemUuid: string; position: number } | undefined>;
  /** The item of a pressmark, where it has no files at all. */
  findEmptyItem(pressmark: string): Promise<{ uuid: string; sgtt: string; autn: string } | undefined>;
}
