import { chown, lstat, mkdtemp, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { ServerAccount } from './server-account.ts';

/** Part of the name of the socket file; nothing listens on a port. */
export const socketPort = 5432;

export const socketFile = `.s.PGSQL.${socketPort}`;
/** The limit of macOS for the path of a socket, the smallest of our systems: 104 bytes with a final zero. */
const longestAddress_bytes = 103;
const prefix = 'armarium-pg-';

/**
 * Makes a folder for the server's socket that only its account may enter (mode 700). The name is new each
 * time, so that nobody can have put a folder or a link there; `removeSocketFolder` deletes the folder of a
 * killed process.
 *
 * @param parents where it may be made, in order of preference; too long paths are skipped
 */
export async function makeSocketFolder(parents: readonly string[], account: ServerAccount): Promise<string> {
  for (const parent of parents) {
    const address = path.join(parent, `${prefix}123456`, socketFile);
    if (Buffer.byteLength(address) > longestAddress_bytes) continue;
    const folder = await mkdtemp(path.join(parent, prefix)).catch(() => null);
    if (folder === null) continue;
    if (account.otherThanOurs) await chown(folder, account.owner.uid, account.owner.gid);
    return folder;
  }
  throw new EmbeddedPostgresError(
    'not-startable',
    `No place for the database's socket: none of ${parents.join(', ')} can be written and is short enough.`,
  );
}

/** Removes a socket folder of an ended server, and nothing that doesn't look like one. */
export async function removeSocketFolder(folder: string): Promise<void> {
  if (!path.isAbsolute(folder) || !path.basename(folder).startsWith(prefix)) return;
  const found = await lstat(folder).catch(() => null);
  if (found === null || !found.isDirectory()) return;
  try {
    for (const name of [socketFile, `${socketFile}.lock`]) await rm(path.join(folder, name), { force: true });
    await rmdir(folder);
  } catch {
    // It has another owner by now, or is not empty: an empty folder among temporary files does no harm.
  }
}
