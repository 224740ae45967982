import { createReadStream } from 'node:fs';
import { digestOf } from './digest.ts';
import { withDiskErrors } from './disk-errors.ts';
import { StorageUnavailable } from './storage.ts';

/**
 * Reads a received file of a stage again.
 * @param sha256 as `Storage.receive` computed it
 * @throws StorageUnavailable where the disk does not give what was received
 */
export async function requireIntact(file: string, sha256: string): Promise<void> {
  const onDisk = await withDiskErrors(() => digestOf(createReadStream(file)), { absent: true });
  if (onDisk.sha256 !== sha256)
    throw new StorageUnavailable('The storage does not give a file as it was received.');
}
