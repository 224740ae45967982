import { once } from 'node:events';
import type { Logger } from '../observe/log.ts';
import { StorageUnavailable, type Storage } from './storage.ts';

/**
 * A stream that has its first bytes: what fails before that still gets an error answer. An answer that breaks off later
 * is cut off, so that nobody takes it for the whole file, and the log tells it as a fault of ours.
 * @param log of the request
 * @param range as `Storage.read` takes it
 * @throws StorageUnavailable
 */
export async function openedFile(
  storage: Pick<Storage, 'read'>,
  key: string,
  log: Pick<Logger, 'error'>,
  range?: { start: number; end: number },
): Promise<ReturnType<Storage['read']>> {
  const bytes = storage.read(key, range);
  bytes.once('readable', () => {
    // Without a listener at every moment, a stream that breaks before anybody sends it would end the process.
    bytes.on('error', (error) =>
      log.error({ err: error, key }, 'a stored file could not be read to its end'),
    );
  });
  await once(bytes, 'readable').catch((cause: unknown) => {
    throw notOpened(cause);
  });
  return bytes;
}

export const notOpened = (cause: unknown) =>
  new StorageUnavailable('A stored file could not be opened.', { cause });
