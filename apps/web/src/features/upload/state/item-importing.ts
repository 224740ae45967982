import { isProblem } from '../../../lib/api-problem.ts';
import { failureFrom } from './failure-from.ts';
import { fileToImport } from './file-to-import.ts';
import type { ImportFollowing } from './import-following.ts';
import type { UploadApi } from './upload-api.ts';
import {
  awaitsImport,
  typesOf,
  type AssetType,
  type Stored,
  type UploadAsset,
  type UploadRecord,
} from './upload-record.ts';
import type { UploadStore } from './upload-store.ts';

/** Calls the imports that make an item, or assets of an item, of stored files. */
export class ItemImporting {
  readonly #store: UploadStore;
  readonly #following: ImportFollowing;
  readonly #api: UploadApi;
  /** Records whose import calls run; `again` when the record changed meanwhile. */
  readonly #running = new Map<string, { again: boolean }>();

  constructor(store: UploadStore, following: ImportFollowing, api: UploadApi) {
    this.#store = store;
    this.#following = following;
    this.#api = api;
  }

  /** Makes the import calls that are due for a record; calls that overlap become one more round. */
  async advance(itemUploadId: string): Promise<void> {
    const running = this.#running.get(itemUploadId);
    if (running) {
      running.again = true;
      return;
    }
    const round = { again: true };
    this.#running.set(itemUploadId, round);
    try {
      while (round.again) {
        round.again = false;
        await this.#importDue(itemUploadId);
      }
    } finally {
      this.#running.delete(itemUploadId);
    }
  }

  async #importDue(itemUploadId: string): Promise<void> {
    const record = this.#store.record(itemUploadId);
    if (record === undefined) return;
    if (record.itemUuid === undefined) await this.#importNew(record);
    else await this.#importInOrder(itemUploadId, record.itemUuid);
  }

  /** One call for the whole item, once no file is under way any more. */
  async #importNew(record: UploadRecord): Promise<void> {
    const { itemUploadId } = record;
    if (record.failure || record.assets.some((asset) => asset.status === 'IN_PROGRESS')) return;
    const assets = record.assets.filter(awaitsImport);
    if (assets.length === 0) {
      const failure = { stage: 'import', code: 'no-assets' } as const;
      this.#store.dispatch({ type: 'importFailed', itemUploadId, failure });
      return;
    }
    const of = (type: AssetType) => assets.filter(({ assetType }) => assetType === type).map(fileToImport);
    try {
      const answer = await this.#api.importItem({
        pressmark: record.pressmark,
        sgtt: record.name,
        autn: record.author,
        parentCollectionsUuids: [record.collectionUuid],
        images: of('images'),
        audios: of('audios'),
        videos: of('videos'),
        model3Ds: of('model3Ds'),
      });
      const { images, audios, videos, model3Ds } = answer;
      const importIds = Object.fromEntries(
        [images, audios, videos, model3Ds].flat().map(({ uuid, importId }) => [uuid, importId]),
      );
      // A PDF is in none of the item's lists: a call of its own imports it (wire.md).
      this.#store.dispatch({ type: 'imported', itemUploadId, itemUuid: answer.uuid, importIds });
      if (this.#store.record(itemUploadId)?.assets.some(awaitsImport)) {
        await this.#importInOrder(itemUploadId, answer.uuid);
      }
    } catch (error) {
      if (await this.#wasImportedBefore(record, assets, error)) return;
      this.#store.dispatch({ type: 'importFailed', itemUploadId, failure: failureFrom('import', error) });
    }
  }

  /** One call for each file, in the order of the list: a file waits for those before it; failed ones are skipped. */
  async #importInOrder(itemUploadId: string, itemUuid: string): Promise<void> {
    for (;;) {
      const assets = this.#store.record(itemUploadId)?.assets ?? [];
      const asset = assets.find((one) => one.status === 'IN_PROGRESS' || awaitsImport(one));
      if (asset === undefined || !awaitsImport(asset)) return;
      const { assetUploadId, assetType, stored } = asset;
      try {
        const later = assets.slice(assets.indexOf(asset) + 1);
        const position = asset.missing
          ? undefined
          : await this.#positionBefore(later.filter((one) => one.assetType === assetType));
        const { importId } = await this.#api.importAsset({ culturalItemUuid: itemUuid, asset, position });
        this.#following.forgetLook(itemUploadId);
        const importIds = { [stored.uuid]: importId };
        this.#store.dispatch({ type: 'imported', itemUploadId, itemUuid, importIds });
      } catch (error) {
        const record = this.#store.record(itemUploadId);
        if (record && (await this.#wasImportedBefore(record, [asset], error))) continue;
        const failure = failureFrom('import', error);
        this.#store.dispatch({ type: 'assetFailed', itemUploadId, assetUploadId, failure });
      }
    }
  }

  /** The place of the next file that is in the item already; undefined, the end, when there is none. */
  async #positionBefore(later: readonly UploadAsset[]): Promise<number | undefined> {
    for (const { importId, stored, assetType } of later) {
      if (importId === undefined || stored === undefined) continue;
      const place = await this.#api.findPlace(stored.uuid, assetType);
      if (place) return place.position;
    }
    return undefined;
  }

  /**
   * Whether an earlier call, whose answer was lost, had been carried out: the repeated call is refused because of it.
   * The asset has the uuid of the upload, so the item that contains it shows whether the call was ours.
   */
  async #wasImportedBefore(
    { itemUploadId, pressmark, name, author }: UploadRecord,
    assets: readonly (UploadAsset & { stored: Stored })[],
    error: unknown,
  ): Promise<boolean> {
    // PDFs last: they are imported after the item exists.
    const [first] = assets.toSorted((a, b) => Number(a.assetType === 'pdf') - Number(b.assetType === 'pdf'));
    if (first === undefined) return false;
    const isTaken = isProblem(error, 'pressmark-taken');
    if (!isTaken && !isProblem(error, 'upload-claimed')) return false;
    try {
      const place = await this.#api.findPlace(first.stored.uuid, first.assetType);
      if (place === undefined) {
        if (first.assetType !== 'pdf' || !isTaken) return false;
        // An item without files that has our title and author: the call whose answer was lost made it.
        const item = await this.#api.findEmptyItem(pressmark);
        if (item?.sgtt !== name || item.autn !== author) return false;
        this.#store.dispatch({ type: 'imported', itemUploadId, itemUuid: item.uuid, importIds: {} });
        await this.#importInOrder(itemUploadId, item.uuid);
        return true;
      }
      const there = await this.#api.listAssets(place.itemUuid, typesOf(assets));
      const importIds = Object.fromEntries(there.map((asset) => [asset.uuid, asset.importId]));
      if (importIds[first.stored.uuid] === undefined) return false;
      this.#store.dispatch({ type: 'imported', itemUploadId, itemUuid: place.itemUuid, importIds });
      return true;
    } catch {
      return false;
    }
  }
}
