import type { EngineParts, StoredChange } from './engine-parts.ts';
import { reduceUploads, type UploadAction } from './upload-reducer.ts';
import { isActive, type UploadAsset, type UploadRecord } from './upload-record.ts';
import { noUploads, type UploadsState } from './upload-state.ts';

/** `started`: by this tab. `finished`: nothing runs for the item any more; emitted in every tab. */
export interface UploadEvent {
  type: 'started' | 'finished';
  record: UploadRecord;
}

/**
 * The state of the uploads. Applies actions to it, keeps its records in the browser's storage, and takes over the changes
 * of other tabs.
 * A store for `useSyncExternalStore`: `subscribe` and `getSnapshot` are bound.
 */
export class UploadStore {
  readonly #storage: EngineParts['storage'];
  readonly #tabId: string;
  #state: UploadsState = noUploads;
  readonly #listeners = new Set<() => void>();
  readonly #eventListeners = new Set<(event: UploadEvent) => void>();

  constructor({ storage, peers }: Pick<EngineParts, 'storage' | 'peers'>) {
    this.#storage = storage;
    this.#tabId = peers.tabId;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): UploadsState => this.#state;

  readonly onEvent = (listener: (event: UploadEvent) => void): (() => void) => {
    this.#eventListeners.add(listener);
    return () => this.#eventListeners.delete(listener);
  };

  /** Takes over the changes of other tabs. @returns stops that */
  listen(): () => void {
    return this.#storage.onChange((change) => this.#takeOver(change));
  }

  record(itemUploadId: string): UploadRecord | undefined {
    return this.#state.records.find((record) => record.itemUploadId === itemUploadId);
  }

  interrupted(itemUploadId: string): UploadRecord | undefined {
    return this.#state.interrupted.find((record) => record.itemUploadId === itemUploadId);
  }

  asset(itemUploadId: string, assetUploadId: string): UploadAsset | undefined {
    return this.record(itemUploadId)?.assets.find((one) => one.assetUploadId === assetUploadId);
  }

  /** Whether this tab sends the record's files. */
  isOwn(record: UploadRecord): boolean {
    return record.tabId === this.#tabId;
  }

  /** The records whose files this tab is sending. */
  ownSending(): UploadRecord[] {
    return this.#state.records.filter((record) => record.status === 'IN_PROGRESS' && this.isOwn(record));
  }

  dispatch(action: UploadAction): void {
    const before = this.#state;
    const after = reduceUploads(before, action);
    if (after === before) return;
    this.#state = after;
    const fromStorage = action.type === 'restored' || action.type === 'synced';
    const was = new Map([...before.records, ...before.interrupted].map((one) => [one.itemUploadId, one]));
    for (const record of [...after.records, ...after.interrupted]) {
      const earlier = was.get(record.itemUploadId);
      if (earlier === record) continue;
      if (!fromStorage) this.#storage.save(record);
      if (action.type === 'started') this.#tell({ type: 'started', record });
      if (earlier === undefined) continue;
      if (isActive(earlier) && !isActive(record) && !record.interrupted)
        this.#tell({ type: 'finished', record });
    }
    for (const listener of this.#listeners) listener();
  }

  remove(itemUploadIds: readonly string[]): void {
    for (const itemUploadId of itemUploadIds) this.#storage.remove(itemUploadId);
    this.dispatch({ type: 'removed', itemUploadIds });
  }

  #takeOver(change: StoredChange): void {
    if ('saved' in change) {
      const { itemUploadId, interrupted, revision } = change.saved;
      // Another tab took this one for closed, but it is still sending the files.
      if (interrupted && this.ownSending().some((record) => record.itemUploadId === itemUploadId)) {
        this.dispatch({ type: 'stillSent', itemUploadId, revision });
      } else this.dispatch({ type: 'synced', record: change.saved });
      return;
    }
    const record = this.record(change.removed);
    // Removed by a tab that did not know that this one is sending the files.
    if (record && this.ownSending().includes(record)) this.#storage.save(record);
    else this.dispatch({ type: 'removed', itemUploadIds: [change.removed] });
  }

  #tell(event: UploadEvent): void {
    for (const listener of this.#eventListeners) listener(event);
  }
}
