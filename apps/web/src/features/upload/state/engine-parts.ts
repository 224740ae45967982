import type { UploadApi } from './upload-api.ts';
import type { UploadRecord } from './upload-record.ts';

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

/** What the upload engine needs from outside. */
export interface EngineParts {
  api: UploadApi;
  storage: RecordStorage;
  clock: Clock;
  peers: Peers;
  newId(): string;
}
