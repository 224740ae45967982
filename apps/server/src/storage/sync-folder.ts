import { open } from 'node:fs/promises';

/** Writes the entries of a folder to the disk, so that its names survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
