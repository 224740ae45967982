import { isProblem } from '../../../lib/api-client.ts';
import { kindOf } from './content-types.ts';
import type { EngineParts } from './engine-parts.ts';
import type { FileSending } from './file-sending.ts';
import type { ImportFollowing } from './import-following.ts';
import type { ItemImporting } from './item-importing.ts';
import { filesOf, type FilePlace, type UploadAsset, type UploadPart } from './upload-record.ts';
import type { UploadStore } from './upload-store.ts';

interface Stages {
  sending: FileSending;
  importing: ItemImporting;
  following: ImportFollowing;
}

/** What the user does about what failed: tries a stage again, sends other files, or adds what a model lacks. */
export class FailedUploads {
  readonly #store: UploadStore;
  readonly #stages: Stages;
  readonly #api: EngineParts['api'];
  readonly #tabId: string;

  constructor(store: UploadStore, stages: Stages, { api, peers }: Pick<EngineParts, 'api' | 'peers'>) {
    this.#store = store;
    this.#stages = stages;
    this.#api = api;
    this.#tabId = peers.tabId;
  }

  /** Whether this page still holds all that is to be sent of an asset. */
  canSendAgain(assetUploadId: string): boolean {
    const asset = this.#find(assetUploadId);
    return asset !== undefined && filesOf(asset).every((place) => place.file.stored || this.#isHeld(place));
  }

  /** Tries the failed stage of one asset again: sending, the import call, or the server's processing. */
  async retryAsset(itemUploadId: string, assetUploadId: string): Promise<void> {
    const asset = this.#store.asset(itemUploadId, assetUploadId);
    if (asset?.failure === undefined) return;
    if (asset.failure.stage === 'processing' && asset.stored) {
      try {
        await this.#api.retryAsset(asset.stored.uuid, asset.assetType);
      } catch (error) {
        // Somebody else had the same idea: then it runs already.
        if (!isProblem(error, 'not-retryable')) throw error;
      }
      this.#stages.following.forgetLook(itemUploadId);
      this.#store.dispatch({ type: 'processAgain', itemUploadId, assetUploadId });
      return;
    }
    const unsent = filesOf(asset).filter(({ file }) => !file.stored);
    if (!unsent.every((place) => this.#isHeld(place))) return;
    this.#store.dispatch({ type: 'sendAgain', itemUploadId, tabId: this.#tabId, assetUploadId });
    if (unsent.length === 0) await this.#stages.importing.advance(itemUploadId);
    else await this.#stages.sending.send(itemUploadId, assetUploadId);
  }

  /**
   * Tries the import of a new item again with what is stored, under another pressmark if one is given. Files
   * that did not arrive for want of a connection are sent along first.
   */
  async retryImport(itemUploadId: string, pressmark?: string): Promise<void> {
    const tabId = this.#tabId;
    const other = pressmark !== undefined && { pressmark };
    this.#store.dispatch({ type: 'importAgain', itemUploadId, tabId, ...other });
    const missing = (this.#store.record(itemUploadId)?.assets ?? []).filter(
      ({ failure, assetUploadId }) =>
        failure?.stage === 'upload' && failure.retryable !== false && this.canSendAgain(assetUploadId),
    );
    for (const { assetUploadId } of missing) {
      this.#store.dispatch({ type: 'sendAgain', itemUploadId, tabId, assetUploadId });
    }
    const { sending, importing } = this.#stages;
    await Promise.all(missing.map(({ assetUploadId }) => sending.send(itemUploadId, assetUploadId)));
    await importing.advance(itemUploadId);
  }

  /** What of a failed asset has to be chosen anew: what was refused or is gone, and what this page no longer has. */
  toChoose({ assetUploadId, failure }: UploadAsset): FilePlace[] {
    const asset = this.#find(assetUploadId);
    if (asset === undefined || failure?.stage !== 'upload') return [];
    const isUseless = (part: FilePlace['part']) => failure.retryable === false && failure.part === part;
    return filesOf(asset).filter(
      (place) => place.file.stored === undefined && (!this.#isHeld(place) || isUseless(place.part)),
    );
  }

  /**
   * Sends other files in place of those that failed, or that this page no longer has. Where several are to be chosen,
   * their kinds tell which is which: a model has one file of each.
   * @returns the names of the files that have to be chosen still; the asset is sent once there are none
   */
  async sendInstead(itemUploadId: string, assetUploadId: string, chosen: readonly File[]): Promise<string[]> {
    const asset = this.#store.asset(itemUploadId, assetUploadId);
    const places = asset ? this.toChoose(asset) : [];
    const fits = ({ file: { kind } }: FilePlace) =>
      chosen.find((file) => places.length === 1 || kindOf('separate', file.name) === kind);
    const missing = places.filter((place) => fits(place) === undefined);
    for (const place of places) {
      const file = fits(place);
      if (file === undefined) continue;
      const { key, part } = place;
      this.#stages.sending.files.set(key, file);
      const which = { itemUploadId, assetUploadId, ...(part && { part }) };
      this.#store.dispatch({ type: 'fileChanged', ...which, name: file.name, size_bytes: file.size });
    }
    if (missing.length > 0 || asset === undefined) return missing.map(({ file }) => file.name);
    this.#store.dispatch({ type: 'sendAgain', itemUploadId, tabId: this.#tabId, assetUploadId });
    await this.#stages.sending.send(itemUploadId, assetUploadId);
    return [];
  }

  /** Adds a material or a texture that a model was found to lack; the model is then prepared again. */
  async addPart(
    itemUploadId: string,
    assetUploadId: string,
    kind: UploadPart['kind'],
    file: File,
  ): Promise<void> {
    this.#stages.sending.files.set(`${assetUploadId}/${kind}`, file);
    const part = { kind, name: file.name, size_bytes: file.size };
    this.#store.dispatch({ type: 'partAdded', itemUploadId, tabId: this.#tabId, assetUploadId, part });
    await this.#stages.sending.send(itemUploadId, assetUploadId);
  }

  #find(assetUploadId: string): UploadAsset | undefined {
    const assets = this.#store.getSnapshot().records.flatMap((record) => record.assets);
    return assets.find((one) => one.assetUploadId === assetUploadId);
  }

  #isHeld({ key }: FilePlace): boolean {
    return this.#stages.sending.files.has(key);
  }
}
