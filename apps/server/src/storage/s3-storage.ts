import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { lstat, mkdir, open, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BucketObjects, type Bucket } from './bucket-objects.ts';
import { isAbsence } from './disk-errors.ts';
import { requireKey } from './file-storage.ts';
import { LocalCopies } from './local-copies.ts';
import { ObjectBlocks } from './object-blocks.ts';
import { StagingFolder } from './staging-folder.ts';
import { type Storage } from './storage.ts';

/** The longest time that a service may send nothing, before its answer and within a file that is being read. */
const SILENT_MAX_ms = 60_000;

/**
 * Opens the storage in a bucket. Files that are received or made are in a folder of this machine until they are moved
 * to their key, so that an object is complete or absent. Single tiles are read by ranges, and a few kilobytes around
 * each are kept in memory. Where a library needs a path, the file is copied into the folder, which keeps the last
 * used copies.
 * @param folder for files being written and for copies; no other machine uses it
 * @param copiesMax_bytes the largest total size of the copies
 * @param silentMax_ms the time without an answer or a byte after which the service counts as unavailable
 */
export async function openS3Storage(
  bucket: Bucket,
  folder: string,
  copiesMax_bytes: number,
  silentMax_ms = SILENT_MAX_ms,
): Promise<Storage> {
  const objects = await BucketObjects.open(bucket, silentMax_ms);
  await mkdir(folder, { recursive: true });
  const work = await realpath(folder);
  const staging = await StagingFolder.open(work);
  const copies = await LocalCopies.open(path.join(work, 'copies'), copiesMax_bytes);
  const blocks = new ObjectBlocks(objects);

  async function forget(key: string): Promise<void> {
    blocks.forget(key);
    await copies.forget(key);
  }

  return {
    receive: (file, source) => staging.receive(file, source),
    stage: () => staging.stage(),
    room: () => staging.room(),

    async adopt(file, key) {
      requireKey(key);
      staging.requireStaged(file);
      const found = await lstat(file);
      if (!found.isFile()) throw new TypeError(`${file} is not a file.`);
      const handle = await open(file, 'r');
      try {
        await objects.put(key, handle, found.size);
      } finally {
        await handle.close();
      }
      await rm(file, { force: true });
      await forget(key);
      return { size_bytes: found.size };
    },

    read(key, range) {
      requireKey(key);
      return objects.get(key, range);
    },

    async size(key) {
      requireKey(key);
      return (await objects.head(key).catch(orAbsent))?.size_bytes;
    },

    async written_ms(key) {
      requireKey(key);
      return (await objects.head(key).catch(orAbsent))?.written_ms;
    },

    async *list() {
      // An object whose name is not a key belongs to another program.
      for await (const one of objects.list()) if (isKey(one.key)) yield one;
    },

    async remove(key) {
      requireKey(key);
      await objects.remove(key);
      await forget(key);
    },

    async localPath(key) {
      requireKey(key);
      return copies.hold(key, async (place) => {
        const source = objects.get(key);
        await once(source, 'open');
        await pipeline(source, createWriteStream(place, { flags: 'wx' }));
      });
    },

    async openForReading(key) {
      requireKey(key);
      const { size_bytes } = await objects.head(key);
      return blocks.fileOf(key, size_bytes);
    },

    async check() {
      await staging.check();
      await objects.check();
    },

    async sweep(olderThan_ms) {
      return (await staging.sweep(olderThan_ms)) + (await objects.sweep(olderThan_ms));
    },
  };
}

function isKey(key: string): boolean {
  try {
    requireKey(key);
    return true;
  } catch {
    return false;
  }
}

function orAbsent(error: unknown): undefined {
  if (!isAbsence(error)) throw error;
}
