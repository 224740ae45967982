import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Storage } from '../storage/storage.ts';
import { CommandRefused } from './command.ts';

/**
 * Sees that what this process will write into the storage belongs to the account that the storage belongs to: what
 * root leaves in it can't be read by a server that runs as somebody else. Looked at by trying, since a mounted
 * folder may give everything one owner whoever writes; without accounts (Windows) all have the number 0.
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
