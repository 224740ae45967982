import type { EngineParts } from './engine-parts.ts';
import { FailedUploads } from './failed-uploads.ts';
import { FileSending } from './file-sending.ts';
import { ImportFollowing } from './import-following.ts';
import { InterruptedUploads } from './interrupted-uploads.ts';
import { ItemImporting } from './item-importing.ts';
import { beginRecord, type NewUpload } from './new-upload.ts';
import { filesOf, isActive, type UploadRecord } from './upload-record.ts';
import { UploadStore } from './upload-store.ts';

/**
 * Sends files, imports them, follows the import, and keeps its records in the browser. `subscribe` and
 * `getSnapshot` are those of its store.
 */
export class UploadEngine {
  readonly #parts: EngineParts;
  readonly #store: UploadStore;
  readonly #following: ImportFollowing;
  readonly #sending: FileSending;
  readonly interrupted: InterruptedUploads;
  readonly failed: FailedUploads;
  readonly subscribe: UploadStore['subscribe'];
  readonly getSnapshot: UploadStore['getSnapshot'];
  readonly onEvent: UploadStore['onEvent'];
  #stopListening: (() => void) | undefined;

  constructor(parts: EngineParts) {
    const store = new UploadStore(parts);
    const following = new ImportFollowing(store, parts);
    const importing = new ItemImporting(store, following, parts.api);
    const sending = new FileSending(store, importing, parts);
    this.#parts = parts;
    this.#store = store;
    this.#following = following;
    this.#sending = sending;
    this.interrupted = new InterruptedUploads(store, sending, parts);
    this.failed = new FailedUploads(store, { sending, importing, following }, parts);
    this.subscribe = store.subscribe;
    this.getSnapshot = store.getSnapshot;
    this.onEvent = store.onEvent;
  }

  /**
   * Continues with the records of an earlier page (catalogue §4): PROCESSING is followed; IN_PROGRESS becomes
   * interrupted, unless an open tab still sends it; COMPLETED counts as seen.
   */
  async open(): Promise<void> {
    if (this.#stopListening) return;
    const { storage, peers } = this.#parts;
    this.#stopListening = this.#store.listen();
    const kept = storage.load();
    const isSent = (record: UploadRecord) => record.status === 'IN_PROGRESS' && !record.interrupted;
    this.#store.dispatch({ type: 'restored', records: kept.filter((record) => !isSent(record)) });
    this.#store.dispatch({ type: 'seen', status: 'COMPLETED' });
    const following = this.#following.open();
    const sending = kept.filter(isSent);
    if (sending.length > 0) {
      const living = await peers.living();
      for (const record of sending) {
        this.#store.dispatch({ type: 'synced', record });
        if (!living.has(record.tabId)) {
          this.#store.dispatch({ type: 'interrupted', itemUploadId: record.itemUploadId });
        }
      }
    }
    await following;
  }

  /** Stops following and listening; files that are being sent go on. */
  close(): void {
    this.#stopListening?.();
    this.#stopListening = undefined;
    this.#following.close();
  }

  /** Polls the imports at once. */
  lookNow(): void {
    this.#following.lookNow();
  }

  /** Begins an upload and returns its id at once; its record shows everything else. */
  start(upload: NewUpload): string {
    const { record, files } = beginRecord(upload, this.#parts);
    for (const [key, file] of files) this.#sending.files.set(key, file);
    this.#store.dispatch({ type: 'started', record });
    this.#sending.sendAll(record.itemUploadId);
    return record.itemUploadId;
  }

  /** Pauses the sending of a record's files; the server keeps what it has received. */
  pause(itemUploadId: string): void {
    if (!this.#store.ownSending().some((record) => record.itemUploadId === itemUploadId)) return;
    this.#store.dispatch({ type: 'paused', itemUploadId, paused: true });
    this.#sending.stop(itemUploadId);
  }

  resume(itemUploadId: string): void {
    this.#store.dispatch({ type: 'paused', itemUploadId, paused: false });
    this.#sending.sendAll(itemUploadId);
  }

  /** Whether this tab sends the record's files. */
  isOwn(record: UploadRecord): boolean {
    return this.#store.isOwn(record);
  }

  /** Removes a record and stops sending its files. What the server has made of them stays. */
  remove(itemUploadId: string): void {
    this.#remove([itemUploadId]);
  }

  removeCompleted(): void {
    const completed = this.getSnapshot().records.filter((record) => record.status === 'COMPLETED');
    this.#remove(completed.map((record) => record.itemUploadId));
  }

  #remove(itemUploadIds: readonly string[]): void {
    for (const itemUploadId of itemUploadIds) {
      const record = this.#store.record(itemUploadId) ?? this.#store.interrupted(itemUploadId);
      for (const { key } of record?.assets.flatMap(filesOf) ?? []) this.#sending.files.delete(key);
      this.#sending.stop(itemUploadId);
      this.#following.forgetLook(itemUploadId);
    }
    this.#store.remove(itemUploadIds);
  }

  /** The user has noticed how each record ended. */
  markSeen(): void {
    const { records, interrupted } = this.getSnapshot();
    const ended = [...records.filter((record) => !isActive(record)), ...interrupted];
    if (ended.some((record) => !record.seen)) this.#store.dispatch({ type: 'seen' });
  }

  /** Whether this tab is sending files, which leaving the page would interrupt. */
  isSending(): boolean {
    return this.#store.ownSending().length > 0;
  }

  /** Called when the page goes away: marks the records whose files it was sending as interrupted. */
  interruptSending(): void {
    for (const { itemUploadId } of this.#store.ownSending()) {
      this.#store.dispatch({ type: 'interrupted', itemUploadId });
    }
  }
}
