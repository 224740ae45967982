import type { BodyOf } from '@armarium/contract/operation';
import type { importImage } from '@armarium/contract/imports';
import { ApiProblem, isProblem } from '../../../lib/api-client.ts';
import type { UploadApi } from './upload-api.ts';
import { noUploads, reduceUploads, type UploadAction, type UploadsState } from './upload-reducer.ts';
import { awaitsImport, isActive, type Failure, type Stored, type UploadRecord } from './upload-record.ts';

/** Item polling (catalogue §9). */
export const POLL_MS = 5000;
/** Files that are sent at the same time, over all records. */
const PARALLEL_FILES = 3;
/** How often the progress of one file is told; browsers report it up to twenty times a second. */
const PROGRESS_MS = 200;
/** Without visible change in an item's counts its images are asked for again only this often. */
const LOOK_AGAIN_MS = 30_000;

export interface Clock {
  now_ms(): number;
  /** Calls back once after `delay_ms`; the answer cancels it. */
  after(delay_ms: number, callback: () => void): () => void;
}

export type StoredChange = { saved: UploadRecord } | { removed: string };

/** Where records are kept, one entry each, so that tabs never write over each other's. */
export interface RecordStorage {
  load(): UploadRecord[];
  save(record: UploadRecord): void;
  remove(itemUploadId: string): void;
  /** Changes that other tabs made. The answer stops listening. */
  onChange(listener: (change: StoredChange) => void): () => void;
}

/** The other open tabs of this client. */
export interface Peers {
  readonly tabId: string;
  /** The ids of the tabs that answer within a moment. */
  living(): Promise<ReadonlySet<string>>;
}

export interface EngineParts {
  api: UploadApi;
  storage: RecordStorage;
  clock: Clock;
  peers: Peers;
  newId(): string;
}

export interface NewUpload {
  target:
    | { kind: 'new'; sgtt: string; autn: string; pressmark: string }
    | { kind: 'existing'; uuid: string; sgtt: string; autn: string; pressmark: string };
  /** Parent of a new item, and the way to open an existing one. */
  collectionUuid: string;
  /** In the order that the images shall have. */
  files: readonly File[];
}

/** `started`: by this tab. `finished`: nothing runs for the item any more; told in every tab. */
export interface UploadEvent {
  type: 'started' | 'finished';
  record: UploadRecord;
}

/**
 * Sends files, imports them, follows the import, and keeps its records in the browser. A store for
 * `useSyncExternalStore`: `subscribe` and `getSnapshot` are bound.
 */
export class UploadEngine {
  readonly #parts: EngineParts;
  #state: UploadsState = noUploads;
  readonly #listeners = new Set<() => void>();
  readonly #eventListeners = new Set<(event: UploadEvent) => void>();
  /** Handles on the user's files, never their content; gone with the page. */
  readonly #files = new Map<string, File>();
  readonly #stops = new Map<string, AbortController>();
  readonly #waiting: (() => void)[] = [];
  #sending = 0;
  /** Records whose import is being arranged; `again` when something changed meanwhile. */
  readonly #importing = new Map<string, { again: boolean }>();
  /** What the last look at an item's images was based on. */
  readonly #looks = new Map<string, string>();
  #cancelPoll: (() => void) | undefined;
  #polling = false;
  #opened = false;
  #stopListening: (() => void) | undefined;

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): UploadsState => this.#state;

  onEvent(listener: (event: UploadEvent) => void): () => void {
    this.#eventListeners.add(listener);
    return () => this.#eventListeners.delete(listener);
  }

  /**
   * Takes up what an earlier page left (catalogue §4): PROCESSING is followed on, IN_PROGRESS is dropped
   * unless a living tab still sends it, COMPLETED counts as seen.
   */
  async open(): Promise<void> {
    if (this.#opened) return;
    this.#opened = true;
    const { storage, peers } = this.#parts;
    this.#stopListening = storage.onChange((change) => this.#takeIn(change));
    const kept = storage.load();
    this.#dispatch({
      type: 'restored',
      records: kept.filter((record) => record.status !== 'IN_PROGRESS'),
    });
    this.#dispatch({ type: 'seen', status: 'COMPLETED' });
    const following = this.#poll();
    const sending = kept.filter((record) => record.status === 'IN_PROGRESS');
    if (sending.length > 0) {
      const living = await peers.living();
      for (const record of sending) {
        if (living.has(record.tabId)) this.#dispatch({ type: 'synced', record });
        else storage.remove(record.itemUploadId);
      }
    }
    await following;
  }

  /** Stops following and listening; files that are being sent go on. */
  close(): void {
    this.#opened = false;
    this.#stopListening?.();
    this.#cancelPoll?.();
    this.#cancelPoll = undefined;
  }

  /** Begins an upload and returns its id at once; everything else shows in the record. */
  start({ target, collectionUuid, files }: NewUpload): string {
    const { newId, clock, peers } = this.#parts;
    const itemUploadId = newId();
    const assets = files.map((file) => {
      const assetUploadId = newId();
      this.#files.set(assetUploadId, file);
      return {
        assetUploadId,
        assetType: 'images' as const,
        name: file.name,
        size_bytes: file.size,
        status: 'IN_PROGRESS' as const,
      };
    });
    this.#stops.set(itemUploadId, new AbortController());
    this.#dispatch({
      type: 'started',
      record: {
        itemUploadId,
        name: target.sgtt,
        author: target.autn,
        pressmark: target.pressmark,
        assets,
        startedAt: new Date(clock.now_ms()).toISOString(),
        status: 'IN_PROGRESS',
        seen: false,
        target: target.kind,
        ...(target.kind === 'existing' && { itemUuid: target.uuid }),
        collectionUuid,
        tabId: peers.tabId,
        revision: 1,
      },
    });
    if (assets.length === 0) void this.#advance(itemUploadId);
    for (const { assetUploadId } of assets) void this.#send(itemUploadId, assetUploadId);
    return itemUploadId;
  }

  /** Tries the failed stage of one asset again: sending, the import call, or the server's processing. */
  async retryAsset(itemUploadId: string, assetUploadId: string): Promise<void> {
    const asset = this.#record(itemUploadId)?.assets.find((one) => one.assetUploadId === assetUploadId);
    if (asset?.failure === undefined) return;
    if (asset.failure.stage === 'processing' && asset.stored) {
      try {
        await this.#parts.api.retryImage(asset.stored.uuid);
        this.#looks.delete(itemUploadId);
        this.#dispatch({ type: 'processAgain', itemUploadId, assetUploadId });
      } catch (error) {
        // Somebody else had the same idea: then it runs already.
        if (!isProblem(error, 'not-retryable')) throw error;
        this.#looks.delete(itemUploadId);
        this.#dispatch({ type: 'processAgain', itemUploadId, assetUploadId });
      }
      return;
    }
    if (!asset.stored && !this.#files.has(assetUploadId)) return;
    this.#dispatch({ type: 'sendAgain', itemUploadId, assetUploadId });
    if (asset.stored) await this.#advance(itemUploadId);
    else await this.#send(itemUploadId, assetUploadId);
  }

  /**
   * Tries the import of a new item again with what is stored, under another pressmark if one is given. Files
   * that did not arrive for want of a connection are sent along first.
   */
  async retryImport(itemUploadId: string, pressmark?: string): Promise<void> {
    this.#dispatch({ type: 'importAgain', itemUploadId, ...(pressmark !== undefined && { pressmark }) });
    const missing = (this.#record(itemUploadId)?.assets ?? []).filter(
      ({ failure, assetUploadId }) =>
        failure?.stage === 'upload' && failure.retryable !== false && this.#files.has(assetUploadId),
    );
    for (const { assetUploadId } of missing) {
      this.#dispatch({ type: 'sendAgain', itemUploadId, assetUploadId });
    }
    await Promise.all(missing.map(({ assetUploadId }) => this.#send(itemUploadId, assetUploadId)));
    await this.#advance(itemUploadId);
  }

  /** Whether this page still holds the file, so that it can be sent again. */
  canSendAgain(assetUploadId: string): boolean {
    return this.#files.has(assetUploadId);
  }

  /** Whether this tab sends the record's files. */
  isOwn(record: UploadRecord): boolean {
    return record.tabId === this.#parts.peers.tabId;
  }

  /** Takes a row off the list; files still being sent are stopped. What the server has made stays. */
  remove(itemUploadId: string): void {
    this.#stops.get(itemUploadId)?.abort();
    this.#drop([itemUploadId]);
  }

  removeCompleted(): void {
    this.#drop(
      this.#state.records
        .filter((record) => record.status === 'COMPLETED')
        .map((record) => record.itemUploadId),
    );
  }

  markSeen(): void {
    if (this.#state.records.some((record) => !isActive(record) && !record.seen)) {
      this.#dispatch({ type: 'seen' });
    }
  }

  /** Whether leaving the page would lose something: this tab is sending files. */
  isSending(): boolean {
    return this.#ownSending().length > 0;
  }

  /** For the moment the page goes away: what it was sending can't go on, and must not look as if it did. */
  forgetSending(): void {
    for (const record of this.#ownSending()) this.#parts.storage.remove(record.itemUploadId);
  }

  #ownSending(): UploadRecord[] {
    return this.#state.records.filter((record) => record.status === 'IN_PROGRESS' && this.isOwn(record));
  }

  #record(itemUploadId: string): UploadRecord | undefined {
    return this.#state.records.find((record) => record.itemUploadId === itemUploadId);
  }

  async #send(itemUploadId: string, assetUploadId: string): Promise<void> {
    await this.#turn();
    try {
      const file = this.#files.get(assetUploadId);
      if (file === undefined || this.#record(itemUploadId) === undefined) return;
      const signal = this.#signalOf(itemUploadId);
      let told_ms = -Infinity;
      const onProgress = (sent_bytes: number) => {
        const now_ms = this.#parts.clock.now_ms();
        if (now_ms - told_ms < PROGRESS_MS) return;
        told_ms = now_ms;
        this.#dispatch({ type: 'progressed', assetUploadId, sent_bytes: Math.min(sent_bytes, file.size) });
      };
      const { uuid, imageLink, originalFilename } = await this.#parts.api.storeFile(file, {
        onProgress,
        signal,
      });
      this.#files.delete(assetUploadId);
      this.#dispatch({
        type: 'fileStored',
        itemUploadId,
        assetUploadId,
        stored: { uuid, imageLink, originalFilename },
      });
    } catch (error) {
      const failure = failureFrom('upload', error);
      this.#dispatch({ type: 'assetFailed', itemUploadId, assetUploadId, failure });
    } finally {
      this.#turnOver();
    }
    await this.#advance(itemUploadId);
  }

  #signalOf(itemUploadId: string): AbortSignal {
    let stop = this.#stops.get(itemUploadId);
    if (stop === undefined) {
      stop = new AbortController();
      this.#stops.set(itemUploadId, stop);
    }
    return stop.signal;
  }

  /** Waits until fewer than `PARALLEL_FILES` are under way, first come first served. */
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

  /** Makes the import calls that are due for a record; calls that overlap become one more round. */
  async #advance(itemUploadId: string): Promise<void> {
    const running = this.#importing.get(itemUploadId);
    if (running) {
      running.again = true;
      return;
    }
    const round = { again: true };
    this.#importing.set(itemUploadId, round);
    try {
      while (round.again) {
        round.again = false;
        await this.#importDue(itemUploadId);
      }
    } finally {
      this.#importing.delete(itemUploadId);
    }
  }

  async #importDue(itemUploadId: string): Promise<void> {
    const record = this.#record(itemUploadId);
    if (record === undefined) return;
    if (record.itemUuid === undefined) await this.#importNew(record);
    else await this.#importInOrder(itemUploadId, record.itemUuid);
  }

  /** One call for the whole item, once no file is under way any more. */
  async #importNew(record: UploadRecord): Promise<void> {
    const { itemUploadId } = record;
    if (record.failure || record.assets.some((asset) => asset.status === 'IN_PROGRESS')) return;
    const images = record.assets.filter(awaitsImport).map((asset) => asset.stored);
    if (images.length === 0) {
      this.#dispatch({ type: 'importFailed', itemUploadId, failure: { stage: 'import', code: 'no-assets' } });
      return;
    }
    try {
      const answer = await this.#parts.api.importItem({
        pressmark: record.pressmark,
        sgtt: record.name,
        autn: record.author,
        parentCollectionsUuids: [record.collectionUuid],
        images: images.map(imageToImport),
        audios: [],
        videos: [],
        model3Ds: [],
      });
      const importIds = Object.fromEntries(answer.images.map((image) => [image.uuid, image.importId]));
      this.#dispatch({ type: 'imported', itemUploadId, itemUuid: answer.uuid, importIds });
    } catch (error) {
      if (await this.#wasImportedBefore(itemUploadId, images, error)) return;
      this.#dispatch({ type: 'importFailed', itemUploadId, failure: failureFrom('import', error) });
    }
  }

  /** One call a file, in the order of the list: a file waits for those before it, failed ones are passed over. */
  async #importInOrder(itemUploadId: string, itemUuid: string): Promise<void> {
    for (;;) {
      const assets = this.#record(itemUploadId)?.assets ?? [];
      const asset = assets.find((one) => one.status === 'IN_PROGRESS' || awaitsImport(one));
      if (asset === undefined || !awaitsImport(asset)) return;
      const { assetUploadId, stored } = asset;
      try {
        const position = await this.#positionBefore(assets.slice(assets.indexOf(asset) + 1));
        const body: BodyOf<typeof importImage> = {
          culturalItemUuid: itemUuid,
          ...imageToImport(stored),
          ...(position !== undefined && { position }),
        };
        const { importId } = await this.#parts.api.importImage(body);
        this.#looks.delete(itemUploadId);
        this.#dispatch({ type: 'imported', itemUploadId, itemUuid, importIds: { [stored.uuid]: importId } });
      } catch (error) {
        if (await this.#wasImportedBefore(itemUploadId, [stored], error)) continue;
        const failure = failureFrom('import', error);
        this.#dispatch({ type: 'assetFailed', itemUploadId, assetUploadId, failure });
      }
    }
  }

  /** The place of the next file that is in the item already; undefined, the end, when there is none. */
  async #positionBefore(later: UploadRecord['assets']): Promise<number | undefined> {
    for (const { importId, stored } of later) {
      if (importId === undefined || stored === undefined) continue;
      const place = await this.#parts.api.findPlace(stored.uuid);
      if (place) return place.position;
    }
    return undefined;
  }

  /**
   * A call whose answer got lost was perhaps carried out; repeated, it is refused because of itself. The
   * upload's uuid is the asset's, so where the asset stands tells whether it was ours.
   */
  async #wasImportedBefore(
    itemUploadId: string,
    images: readonly Stored[],
    error: unknown,
  ): Promise<boolean> {
    const [first] = images;
    if (first === undefined) return false;
    if (!isProblem(error, 'pressmark-taken') && !isProblem(error, 'upload-claimed')) return false;
    try {
      const place = await this.#parts.api.findPlace(first.uuid);
      if (place === undefined) return false;
      const there = await this.#parts.api.listImages(place.itemUuid);
      const importIds = Object.fromEntries(there.map((image) => [image.uuid, image.importId]));
      if (importIds[first.uuid] === undefined) return false;
      this.#dispatch({ type: 'imported', itemUploadId, itemUuid: place.itemUuid, importIds });
      return true;
    } catch {
      return false;
    }
  }

  #followed(): (UploadRecord & { itemUuid: string })[] {
    return this.#state.records.filter(
      (record): record is UploadRecord & { itemUuid: string } =>
        record.status === 'PROCESSING' && record.itemUuid !== undefined,
    );
  }

  /** Looks at once at what is followed, where something was told of it; the next look counts from now. */
  lookNow(): void {
    if (!this.#opened) return;
    this.#cancelPoll?.();
    this.#cancelPoll = undefined;
    void this.#poll();
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
      const { api, clock } = this.#parts;
      const found = await api.findItems([...new Set(records.map((record) => record.itemUuid))]);
      const items = new Map(found.map((item) => [item.uuid, item]));
      for (const { itemUploadId, itemUuid } of records) {
        const item = items.get(itemUuid);
        if (item === undefined) {
          this.#dispatch({ type: 'gone', itemUploadId });
          continue;
        }
        const { imagesCount, notReadyImagesCount, failedImagesCount, overall } = item;
        const period = Math.floor(clock.now_ms() / LOOK_AGAIN_MS);
        const look = [
          imagesCount,
          notReadyImagesCount,
          failedImagesCount,
          overall.importState,
          period,
        ].join();
        if (this.#looks.get(itemUploadId) === look) continue;
        const images = await api.listImages(itemUuid);
        this.#looks.set(itemUploadId, look);
        this.#dispatch({ type: 'polled', itemUploadId, item, images });
      }
    } catch {
      // The server is away or the session over; the next round asks again, and the page says so elsewhere.
    } finally {
      this.#polling = false;
      this.#schedulePoll();
    }
  }

  #takeIn(change: StoredChange): void {
    if ('saved' in change) {
      this.#dispatch({ type: 'synced', record: change.saved });
      return;
    }
    const record = this.#record(change.removed);
    if (record === undefined) return;
    // Another tab took this one for dead, yet here its files are still being sent.
    if (this.#ownSending().includes(record)) this.#parts.storage.save(record);
    else this.#dispatch({ type: 'removed', itemUploadIds: [change.removed] });
  }

  #drop(itemUploadIds: readonly string[]): void {
    for (const itemUploadId of itemUploadIds) {
      for (const { assetUploadId } of this.#record(itemUploadId)?.assets ?? []) {
        this.#files.delete(assetUploadId);
      }
      this.#looks.delete(itemUploadId);
      this.#stops.delete(itemUploadId);
      this.#parts.storage.remove(itemUploadId);
    }
    this.#dispatch({ type: 'removed', itemUploadIds });
  }

  #dispatch(action: UploadAction): void {
    const before = this.#state;
    const after = reduceUploads(before, action);
    if (after === before) return;
    this.#state = after;
    const fromStorage = action.type === 'restored' || action.type === 'synced';
    for (const record of after.records) {
      const earlier = before.records.find((one) => one.itemUploadId === record.itemUploadId);
      if (earlier === record) continue;
      if (!fromStorage) this.#parts.storage.save(record);
      if (action.type === 'started') this.#tell({ type: 'started', record });
      if (earlier === undefined) continue;
      if (isActive(earlier) && !isActive(record)) this.#tell({ type: 'finished', record });
    }
    for (const listener of this.#listeners) listener();
    this.#schedulePoll();
  }

  #tell(event: UploadEvent): void {
    for (const listener of this.#eventListeners) listener(event);
  }
}

function imageToImport({ uuid, imageLink, originalFilename }: Stored) {
  // The title of an image is its file's name until somebody gives it a better one.
  return { uuid, imageLink, originalFilename, sgtt: withoutExtension(originalFilename), autn: '' };
}

function withoutExtension(fileName: string): string {
  return fileName.replace(/(?<=.)\.[a-z0-9]{1,5}$/i, '');
}

/** What no second attempt with the same file changes. */
const finalCodes: ReadonlySet<string> = new Set(['file-refused', 'too-large', 'unsupported-media-type']);

function failureFrom(stage: Failure['stage'], error: unknown): Failure {
  if (!(error instanceof ApiProblem)) return { stage, code: 'internal' };
  const { code, fields } = error.problem;
  const [refusal] = fields;
  return {
    stage,
    code,
    ...(finalCodes.has(code) && { retryable: false }),
    // The server looked at the file and says what is wrong with it.
    ...(code === 'file-refused' && refusal && { cause: refusal.code, nextStep: refusal.message }),
  };
}
