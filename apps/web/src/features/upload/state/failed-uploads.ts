import { isProblem } from '../../../lib/api-problem.ts';
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

/** What a user can do after a failure: repeat a stage, send other files, or add a missing part of a model. */
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

  /** Repeats the failed stage of one asset: sending, the import call, or the server's processing. */
  async retryAsset(itemUploadId: string, assetUploadId: string): Promise<void> {
    const asset = this.#store.asset(itemUploadId, assetUploadId);
    if (asset?.failure === undefined) return;
    if (asset.failure.stage === 'processing' && asset.stored) {
      try {
        await this.#api.retryAsset(asset.stored.uuid, asset.assetType);
      } catch (error) {
        // Somebody else has repeated it already.
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
   * Repeats the import of a new item with the stored files, under another pressmark if one is given. Files that failed
   * for lack of a connection are sent first.
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

  /** The files of a failed asset that have to be chosen again: the refused ones, and those that this page no longer has. */
  toChoose({ assetUploadId, failure }: UploadAsset): FilePlace[] {
    const asset = this.#find(assetUploadId);
    if (asset === undefined || failure?.stage !== 'upload') return [];
    const isUseless = (part: FilePlace['part']) => failure.retryable === false && failure.part === part;
    return filesOf(asset).filter(
      (place) => place.file.stored === undefined && (!this.#isHeld(place) || isUseless(place.part)),
    );
  }

  /**
   * Sends other files in place of those of `toChoose`. Where there are several, each is recognised by its kind: a model has
   * one file of each.
   * @returns the names of the files that still have to be chosen; the asset is sent once there are none
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

  /** Adds a material or a texture that the server found to be missing; the model is then processed again. */
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
