import type { EngineParts } from './engine-parts.ts';
import type { FileSending } from './file-sending.ts';
import { filesOf, type FilePlace, type UploadAsset, type UploadRecord } from './upload-record.ts';
import type { UploadStore } from './upload-store.ts';

/** Uploads that were cut off while their files were sent: they go on once the files are chosen again. */
export class InterruptedUploads {
  readonly #store: UploadStore;
  readonly #sending: FileSending;
  readonly #parts: Pick<EngineParts, 'api' | 'peers'>;

  constructor(store: UploadStore, sending: FileSending, parts: Pick<EngineParts, 'api' | 'peers'>) {
    this.#store = store;
    this.#sending = sending;
    this.#parts = parts;
  }

  /**
   * Goes on with an upload: each file that is still missing is looked for among the chosen ones, by its checksum
   * where that is known, else by name and size; what the server has already is not sent again.
   * @returns the names of the files that are missing still; the upload goes on once there are none
   * @throws ApiProblem where the server can't be asked
   */
  async takeUp(itemUploadId: string, chosen: readonly File[]): Promise<string[]> {
    const record = this.#store.interrupted(itemUploadId);
    if (record === undefined) return [];
    const { findMissingFiles } = await import('./missing-files.ts');
    const held = this.#sending.files;
    const isHeld = (key: string) => held.has(key);
    const { assets, files, missing } = await findMissingFiles(record, chosen, this.#parts.api, isHeld);
    for (const [key, file] of files) held.set(key, file);
    if (missing.length === 0) this.#goOn(itemUploadId, assets);
    else this.#store.dispatch({ type: 'found', itemUploadId, assets });
    return missing.map(({ file }) => file.name);
  }

  /** Whether anything is there with which an upload could go on without the rest. */
  hasSome(record: UploadRecord): boolean {
    return this.#whatIsThere(record).length > 0;
  }

  /**
   * Goes on with an upload without the files that neither the server nor this page has.
   * @returns whether it goes on: the server may have swept all that it had
   * @throws ApiProblem where the server can't be asked
   */
  async leaveMissing(itemUploadId: string): Promise<boolean> {
    if ((await this.takeUp(itemUploadId, [])).length === 0) return true;
    const record = this.#store.interrupted(itemUploadId);
    const assets = record ? this.#whatIsThere(record) : [];
    if (assets.length === 0) return false;
    this.#goOn(itemUploadId, assets);
    return true;
  }

  #whatIsThere(record: UploadRecord): UploadAsset[] {
    const isThere = ({ key, file }: FilePlace) => file.stored !== undefined || this.#sending.files.has(key);
    return record.assets
      .filter(
        (asset) => asset.importId !== undefined || filesOf(asset).some((one) => !one.part && isThere(one)),
      )
      .map((asset) => {
        const places = filesOf(asset);
        const parts = asset.parts?.filter((part) =>
          places.some((one) => one.part === part.kind && isThere(one)),
        );
        return { ...asset, ...(parts && { parts }) };
      });
  }

  #goOn(itemUploadId: string, assets: UploadAsset[]): void {
    this.#store.dispatch({ type: 'takenUp', itemUploadId, tabId: this.#parts.peers.tabId, assets });
    this.#sending.sendAll(itemUploadId);
  }
}
