import { createReadStream } from 'node:fs';
import { digestOf } from './digest.ts';
import { withDiskErrors } from './disk-errors.ts';
import { StorageUnavailable } from './storage.ts';

/**
 * Reads a received file of a stage again.
 * @param sha256 as `Storage.receive` computed it
 * @throws StorageUnavailable where the disk can't read it, or returns other bytes than those received
 */
export async function requireIntact(file: string, sha256: string): Promise<void> {
  const onDisk = await withDiskErrors(() => digestOf(createReadStream(file)), { absent: true });
  if (onDisk.sha256 !== sha256)
    throw new StorageUnavailable('The storage returned other bytes than those that were received.');
}
