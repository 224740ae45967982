import { join } from 'node:path';
import { addAbortSignal } from 'node:stream';
import type { NamedFile } from '../db/stored-files.ts';
import { digestOf } from '../storage/digest.ts';
import { openFileStorage } from '../storage/file-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { expectedFile, filesFolder, listFile, type Manifest } from './backup-folder.ts';
import { readList, writeList, type CopiedFile } from './backup-parts.ts';
import { Progress } from './progress.ts';
import { severalAtOnce } from './several-at-once.ts';
import { spokenSize } from './spoken-size.ts';

/** Small files wait for the disk, large ones for the processor. */
const FILES_AT_ONCE = 4;

/**
 * Copies the files of the snapshot into the folder of the backup, and writes their list.
 * @param expected the number of files that the snapshot names, for the progress
 * @param isTakenUp whether the folder has files of an interrupted backup; intact ones are not copied again
 */
export async function copyFiles(
  storage: Storage,
  folder: string,
  { expected, isTakenUp }: { expected: number; isTakenUp: boolean },
  signal: AbortSignal,
): Promise<Manifest['files']> {
  const target = await openFileStorage(join(folder, filesFolder));
  const staging = await target.stage();
  const progress = new Progress('Backup', 'files', expected);
  let number = 0;
  let done = 0;
  let count = 0;
  let size_bytes = 0;
  let faults = 0;

  async function copy(file: NamedFile): Promise<CopiedFile> {
    signal.throwIfAborted();
    const { key, kind, tenant, pressmark, filename } = file;
    const known = { key, kind, tenant, pressmark, filename };
    if (isTakenUp && file.sha256 !== undefined) {
      const there_bytes = await target.size(key);
      if (there_bytes !== undefined && there_bytes === (file.size_bytes ?? there_bytes)) {
        const there = await digestOf(addAbortSignal(signal, target.read(key)));
        if (there.sha256 === file.sha256) return { ...known, ...there };
      }
    }
    const place = join(staging.path, String((number += 1)));
    const source = addAbortSignal(signal, storage.read(key));
    try {
      const copied = await target.receive(place, source);
      await target.adopt(place, key);
      const isAsNamed =
        (file.size_bytes ?? copied.size_bytes) === copied.size_bytes &&
        (file.sha256 ?? copied.sha256) === copied.sha256;
      return { ...known, ...copied, ...(!isAsNamed && { fault: 'damaged' }) };
    } catch (error) {
      const failure = source.errored;
      if (signal.aborted || !failure) throw error;
      // An unavailable storage ends the backup. Otherwise the other files can still be copied.
      await storage.check();
      await target.remove(key);
      const isGone = (failure as NodeJS.ErrnoException).code === 'ENOENT';
      return { ...known, fault: isGone ? 'missing' : 'unreadable' };
    }
  }

  async function* copiedFiles() {
    const wanted = readList<NamedFile>(join(folder, expectedFile));
    for await (const file of severalAtOnce(wanted, FILES_AT_ONCE, copy)) {
      done += 1;
      if (file.fault !== undefined) faults += 1;
      if (file.size_bytes !== undefined) {
        count += 1;
        size_bytes += file.size_bytes;
      }
      progress.update(done, spokenSize(size_bytes));
      yield file;
    }
  }

  try {
    const list = await writeList(folder, listFile, copiedFiles());
    if (isTakenUp) await removeOthers(target, join(folder, listFile));
    return { list, count, size_bytes, faults };
  } finally {
    progress.end();
    await staging.remove();
  }
}

/** Removes the files that an earlier snapshot named and this one does not. Both lists are in the order of the keys. */
async function removeOthers(target: Storage, list: string): Promise<void> {
  const wanted = readList<CopiedFile>(list);
  let next = await wanted.next();
  for await (const { key } of target.list()) {
    while (next.done !== true && next.value.key < key) next = await wanted.next();
    if (next.done === true || next.value.key !== key) await target.remove(key);
  }
}
