import type { ImportedItem } from '@armarium/contract/import-tracking';
import type { EngineParts } from './engine-parts.ts';
import { typesOf, type UploadRecord } from './upload-record.ts';
import type { UploadStore } from './upload-store.ts';

/** Item polling (catalogue §9). */
export const POLL_MS = 5000;
/** While an item's counts stay the same, its assets are fetched again only this often. */
const LOOK_AGAIN_MS = 30_000;

/** Polls the imports of items while the server processes any of them. */
export class ImportFollowing {
  readonly #store: UploadStore;
  readonly #parts: Pick<EngineParts, 'api' | 'clock'>;
  /** The counts with which an item's assets were last fetched, by `itemUploadId`. */
  readonly #looks = new Map<string, string>();
  #opened = false;
  #cancelPoll: (() => void) | undefined;
  #polling = false;

  constructor(store: UploadStore, parts: Pick<EngineParts, 'api' | 'clock'>) {
    this.#store = store;
    this.#parts = parts;
    store.subscribe(() => this.#schedulePoll());
  }

  /** Polls at once, then every `POLL_MS`. Resolves after the first poll. */
  open(): Promise<void> {
    this.#opened = true;
    this.#schedulePoll();
    return this.#poll();
  }

  close(): void {
    this.#opened = false;
    this.#cancelPoll?.();
    this.#cancelPoll = undefined;
  }

  /** Polls at once, after an event about an import; the next poll follows `POLL_MS` later. */
  lookNow(): void {
    if (!this.#opened) return;
    this.#cancelPoll?.();
    this.#cancelPoll = undefined;
    void this.#poll();
  }

  /** The next poll fetches the item's assets even if its counts are the same. */
  forgetLook(itemUploadId: string): void {
    this.#looks.delete(itemUploadId);
  }

  #followed(): (UploadRecord & { itemUuid: string })[] {
    return this.#store
      .getSnapshot()
      .records.filter(
        (record): record is UploadRecord & { itemUuid: string } =>
          record.status === 'PROCESSING' && record.itemUuid !== undefined,
      );
  }

  #schedulePoll(): void {
    if (!this.#opened || this.#polling || this.#cancelPoll || this.#followed().length === 0) return;
    this.#cancelPoll = this.#parts.clock.after(POLL_MS, () => {
      this.#cancelPoll = undefined;
      void this.#poll();
    });
  }

  async #poll(): Promise<void> {
    const records = this.#followed();
    if (records.length === 0 || this.#polling) return;
    this.#polling = true;
    try {
      const found = await this.#parts.api.findItems([...new Set(records.map(({ itemUuid }) => itemUuid))]);
      const items = new Map(found.map((item) => [item.uuid, item]));
      for (const record of records) await this.#look(record, items.get(record.itemUuid));
    } catch {
      // The server is unreachable or the session has ended: the next poll tries again, and the page shows it elsewhere.
    } finally {
      this.#polling = false;
      this.#schedulePoll();
    }
  }

  async #look(
    { itemUploadId, itemUuid, assets }: UploadRecord & { itemUuid: string },
    item: ImportedItem | undefined,
  ): Promise<void> {
    if (item === undefined) {
      this.#store.dispatch({ type: 'gone', itemUploadId });
      return;
    }
    const look = [
      item.imagesCount,
      item.notReadyImagesCount,
      item.failedImagesCount,
      item.mediaCount,
      item.notReadyMediaCount,
      item.failedMediaCount,
      item.overall.importState,
      Math.floor(this.#parts.clock.now_ms() / LOOK_AGAIN_MS),
    ].join();
    // A file that replaces another one is not counted: where nothing is counted, such a file is being processed.
    const isCounted = item.notReadyImagesCount + item.notReadyMediaCount > 0;
    if (isCounted && this.#looks.get(itemUploadId) === look) return;
    const images = await this.#parts.api.listAssets(itemUuid, typesOf(assets));
    this.#looks.set(itemUploadId, look);
    this.#store.dispatch({ type: 'polled', itemUploadId, item, images });
  }
}
