import { addAbortSignal } from 'node:stream';
import { digestOf } from './digest.ts';
import type { Storage } from './storage.ts';

export interface FileFault {
  readonly kind: 'missing' | 'damaged' | 'unreadable';
  /** The fault in words, of which the first is the kind. */
  readonly words: string;
}

/**
 * Finds the fault of a file. A file with a known SHA-256 is read to its end.
 * @param file a file without a known length must only not be empty
 * @param listed_bytes the length of the file in the storage, where the caller knows it
 * @throws StorageUnavailable where the whole storage is unavailable; the reason of `signal` once it is aborted
 */
export async function fileFault(
  storage: Storage,
  file: {
    readonly key: string;
    readonly size_bytes?: number | undefined;
    readonly sha256?: string | undefined;
  },
  signal: AbortSignal,
  listed_bytes?: number,
): Promise<FileFault | undefined> {
  signal.throwIfAborted();
  const size_bytes = listed_bytes ?? (await storage.size(file.key));
  if (size_bytes === undefined) {
    await storage.check();
    return { kind: 'missing', words: 'missing' };
  }
  const expected_bytes = file.size_bytes ?? Math.max(size_bytes, 1);
  if (size_bytes !== expected_bytes) {
    return { kind: 'damaged', words: `damaged, ${size_bytes} bytes instead of ${expected_bytes}` };
  }
  if (file.sha256 === undefined) return undefined;
  const source = addAbortSignal(signal, storage.read(file.key));
  try {
    const { sha256 } = await digestOf(source);
    if (sha256 === file.sha256) return undefined;
    return { kind: 'damaged', words: `damaged, SHA-256 ${sha256} instead of ${file.sha256}` };
  } catch (error) {
    if (signal.aborted || !source.errored) throw error;
    await storage.check();
    return { kind: 'unreadable', words: `unreadable, ${source.errored.message}` };
  }
}
