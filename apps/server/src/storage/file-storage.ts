import { createReadStream, type Stats } from 'node:fs';
import { lstat, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { isAbsence, withDiskErrors } from './disk-errors.ts';
import { makeFolder, StagingFolder } from './staging-folder.ts';
import { syncFolder } from './sync-folder.ts';
import { type ListedFile, type RandomFile, type Storage, StorageUnavailable } from './storage.ts';

const keyForm = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
const keyMax_bytes = 900;

/** @throws TypeError for a text that is not a key, such as a path that leads out of the storage */
export function requireKey(key: string): void {
  if (!keyForm.test(key) || key.length > keyMax_bytes) {
    throw new TypeError(`${JSON.stringify(key)} is not a key of the storage.`);
  }
}

/**
 * Returns the path of a key's file below a folder of this machine.
 * @throws TypeError for a text that is not a key
 */
export function pathBelow(folder: string, key: string): string {
  requireKey(key);
  return path.join(folder, key);
}

/** Lists the files below a folder in the byte order of their paths. The name of a folder counts with a slash at its end. */
async function* listed(folder: string, prefix: string): AsyncGenerator<ListedFile> {
  const entries = await withDiskErrors(() => readdir(folder, { withFileTypes: true })).catch(
    (error: unknown) => {
      // The folder was removed after its parent was read.
      if (isAbsence(error)) return [];
      throw error;
    },
  );
  // A name that no key can have belongs to another program, such as the lost+found of a file system.
  const inOrder = entries
    .filter(({ name }) => keyForm.test(name))
    .map((entry) => ({ entry, place: entry.isDirectory() ? `${entry.name}/` : entry.name }))
    .sort((a, b) => (a.place < b.place ? -1 : 1));
  for (const { entry, place } of inOrder) {
    if (entry.isDirectory()) yield* listed(path.join(folder, entry.name), prefix + place);
    else if (entry.isFile()) {
      const found = await withDiskErrors(() => stat(path.join(folder, place))).catch((error: unknown) => {
        if (!isAbsence(error)) throw error;
      });
      if (found) yield { key: prefix + place, size_bytes: found.size, written_ms: found.mtimeMs };
    }
  }
}

/** The folders of all organisations (`tenants/1`), and those above them. */
async function foldersOf(root: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (const parent of ['', 'tenants/']) {
    if (parent !== '' && !found.has('tenants')) continue;
    for (const entry of await readdir(path.join(root, parent), { withFileTypes: true }))
      if (entry.isDirectory()) found.add(parent + entry.name);
  }
  return found;
}

/**
 * Opens the storage in a folder of this machine, and makes the folder if absent. Files that are being written are in
 * a subfolder, so that a rename within one file system moves them to their key.
 * @param expected folders that have files, such as `tenants/1`: `check` fails where one is missing
 */
export async function openFileStorage(folder: string, expected: readonly string[] = []): Promise<Storage> {
  await makeFolder(folder);
  const root = await realpath(folder);
  const makePlace = folderMaker(root);
  const staging = await StagingFolder.open(root);
  const pathOf = (key: string) => pathBelow(root, key);
  /** The folders of this storage that have files, or were there at a check before. */
  const folders = new Set(expected);

  return {
    receive: (file, source) => staging.receive(file, source),
    stage: () => staging.stage(),
    room: () => staging.room(),
    async check() {
      await staging.check(root);
      const present = await withDiskErrors(() => foldersOf(root), { absent: true });
      for (const name of present) folders.add(name);
      // No folder of files is ever removed while the server runs: one that is gone is on a disk that is not mounted.
      const missing = [...folders].find((name) => !present.has(name));
      if (missing !== undefined)
        throw new StorageUnavailable(`The folder ${missing} of the file storage is missing.`);
    },
    sweep: (olderThan_ms) => staging.sweep(olderThan_ms),

    async adopt(file, key) {
      const place = pathOf(key);
      staging.requireStaged(file);
      return withDiskErrors(() => moveTo(file, place, makePlace));
    },

    read: (key, range) => createReadStream(pathOf(key), range ?? {}),

    size: async (key) => (await fileAt(pathOf(key)))?.size,
    written_ms: async (key) => (await fileAt(pathOf(key)))?.mtimeMs,

    async *list() {
      await withDiskErrors(() => stat(root), { absent: true });
      yield* listed(root, '');
    },

    async remove(key) {
      try {
        await rm(pathOf(key), { force: true });
      } catch (error) {
        if (!isAbsence(error)) throw error;
      }
    },

    async localPath(key) {
      return { path: pathOf(key), release: async () => undefined };
    },

    async openForReading(key) {
      const place = pathOf(key);
      return withDiskErrors(() => randomFile(place));
    },
  };
}

/** The number of synced folders that are remembered. A forgotten folder is synced again. */
const REMEMBERED_FOLDERS = 10_000;

/**
 * Returns a function that makes a folder below a root and its parents so that they survive a power failure. One that is
 * there already may not be on the disk yet: another call has just made it, or could not sync it.
 */
function folderMaker(root: string): (folder: string) => Promise<void> {
  const synced = new LRUCache<string, true>({ max: REMEMBERED_FOLDERS });
  return async (folder) => {
    const firstMade = (await mkdir(folder, { recursive: true })) ?? `${folder}/`;
    // A folder that was removed and made anew is not on the disk, whatever is remembered of it.
    const isSure = (one: string) => synced.get(one) !== undefined && one.length < firstMade.length;
    const unsure: string[] = [];
    for (let one = folder; one !== root && !isSure(one); one = path.dirname(one)) unsure.unshift(one);
    for (const one of unsure) {
      await syncFolder(path.dirname(one));
      synced.set(one, true);
    }
  };
}

/** Moves a staged file to its place, where it survives a power failure. */
async function moveTo(
  file: string,
  place: string,
  makePlace: (folder: string) => Promise<void>,
): Promise<{ size_bytes: number }> {
  const found = await lstat(file);
  if (!found.isFile()) throw new TypeError(`${file} is not a file.`);
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  const parent = path.dirname(place);
  await makePlace(parent);
  await rename(file, place);
  await syncFolder(parent);
  return { size_bytes: found.size };
}

async function fileAt(place: string): Promise<Stats | undefined> {
  try {
    const found = await withDiskErrors(() => stat(place));
    return found.isFile() ? found : undefined;
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

async function randomFile(place: string): Promise<RandomFile> {
  const handle = await open(place);
  try {
    const { size } = await handle.stat();
    return {
      size_bytes: size,
      read: (into, offset, length, position) =>
        withDiskErrors(() => handle.read(into, offset, length, position)),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}
