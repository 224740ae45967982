import { type Readable } from 'node:stream';

/** There is no room for what was to be written: the disk is full, or the account's share of it. */
export class StorageFull extends Error {
  override name = 'StorageFull';
}

/** The storage can't be reached, read or written: a disk that went away or read-only, a right that is missing. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

export interface StoredFile {
  size_bytes: number;
  /** Lower-case hexadecimal. */
  sha256: string;
}

/** A file as the storage lists it. */
export interface ListedFile {
  readonly key: string;
  readonly size_bytes: number;
  /** When it was last written, milliseconds since 1970 by the storage's clock. */
  readonly written_ms: number;
}

/** A file from which parts are read at will. */
export interface RandomFile {
  readonly size_bytes: number;
  /** As that of a file handle. */
  read(into: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  close(): Promise<void>;
}

/**
 * Where the files of the installation are (decisions §1 and §6). A key is a relative POSIX path of letters,
 * digits, `_`, `-` and `.`, no segment of which begins with a dot; every key of a tenant begins with
 * `tenants/{id}/`. A key that is anything else throws a TypeError before the storage is touched.
 */
export interface Storage {
  /**
   * Streams into a new file of a folder of `stage()`, hashing as it passes; on the disk when it resolves. A
   * source that fails or is aborted leaves nothing, and the source is destroyed on failure.
   * @throws StorageFull, StorageUnavailable
   */
  receive(path: string, source: Readable): Promise<StoredFile>;
  /**
   * A private folder for files that come in or are being made. Whoever asked for it removes it; what a killed process left
   * is swept at the next start once a day old.
   * @throws StorageFull, StorageUnavailable
   */
  stage(): Promise<{ path: string; remove(): Promise<void> }>;
  /**
   * Moves a finished file out of a folder of `stage()` to its key, replacing what was there.
   * @throws StorageFull, StorageUnavailable
   */
  adopt(path: string, key: string): Promise<{ size_bytes: number }>;
  /**
   * Where there is nothing, the stream fails with the code ENOENT, before its first byte. `bytesRead` counts
   * what has left the storage so far.
   * @param range in bytes from 0, both ends included, as in a Range header
   */
  read(key: string, range?: { start: number; end: number }): Readable & { readonly bytesRead: number };
  /**
   * Size in bytes, or undefined where there is nothing.
   * @throws StorageUnavailable
   */
  size(key: string): Promise<number | undefined>;
  /**
   * When it was last written, as in a list but of now, or undefined where there is nothing.
   * @throws StorageUnavailable
   */
  written_ms(key: string): Promise<number | undefined>;
  /**
   * Every file, in the order of the keys' bytes; what comes or goes meanwhile may be in it or not.
   * @throws StorageUnavailable
   */
  list(): AsyncIterable<ListedFile>;
  /** Idempotent. */
  remove(key: string): Promise<void>;
  /**
   * A path that libraries can open until it is released; with object storage it is a local copy. Where
   * there is nothing, either this rejects or opening the path fails.
   */
  localPath(key: string): Promise<{ path: string; release(): Promise<void> }>;
  /**
   * A file of which single parts are wanted, such as tiles; with object storage nothing else of it is fetched. What is
   * under the key must not be replaced meanwhile.
   * @throws with the code ENOENT where there is nothing; StorageUnavailable
   */
  openForReading(key: string): Promise<RandomFile>;
  /**
   * Whether the store can be written now (for `/readyz`).
   * @throws StorageFull, StorageUnavailable
   */
  check(): Promise<void>;
  /**
   * Removes what killed processes left half written and nobody has written to for the given time.
   * @returns how many files and folders went
   */
  sweep(olderThan_ms: number): Promise<number>;
}
