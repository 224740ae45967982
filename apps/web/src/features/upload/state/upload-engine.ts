import { isProblem } from '../../../lib/api-client.ts';
import { kindOf } from './content-types.ts';
import { failureFrom } from './failure-from.ts';
import { fileToImport } from './file-to-import.ts';
import { findMissingFiles } from './missing-files.ts';
import { FileGone, type UploadApi } from './upload-api.ts';
import { noUploads, reduceUploads, type UploadAction, type UploadsState } from './upload-reducer.ts';
import {
  awaitsImport,
  filesOf,
  isActive,
  storedOf,
  type AssetType,
  type FileKind,
  type FilePlace,
  type Stored,
  type UploadAsset,
  type UploadPart,
  type UploadRecord,
} from './upload-record.ts';

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

/** A file of the user's, or one that the server has fetched already. */
export interface NewFile {
  kind: FileKind;
  name: string;
  size_bytes: number;
  file?: File | undefined;
  stored?: Stored | undefined;
}

export interface NewAsset extends NewFile {
  assetType: AssetType;
  /** What goes beside a model. */
  parts?: readonly NewFile[];
}

export interface NewUpload {
  target:
    | { kind: 'new'; sgtt: string; autn: string; pressmark: string }
    | { kind: 'existing'; uuid: string; sgtt: string; autn: string; pressmark: string };
  /** Parent of a new item, and the way to open an existing one. */
  collectionUuid: string;
  /** In the order that they shall have. */
  assets: readonly NewAsset[];
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
  /** Assets that are sent, or wait for their turn. */
  readonly #underWay = new Set<string>();
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
   * Takes up what an earlier page left (catalogue §4): PROCESSING is followed on; IN_PROGRESS leaves the list
   * unless a living tab still sends it, and waits among the interrupted; COMPLETED counts as seen.
   */
  async open(): Promise<void> {
    if (this.#opened) return;
    this.#opened = true;
    const { storage, peers } = this.#parts;
    this.#stopListening = storage.onChange((change) => this.#takeIn(change));
    const kept = storage.load();
    const isSent = (record: UploadRecord) => record.status === 'IN_PROGRESS' && !record.interrupted;
    this.#dispatch({ type: 'restored', records: kept.filter((record) => !isSent(record)) });
    this.#dispatch({ type: 'seen', status: 'COMPLETED' });
    const following = this.#poll();
    const sending = kept.filter(isSent);
    if (sending.length > 0) {
      const living = await peers.living();
      for (const record of sending) {
        this.#dispatch({ type: 'synced', record });
        if (!living.has(record.tabId)) {
          this.#dispatch({ type: 'interrupted', itemUploadId: record.itemUploadId });
        }
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
  start({ target, collectionUuid, assets: wanted }: NewUpload): string {
    const { newId, clock, peers } = this.#parts;
    const itemUploadId = newId();
    const assets = wanted.map(({ assetType, parts = [], ...main }): UploadAsset => {
      const assetUploadId = newId();
      const sent = ({ file, stored, ...known }: NewFile, key: string) => {
        if (file) this.#files.set(key, file);
        return { ...known, ...(stored && { stored }) };
      };
      const beside = parts.map((part) => sent(part, `${assetUploadId}/${part.kind}`) as UploadPart);
      const isStored = main.stored !== undefined;
      return {
        ...sent(main, assetUploadId),
        assetUploadId,
        assetType,
        status: isStored ? 'PROCESSING' : 'IN_PROGRESS',
        ...(beside.length > 0 && { parts: beside }),
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
    this.#sendAll(itemUploadId);
    return itemUploadId;
  }

  /** Sends what is not under way yet; where nothing is left to send, the import calls follow. */
  #sendAll(itemUploadId: string): void {
    const assets = this.#record(itemUploadId)?.assets ?? [];
    const sending = assets.filter(({ status }) => status === 'IN_PROGRESS');
    if (sending.length === 0) void this.#advance(itemUploadId);
    for (const { assetUploadId } of sending) void this.#send(itemUploadId, assetUploadId);
  }

  /** Halts the sending of a record's files; what has arrived of them stays. */
  pause(itemUploadId: string): void {
    if (!this.#ownSending().some((record) => record.itemUploadId === itemUploadId)) return;
    this.#dispatch({ type: 'paused', itemUploadId, paused: true });
    this.#stops.get(itemUploadId)?.abort();
    this.#stops.set(itemUploadId, new AbortController());
  }

  resume(itemUploadId: string): void {
    this.#dispatch({ type: 'paused', itemUploadId, paused: false });
    this.#sendAll(itemUploadId);
  }

  /**
   * Goes on with an upload that was cut off: each file that is still missing is looked for among the chosen ones, by
   * its checksum where that is known, else by name and size; what the server has already is not sent again.
   * @returns the names of the files that are missing still; the upload goes on once there are none
   */
  async takeUp(itemUploadId: string, chosen: readonly File[]): Promise<string[]> {
    const record = this.#state.interrupted.find((one) => one.itemUploadId === itemUploadId);
    if (record === undefined) return [];
    const { assets, files, missing } = await findMissingFiles(record, chosen, this.#parts.api, (key) =>
      this.#files.has(key),
    );
    for (const [key, file] of files) this.#files.set(key, file);
    if (missing.length === 0) this.#goOn(itemUploadId, assets);
    else this.#dispatch({ type: 'found', itemUploadId, assets });
    return missing.map(({ file }) => file.name);
  }

  /** Whether anything is there with which an upload that was cut off could go on without the rest. */
  hasSome(record: UploadRecord): boolean {
    return this.#whatIsThere(record).length > 0;
  }

  /**
   * Goes on with an upload that was cut off, without the files that neither the server nor this page has.
   * @returns whether it goes on: the server may have swept all that it had
   * @throws ApiProblem where the server can't be asked
   */
  async leaveMissing(itemUploadId: string): Promise<boolean> {
    if ((await this.takeUp(itemUploadId, [])).length === 0) return true;
    const record = this.#state.interrupted.find((one) => one.itemUploadId === itemUploadId);
    const assets = record ? this.#whatIsThere(record) : [];
    if (assets.length === 0) return false;
    this.#goOn(itemUploadId, assets);
    return true;
  }

  #whatIsThere(record: UploadRecord): UploadAsset[] {
    const isThere = ({ key, file }: FilePlace) => file.stored !== undefined || this.#files.has(key);
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
    this.#dispatch({ type: 'takenUp', itemUploadId, tabId: this.#parts.peers.tabId, assets });
    this.#sendAll(itemUploadId);
  }

  /** What of a failed asset has to be chosen anew: what was refused or is gone, and what this page no longer has. */
  toChoose({ assetUploadId, failure }: UploadAsset): FilePlace[] {
    const asset = this.#state.records
      .flatMap(({ assets }) => assets)
      .find((one) => one.assetUploadId === assetUploadId);
    if (asset === undefined || failure?.stage !== 'upload') return [];
    const isUseless = (part: FilePlace['part']) => failure.retryable === false && failure.part === part;
    return filesOf(asset).filter(
      ({ key, file, part }) => file.stored === undefined && (!this.#files.has(key) || isUseless(part)),
    );
  }

  /**
   * Sends other files in place of those that failed, or that this page no longer has. Where several are to be chosen,
   * their kinds tell which is which: a model has one file of each.
   * @returns the names of the files that have to be chosen still; the asset is sent once there are none
   */
  async sendInstead(itemUploadId: string, assetUploadId: string, chosen: readonly File[]): Promise<string[]> {
    const asset = this.#assetOf(itemUploadId, assetUploadId);
    const places = asset ? this.toChoose(asset) : [];
    const { tabId } = this.#parts.peers;
    const fits = ({ file: { kind } }: FilePlace) =>
      chosen.find((file) => places.length === 1 || kindOf('separate', file.name) === kind);
    const missing = places.filter((place) => fits(place) === undefined);
    for (const place of places) {
      const file = fits(place);
      if (file === undefined) continue;
      const { key, part } = place;
      const { name, size: size_bytes } = file;
      this.#files.set(key, file);
      const which = { itemUploadId, assetUploadId, ...(part && { part }) };
      this.#dispatch({ type: 'fileChanged', ...which, name, size_bytes });
    }
    if (missing.length > 0 || asset === undefined) return missing.map(({ file }) => file.name);
    this.#dispatch({ type: 'sendAgain', itemUploadId, tabId, assetUploadId });
    await this.#send(itemUploadId, assetUploadId);
    return [];
  }

  /** Adds a material or a texture that a model was found to lack; the model is then prepared again. */
  async addPart(
    itemUploadId: string,
    assetUploadId: string,
    kind: UploadPart['kind'],
    file: File,
  ): Promise<void> {
    const { tabId } = this.#parts.peers;
    this.#files.set(`${assetUploadId}/${kind}`, file);
    const part = { kind, name: file.name, size_bytes: file.size };
    this.#dispatch({ type: 'partAdded', itemUploadId, tabId, assetUploadId, part });
    await this.#send(itemUploadId, assetUploadId);
  }

  /** Tries the failed stage of one asset again: sending, the import call, or the server's processing. */
  async retryAsset(itemUploadId: string, assetUploadId: string): Promise<void> {
    const asset = this.#record(itemUploadId)?.assets.find((one) => one.assetUploadId === assetUploadId);
    if (asset?.failure === undefined) return;
    if (asset.failure.stage === 'processing' && asset.stored) {
      try {
        await this.#parts.api.retryAsset(asset.stored.uuid, asset.assetType);
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
    const unsent = filesOf(asset).filter(({ file }) => !file.stored);
    if (unsent.some(({ key }) => !this.#files.has(key))) return;
    const { tabId } = this.#parts.peers;
    this.#dispatch({ type: 'sendAgain', itemUploadId, tabId, assetUploadId });
    if (unsent.length === 0) await this.#advance(itemUploadId);
    else await this.#send(itemUploadId, assetUploadId);
  }

  /**
   * Tries the import of a new item again with what is stored, under another pressmark if one is given. Files
   * that did not arrive for want of a connection are sent along first.
   */
  async retryImport(itemUploadId: string, pressmark?: string): Promise<void> {
    const { tabId } = this.#parts.peers;
    this.#dispatch({
      type: 'importAgain',
      itemUploadId,
      tabId,
      ...(pressmark !== undefined && { pressmark }),
    });
    const missing = (this.#record(itemUploadId)?.assets ?? []).filter(
      ({ failure, assetUploadId }) =>
        failure?.stage === 'upload' && failure.retryable !== false && this.canSendAgain(assetUploadId),
    );
    for (const { assetUploadId } of missing) {
      this.#dispatch({ type: 'sendAgain', itemUploadId, tabId, assetUploadId });
    }
    await Promise.all(missing.map(({ assetUploadId }) => this.#send(itemUploadId, assetUploadId)));
    await this.#advance(itemUploadId);
  }

  /** Whether this page still holds all that is to be sent of an asset. */
  canSendAgain(assetUploadId: string): boolean {
    const assets = this.#state.records.flatMap((record) => record.assets);
    const asset = assets.find((one) => one.assetUploadId === assetUploadId);
    return (
      asset !== undefined && filesOf(asset).every(({ file, key }) => file.stored || this.#files.has(key))
    );
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
    const { records, interrupted } = this.#state;
    const ended = [...records.filter((record) => !isActive(record)), ...interrupted];
    if (ended.some((record) => !record.seen)) {
      this.#dispatch({ type: 'seen' });
    }
  }

  /** Whether leaving the page would lose something: this tab is sending files. */
  isSending(): boolean {
    return this.#ownSending().length > 0;
  }

  /** For the moment the page goes away: what it was sending can't go on, and must not look as if it did. */
  interruptSending(): void {
    for (const { itemUploadId } of this.#ownSending()) this.#dispatch({ type: 'interrupted', itemUploadId });
  }

  #ownSending(): UploadRecord[] {
    return this.#state.records.filter((record) => record.status === 'IN_PROGRESS' && this.isOwn(record));
  }

  #record(itemUploadId: string): UploadRecord | undefined {
    return this.#state.records.find((record) => record.itemUploadId === itemUploadId);
  }

  /** Sends the files of an asset that are not stored yet, what goes beside a model first. */
  async #send(itemUploadId: string, assetUploadId: string): Promise<void> {
    if (this.#underWay.has(assetUploadId)) return;
    this.#underWay.add(assetUploadId);
    await this.#turn();
    const signal = this.#signalOf(itemUploadId);
    const asset = () => this.#assetOf(itemUploadId, assetUploadId);
    let failing: FilePlace['part'];
    try {
      if (this.#record(itemUploadId)?.paused) return;
      for (const { key, part } of filesOf(asset() ?? noAsset)) {
        const place = filesOf(asset() ?? noAsset).find((one) => one.key === key);
        if (place === undefined) return;
        failing = part;
        const stored = place.file.stored ?? (await this.#sendFile(itemUploadId, place, signal));
        this.#dispatch({ type: 'fileStored', itemUploadId, assetUploadId, ...(part && { part }), stored });
      }
    } catch (error) {
      // Halted: it goes on when the user says so.
      if (signal.aborted) return;
      const failure = { ...failureFrom('upload', error), ...(failing && { part: failing }) };
      this.#dispatch({ type: 'assetFailed', itemUploadId, assetUploadId, failure });
    } finally {
      this.#underWay.delete(assetUploadId);
      this.#turnOver();
      this.#dispatch({ type: 'waits', assetUploadId, waits: false });
      // Taken up again before its end was heard of.
      const record = this.#record(itemUploadId);
      if (signal.aborted && record && !record.paused) void this.#send(itemUploadId, assetUploadId);
    }
    await this.#advance(itemUploadId);
  }

  async #sendFile(
    itemUploadId: string,
    { key, asset, file: sent, part }: FilePlace,
    signal: AbortSignal,
  ): Promise<Stored> {
    const file = this.#files.get(key);
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
        this.#dispatch({ type: 'progressed', assetUploadId, sent_bytes: all_bytes });
      },
      onNote: (note) =>
        this.#dispatch({ type: 'fileNoted', itemUploadId, assetUploadId, ...(part && { part }), note }),
      onWaiting: (waits) => this.#dispatch({ type: 'waits', assetUploadId, waits }),
      signal,
    });
    this.#files.delete(key);
    return storedOf(answer);
  }

  #assetOf(itemUploadId: string, assetUploadId: string): UploadAsset | undefined {
    return this.#record(itemUploadId)?.assets.find((one) => one.assetUploadId === assetUploadId);
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
    const assets = record.assets.filter(awaitsImport);
    if (assets.length === 0) {
      this.#dispatch({ type: 'importFailed', itemUploadId, failure: { stage: 'import', code: 'no-assets' } });
      return;
    }
    const of = (type: AssetType) => assets.filter(({ assetType }) => assetType === type).map(fileToImport);
    try {
      const answer = await this.#parts.api.importItem({
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
      // A PDF is none of the item's lists: it follows by a call of its own (wire.md).
      this.#dispatch({ type: 'imported', itemUploadId, itemUuid: answer.uuid, importIds });
      if (this.#record(itemUploadId)?.assets.some(awaitsImport)) {
        await this.#importInOrder(itemUploadId, answer.uuid);
      }
    } catch (error) {
      if (await this.#wasImportedBefore(record, assets, error)) return;
      this.#dispatch({ type: 'importFailed', itemUploadId, failure: failureFrom('import', error) });
    }
  }

  /** One call a file, in the order of the list: a file waits for those before it, failed ones are passed over. */
  async #importInOrder(itemUploadId: string, itemUuid: string): Promise<void> {
    for (;;) {
      const assets = this.#record(itemUploadId)?.assets ?? [];
      const asset = assets.find((one) => one.status === 'IN_PROGRESS' || awaitsImport(one));
      if (asset === undefined || !awaitsImport(asset)) return;
      const { assetUploadId, assetType, stored } = asset;
      try {
        const later = assets.slice(assets.indexOf(asset) + 1);
        const position = asset.missing
          ? undefined
          : await this.#positionBefore(later.filter((one) => one.assetType === assetType));
        const { importId } = await this.#parts.api.importAsset({
          culturalItemUuid: itemUuid,
          asset,
          position,
        });
        this.#looks.delete(itemUploadId);
        this.#dispatch({ type: 'imported', itemUploadId, itemUuid, importIds: { [stored.uuid]: importId } });
      } catch (error) {
        const record = this.#record(itemUploadId);
        if (record && (await this.#wasImportedBefore(record, [asset], error))) continue;
        const failure = failureFrom('import', error);
        this.#dispatch({ type: 'assetFailed', itemUploadId, assetUploadId, failure });
      }
    }
  }

  /** The place of the next file that is in the item already; undefined, the end, when there is none. */
  async #positionBefore(later: readonly UploadAsset[]): Promise<number | undefined> {
    for (const { importId, stored, assetType } of later) {
      if (importId === undefined || stored === undefined) continue;
      const place = await this.#parts.api.findPlace(stored.uuid, assetType);
      if (place) return place.position;
    }
    return undefined;
  }

  /**
   * A call whose answer got lost was perhaps carried out; repeated, it is refused because of itself. The
   * upload's uuid is the asset's, so where the asset stands tells whether it was ours.
   */
  async #wasImportedBefore(
    { itemUploadId, pressmark, name, author }: UploadRecord,
    assets: readonly (UploadAsset & { stored: Stored })[],
    error: unknown,
  ): Promise<boolean> {
    // What was sent in its lists; a PDF comes after the item is there.
    const [first] = assets.toSorted((a, b) => Number(a.assetType === 'pdf') - Number(b.assetType === 'pdf'));
    if (first === undefined) return false;
    const isTaken = isProblem(error, 'pressmark-taken');
    if (!isTaken && !isProblem(error, 'upload-claimed')) return false;
    const { api } = this.#parts;
    try {
      const place = await api.findPlace(first.stored.uuid, first.assetType);
      if (place === undefined) {
        if (first.assetType !== 'pdf' || !isTaken) return false;
        // An item without any file that is called as ours: made by the call whose answer got lost.
        const item = await api.findEmptyItem(pressmark);
        if (item?.sgtt !== name || item.autn !== author) return false;
        this.#dispatch({ type: 'imported', itemUploadId, itemUuid: item.uuid, importIds: {} });
        await this.#importInOrder(itemUploadId, item.uuid);
        return true;
      }
      const there = await api.listAssets(place.itemUuid, typesOf(assets));
      const importIds = Object.fromEntries(there.map((asset) => [asset.uuid, asset.importId]));
      if (importIds[first.stored.uuid] === undefined) return false;
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
      for (const { itemUploadId, itemUuid, assets } of records) {
        const item = items.get(itemUuid);
        if (item === undefined) {
          this.#dispatch({ type: 'gone', itemUploadId });
          continue;
        }
        const period = Math.floor(clock.now_ms() / LOOK_AGAIN_MS);
        const look = [
          item.imagesCount,
          item.notReadyImagesCount,
          item.failedImagesCount,
          item.mediaCount,
          item.notReadyMediaCount,
          item.failedMediaCount,
          item.overall.importState,
          period,
        ].join();
        // What takes the place of a file that is shown is not counted: where nothing else is open, it is that.
        const isCounted = item.notReadyImagesCount + item.notReadyMediaCount > 0;
        if (isCounted && this.#looks.get(itemUploadId) === look) continue;
        const images = await api.listAssets(itemUuid, typesOf(assets));
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
      const { itemUploadId, interrupted, revision } = change.saved;
      // Another tab took this one for dead, yet here its files are still being sent.
      if (interrupted && this.#ownSending().some((record) => record.itemUploadId === itemUploadId)) {
        this.#dispatch({ type: 'stillSent', itemUploadId, revision });
      } else this.#dispatch({ type: 'synced', record: change.saved });
      return;
    }
    const record = this.#record(change.removed);
    // Removed in a tab that did not know that it was being sent here.
    if (record && this.#ownSending().includes(record)) this.#parts.storage.save(record);
    else this.#dispatch({ type: 'removed', itemUploadIds: [change.removed] });
  }

  #drop(itemUploadIds: readonly string[]): void {
    for (const itemUploadId of itemUploadIds) {
      const records = [...this.#state.records, ...this.#state.interrupted];
      const assets = records.find((record) => record.itemUploadId === itemUploadId)?.assets ?? [];
      for (const { key } of assets.flatMap(filesOf)) this.#files.delete(key);
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
    const was = new Map([...before.records, ...before.interrupted].map((one) => [one.itemUploadId, one]));
    for (const record of [...after.records, ...after.interrupted]) {
      const earlier = was.get(record.itemUploadId);
      if (earlier === record) continue;
      if (!fromStorage) this.#parts.storage.save(record);
      if (action.type === 'started') this.#tell({ type: 'started', record });
      if (earlier === undefined) continue;
      if (isActive(earlier) && !isActive(record) && !record.interrupted)
        this.#tell({ type: 'finished', record });
    }
    for (const listener of this.#listeners) listener();
    this.#schedulePoll();
  }

  #tell(event: UploadEvent): void {
    for (const listener of this.#eventListeners) listener(event);
  }
}

/** In place of one that was removed meanwhile: nothing of it is to be sent. */
const noAsset: UploadAsset = {
  assetUploadId: '',
  assetType: 'images',
  name: '',
  size_bytes: 0,
  status: 'ERROR',
};

function typesOf(assets: readonly UploadAsset[]): AssetType[] {
  return [...new Set(assets.map(({ assetType }) => assetType))];
}
