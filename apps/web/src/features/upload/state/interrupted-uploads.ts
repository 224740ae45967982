import { findMissingFiles } from './missing-files.ts';
import type { EngineParts } from './engine-parts.ts';
import type { FileSending } from './file-sending.ts';
import { filesOf, type FilePlace, type UploadAsset, type UploadRecord } from './upload-record.ts';
import type { UploadStore } from './upload-store.ts';

/** Uploads that were interrupted while their files were being sent. They continue once the files are chosen again. */
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
   * Continues an upload. Each missing file is looked for among the chosen ones, by its checksum where that is known,
   * else by name and size; files that the server has are not sent again.
   * @returns the names of the files that are still missing; the upload continues once there are none
   * @throws ApiProblem where the server can't be reached
   */
  async takeUp(itemUploadId: string, chosen: readonly File[]): Promise<string[]> {
    const record = this.#store.interrupted(itemUploadId);
    if (record === undefined) return [];
    const held = this.#sending.files;
    const isHeld = (key: string) => held.has(key);
    const { assets, files, missing } = await findMissingFiles(record, chosen, this.#parts.api, isHeld);
    for (const [key, file] of files) held.set(key, file);
    if (missing.length === 0) this.#goOn(itemUploadId, assets);
    else this.#store.dispatch({ type: 'found', itemUploadId, assets });
    return missing.map(({ file }) => file.name);
  }

  /** Whether the server or this page has any file with which an upload could continue. */
  hasSome(record: UploadRecord): boolean {
    return this.#whatIsThere(record).length > 0;
  }

  /**
   * Continues an upload without the files that neither the server nor this page has.
   * @returns whether it continues: the server may have removed all files
   * @throws ApiProblem where the server can't be reached
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
