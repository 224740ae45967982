import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { digestOf } from '../storage/digest.ts';
import { pathBelow } from '../storage/file-storage.ts';
import type { Storage, StoredFile } from '../storage/storage.ts';
import { filesFolder, type Manifest } from './backup-folder.ts';
import { readList, type CopiedFile } from './backup-parts.ts';
import { CommandRefused } from './command.ts';
import { fileInWords } from './file-in-words.ts';
import { Progress } from './progress.ts';
import { severalAtOnce } from './several-at-once.ts';
import { spokenSize } from './spoken-size.ts';

const FILES_AT_ONCE = 4;
/** A backup with more damaged files than this is of no use, so no more are named. */
const DAMAGES_MAX = 20;

const isSame = (a: { size_bytes?: number; sha256?: string }, b: StoredFile) =>
  a.size_bytes === b.size_bytes && a.sha256 === b.sha256;

const fileOf = (folder: string, key: string): Readable =>
  createReadStream(pathBelow(join(folder, filesFolder), key));

/** Reads the whole backup. @throws CommandRefused naming the files that are missing or differ from their hashes */
export async function checkBackup(folder: string, manifest: Manifest, signal: AbortSignal): Promise<void> {
  const damages: string[] = [];
  const note = (what: string) => {
    damages.push(what);
    if (damages.length >= DAMAGES_MAX) refuseDamaged(folder, damages);
  };
  async function isWhole(written: { size_bytes?: number; sha256?: string }, source: Readable) {
    try {
      return isSame(written, await digestOf(addAbortSignal(signal, source)));
    } catch (error) {
      if (signal.aborted) throw error;
      return false;
    }
  }
  for (const part of [...manifest.tables, manifest.files.list]) {
    if (!(await isWhole(part, createReadStream(join(folder, part.file))))) note(part.file);
  }
  // The files can only be checked against an intact list.
  if (damages.length > 0) refuseDamaged(folder, damages);
  const progress = new Progress('Check', 'files', manifest.files.count);
  try {
    let done = 0;
    let size_bytes = 0;
    const listed = readList<CopiedFile>(join(folder, manifest.files.list.file));
    const checked = severalAtOnce(listed, FILES_AT_ONCE, async (file) => {
      signal.throwIfAborted();
      return { file, fits: file.sha256 === undefined || (await isWhole(file, fileOf(folder, file.key))) };
    });
    for await (const { file, fits } of checked) {
      done += file.sha256 === undefined ? 0 : 1;
      size_bytes += file.size_bytes ?? 0;
      progress.update(done, spokenSize(size_bytes));
      if (!fits) note(`${filesFolder}/${file.key}, ${fileInWords(file)}`);
    }
  } finally {
    progress.end();
  }
  if (damages.length > 0) refuseDamaged(folder, damages);
}

function refuseDamaged(folder: string, damages: readonly string[]): never {
  throw new CommandRefused(
    [
      `The backup in ${folder} is damaged: these files of it are missing or not as they were written. ` +
        'Nothing was restored; use another backup.',
      ...damages,
      ...(damages.length >= DAMAGES_MAX ? ['… perhaps more'] : []),
    ].join('\n  '),
  );
}

/**
 * Copies the files of a backup into the storage.
 * @param isTakenUp whether the storage has files of an interrupted restore; intact ones are not copied again
 */
export async function restoreFiles(
  storage: Storage,
  folder: string,
  manifest: Manifest,
  isTakenUp: boolean,
  signal: AbortSignal,
): Promise<void> {
  const staging = await storage.stage();
  const progress = new Progress('Restore', 'files', manifest.files.count);
  let number = 0;
  /** @returns the length in bytes; undefined where the backup lacks the file */
  async function restoreFile(file: CopiedFile): Promise<number | undefined> {
    signal.throwIfAborted();
    if (file.sha256 === undefined) return undefined;
    const { key, size_bytes = 0 } = file;
    if (isTakenUp && (await storage.size(key)) === size_bytes) {
      if (isSame(file, await digestOf(addAbortSignal(signal, storage.read(key))))) return size_bytes;
    }
    const place = join(staging.path, String((number += 1)));
    const stored = await storage.receive(place, addAbortSignal(signal, fileOf(folder, key)));
    if (!isSame(file, stored)) refuseDamaged(folder, [`${filesFolder}/${key}, ${fileInWords(file)}`]);
    await storage.adopt(place, key);
    return size_bytes;
  }
  try {
    let done = 0;
    let size_bytes = 0;
    const listed = readList<CopiedFile>(join(folder, manifest.files.list.file));
    for await (const restored_bytes of severalAtOnce(listed, FILES_AT_ONCE, restoreFile)) {
      if (restored_bytes === undefined) continue;
      done += 1;
      size_bytes += restored_bytes;
      progress.update(done, spokenSize(size_bytes));
    }
  } finally {
    progress.end();
    await staging.remove();
  }
}
