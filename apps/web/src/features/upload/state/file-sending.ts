import type { EngineParts } from './engine-parts.ts';
import { failureFrom } from './failure-from.ts';
import type { ItemImporting } from './item-importing.ts';
import { FileGone } from './upload-api.ts';
import { filesOf, storedOf, type FilePlace, type Stored, type UploadAsset } from './upload-record.ts';
import type { UploadStore } from './upload-store.ts';

/** Files that are sent at the same time, over all records. */
const PARALLEL_FILES = 3;
/** How often the progress of one file is dispatched; browsers report it up to twenty times a second. */
const PROGRESS_MS = 200;

/** Sends the files of assets, and starts the import calls that become due. */
export class FileSending {
  /** The user's files by the key of their place. A `File` is a handle; it is lost with the page. */
  readonly files = new Map<string, File>();
  readonly #store: UploadStore;
  readonly #importing: ItemImporting;
  readonly #parts: Pick<EngineParts, 'api' | 'clock'>;
  readonly #stops = new Map<string, AbortController>();
  /** Assets that are being sent, or wait for their turn. */
  readonly #underWay = new Set<string>();
  readonly #waiting: (() => void)[] = [];
  #sending = 0;

  constructor(store: UploadStore, importing: ItemImporting, parts: Pick<EngineParts, 'api' | 'clock'>) {
    this.#store = store;
    this.#importing = importing;
    this.#parts = parts;
  }

  /** Sends the assets that are not being sent yet; where all are sent, starts the import calls. */
  sendAll(itemUploadId: string): void {
    const assets = this.#store.record(itemUploadId)?.assets ?? [];
    const sending = assets.filter(({ status }) => status === 'IN_PROGRESS');
    if (sending.length === 0) void this.#importing.advance(itemUploadId);
    for (const { assetUploadId } of sending) void this.send(itemUploadId, assetUploadId);
  }

  /** Halts the sending of a record's files. */
  stop(itemUploadId: string): void {
    this.#stops.get(itemUploadId)?.abort();
    this.#stops.delete(itemUploadId);
  }

  /** Sends the files of an asset that are not stored yet, what goes beside a model first. */
  async send(itemUploadId: string, assetUploadId: string): Promise<void> {
    if (this.#underWay.has(assetUploadId)) return;
    this.#underWay.add(assetUploadId);
    await this.#turn();
    const signal = this.#signalOf(itemUploadId);
    const places = () => filesOf(this.#store.asset(itemUploadId, assetUploadId) ?? noAsset);
    let failing: FilePlace['part'];
    try {
      if (this.#store.record(itemUploadId)?.paused) return;
      for (const { key, part } of places()) {
        const place = places().find((one) => one.key === key);
        if (place === undefined) return;
        failing = part;
        const stored = place.file.stored ?? (await this.#sendFile(itemUploadId, place, signal));
        const which = { itemUploadId, assetUploadId, ...(part && { part }) };
        this.#store.dispatch({ type: 'fileStored', ...which, stored });
      }
    } catch (error) {
      // Paused or removed.
      if (signal.aborted) return;
      const failure = { ...failureFrom('upload', error), ...(failing && { part: failing }) };
      this.#store.dispatch({ type: 'assetFailed', itemUploadId, assetUploadId, failure });
    } finally {
      this.#underWay.delete(assetUploadId);
      this.#turnOver();
      this.#store.dispatch({ type: 'waits', assetUploadId, waits: false });
      // Resumed before the aborted request had ended.
      const record = this.#store.record(itemUploadId);
      if (signal.aborted && record && !record.paused) void this.send(itemUploadId, assetUploadId);
    }
    await this.#importing.advance(itemUploadId);
  }

  async #sendFile(
    itemUploadId: string,
    { key, asset, file: sent, part }: FilePlace,
    signal: AbortSignal,
  ): Promise<Stored> {
    const file = this.files.get(key);
    if (file === undefined) throw new FileGone();
    const { assetUploadId } = asset;
    let told_ms = -Infinity;
    const before_bytes = filesOf(asset).reduce(
      (sum, one) => sum + (one.file.stored ? one.file.size_bytes : 0),
      0,
    );
    const answer = await this.#parts.api.storeFile(file, {
      kind: sent.kind ?? 'image',
      sha256: sent.sha256,
      uploadUrl: sent.uploadUrl,
      onProgress: (sent_bytes) => {
        const now_ms = this.#parts.clock.now_ms();
        if (now_ms - told_ms < PROGRESS_MS) return;
        told_ms = now_ms;
        const all_bytes = before_bytes + Math.min(sent_bytes, file.size);
        this.#store.dispatch({ type: 'progressed', assetUploadId, sent_bytes: all_bytes });
      },
      onNote: (note) => {
        const which = { itemUploadId, assetUploadId, ...(part && { part }) };
        this.#store.dispatch({ type: 'fileNoted', ...which, note });
      },
      onWaiting: (waits) => this.#store.dispatch({ type: 'waits', assetUploadId, waits }),
      signal,
    });
    this.files.delete(key);
    return storedOf(answer);
  }

  #signalOf(itemUploadId: string): AbortSignal {
    let stop = this.#stops.get(itemUploadId);
    if (stop === undefined) {
      stop = new AbortController();
      this.#stops.set(itemUploadId, stop);
    }
    return stop.signal;
  }

  /** Waits until fewer than `PARALLEL_FILES` files are being sent; in the order of the calls. */
  async #turn(): Promise<void> {
    if (this.#sending < PARALLEL_FILES) {
      this.#sending += 1;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #turnOver(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#sending -= 1;
  }
}

/** Stands for an asset that was removed meanwhile: none of its files is sent. */
const noAsset: UploadAsset = {
  assetUploadId: '',
  assetType: 'images',
  name: '',
  size_bytes: 0,
  status: 'ERROR',
};
