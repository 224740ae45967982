import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The files below a folder, relative to it, sorted; none where it is absent. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  let entries;
  try {
    entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    // A stage went away while it was listed: look again.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return filesBelow(folder);
    throw error;
  }
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** The originals of a storage folder (relative paths), with their SHA-256 in hexadecimal. */
export function originals(storage: string): { file: string; sha256: string }[] {
  return filesBelow(storage)
    .filter((file) => file.includes('/originals/'))
    .map((file) => ({
      file,
      sha256: createHash('sha256')
        .update(readFileSync(join(storage, file)))
        .digest('hex'),
    }));
}

/** What is being written, or was when a process died: files and stage folders not under any key. */
export function halfWritten(storage: string): string[] {
  return readdirSync(join(storage, '.partial'));
}

/** Makes everything half written look as if nobody had touched it for two days. */
export function ageHalfWritten(storage: string): void {
  const work = join(storage, '.partial');
  const then = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
  const entries = readdirSync(work, { recursive: true, encoding: 'utf8' });
  // The folders last: changing what is in them would make them young again.
  for (const entry of entries.sort((a, b) => b.length - a.length)) utimesSync(join(work, entry), then, then);
}
