import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Storage } from '../storage/storage.ts';
import { CommandRefused } from './command.ts';

/**
 * Checks that files which this process writes into the storage will belong to the account that owns the
 * storage: a server with another account can't read files of root. It tries this with a file, since a mounted
 * folder may give all files one owner. Without accounts (Windows) all numbers are 0.
 * @throws CommandRefused naming the account
 */
export async function refuseOtherAccount(storage: Storage): Promise<void> {
  const staging = await storage.stage();
  try {
    const [mine, whole] = await Promise.all([stat(staging.path), stat(dirname(staging.path))]);
    if (mine.uid === whole.uid) return;
    throw new CommandRefused(
      `The file storage belongs to the account number ${whole.uid}, and this command runs as number ${mine.uid}: ` +
        `what it wrote, the server could not read. Run it as the account of the server (sudo -u '#${whole.uid}' …).`,
    );
  } finally {
    await staging.remove();
  }
}
