import { type Readable } from 'node:stream';

/** There is no room for a file: the disk is full, or the quota of the account is used up. */
export class StorageFull extends Error {
  override name = 'StorageFull';
}

/** The storage can't be reached, read or written: the disk is gone or read-only, or a right is missing. */
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
  /** When it was last written, in milliseconds since 1970 by the clock of the storage. */
  readonly written_ms: number;
}

/** A file that can be read at any position. */
export interface RandomFile {
  readonly size_bytes: number;
  /** Reads as `FileHandle.read` of Node does. */
  read(into: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  close(): Promise<void>;
}

/**
 * The storage of the files of the installation (decisions §1 and §6). A key is a relative POSIX path of letters,
 * digits, `_`, `-` and `.`. No segment of it begins with a dot. Every key of a tenant begins with `tenants/{id}/`. All
 * methods throw a TypeError for any other text, before they use the storage.
 */
export interface Storage {
  /**
   * Writes a source into a new file of a folder of `stage()`, and computes its digest. The file is on the disk when
   * the promise resolves. A source that fails or is aborted leaves no file, and is destroyed.
   * @throws StorageFull, StorageUnavailable
   */
  receive(path: string, source: Readable): Promise<StoredFile>;
  /**
   * Makes a private folder for files that are received or made. The caller removes it. The folder of a killed process
   * is removed by the first start after a day.
   * @throws StorageFull, StorageUnavailable
   */
  stage(): Promise<{ path: string; remove(): Promise<void> }>;
  /** The disk on which files are received: its size, and the bytes that are free. @throws StorageUnavailable */
  room(): Promise<{ free_bytes: number; disk_bytes: number }>;
  /**
   * Moves a finished file out of a folder of `stage()` to its key, and replaces a file that has the key.
   * @throws StorageFull, StorageUnavailable
   */
  adopt(path: string, key: string): Promise<{ size_bytes: number }>;
  /**
   * Reads a file. Where there is none, the stream fails with the code ENOENT before its first byte. `bytesRead`
   * counts the bytes that the storage has sent so far.
   * @param range in bytes from 0, both ends included, as in a Range header
   */
  read(key: string, range?: { start: number; end: number }): Readable & { readonly bytesRead: number };
  /**
   * Returns the size in bytes, or undefined where there is no file.
   * @throws StorageUnavailable
   */
  size(key: string): Promise<number | undefined>;
  /**
   * Returns when the file was last written, as `ListedFile` has it, or undefined where there is no file.
   * @throws StorageUnavailable
   */
  written_ms(key: string): Promise<number | undefined>;
  /**
   * Lists all files in the byte order of their keys. A file that is added or removed meanwhile may be missing.
   * @throws StorageUnavailable
   */
  list(): AsyncIterable<ListedFile>;
  /** Removes a file; a missing one is no error. */
  remove(key: string): Promise<void>;
  /**
   * Returns a path that libraries can open until it is released. With an object storage it is that of a local copy.
   * Where there is no file, either this rejects or opening the path fails.
   */
  localPath(key: string): Promise<{ path: string; release(): Promise<void> }>;
  /**
   * Opens a file of which single parts are needed, such as tiles. With an object storage only those are requested. The
   * file must not be replaced meanwhile.
   * @throws with the code ENOENT where there is no file; StorageUnavailable
   */
  openForReading(key: string): Promise<RandomFile>;
  /**
   * Checks that the storage can be written now (for `/readyz`).
   * @throws StorageFull, StorageUnavailable
   */
  check(): Promise<void>;
  /**
   * Removes unfinished files of killed processes that were not written for the given time.
   * @returns the number of removed files and folders
   */
  sweep(olderThan_ms: number): Promise<number>;
}
