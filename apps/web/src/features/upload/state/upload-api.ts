import type { BodyOf, AnswerOf } from '@armarium/contract/operation';
import type { importImage, ImportedImage, ImportedItem, importItem } from '@armarium/contract/imports';
import type { Stored } from './upload-record.ts';

/** What the upload engine asks of the server; every call fails with `ApiProblem`. */
export interface UploadApi {
  /** Streams one file to the server; the signal aborts it. */
  storeFile(
    file: File,
    options: { onProgress: (sent_bytes: number) => void; signal: AbortSignal },
  ): Promise<Stored>;
  importItem(body: BodyOf<typeof importItem>): Promise<AnswerOf<typeof importItem>>;
  importImage(body: BodyOf<typeof importImage>): Promise<AnswerOf<typeof importImage>>;
  retryImage(uuid: string): Promise<unknown>;
  /** The imports of these items; items that no longer exist are left out. */
  findItems(uuids: readonly string[]): Promise<ImportedItem[]>;
  /** Every image of an item with its import stages. */
  listImages(itemUuid: string): Promise<ImportedImage[]>;
  /** Where an image stands, or undefined when no record claimed the upload of that uuid. */
  findPlace(imageUuid: string): Promise<{ itemUuid: string; position: number } | undefined>;
}
