import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { openStorage } from '../compose.ts';
import type { Config } from '../config.ts';
import { keepingFiles } from '../db/kept-files.ts';
import { refuseHalfRestored } from '../db/restore-mark.ts';
import { namedFiles, type NamedFile } from '../db/stored-files.ts';
import { appliedMigrations, copiedTables, readTable, sequenceValues } from '../db/table-copies.ts';
import { digestOf } from '../storage/digest.ts';
import { openFileStorage } from '../storage/file-storage.ts';
import { StorageFull, type Storage } from '../storage/storage.ts';
import {
  expectedFile,
  filesFolder,
  finish,
  listFile,
  namedFolder,
  openForWriting,
  readList,
  tablesFolder,
  writeList,
  writePart,
  type CopiedFile,
  type Manifest,
  type TablePart,
} from './backup-folder.ts';
import { CommandRefused, refuseEmpty, type Command, type CommandContext } from './command.ts';
import { fileInWords } from './file-in-words.ts';
import { Progress } from './progress.ts';
import { severalAtOnce } from './several-at-once.ts';
import { spokenSize } from './spoken-size.ts';

/** Small files wait for the disk, large ones for the processor. */
const FILES_AT_ONCE = 4;

export const backupCommand: Command = {
  summary: 'copy database and files into a folder, while people go on working',
  usage: `armarium backup FOLDER

Makes a consistent copy of the database and of every file that it names into FOLDER, which must be new or empty, or
hold a backup that was interrupted: that one is taken up, and originals that are whole are not copied again. People
go on working meanwhile. A file that is missing or damaged in the storage is told at the end, with status 1; the rest
is in the backup all the same.

The copy holds password hashes and everything that is not public: keep it as safe as the installation itself.`,
  async run(args, context) {
    const folder = namedFolder(args);
    const { config, access, signal } = context;
    await refuseWithin(config, folder);
    await refuseHalfRestored(access.migrator);
    // The wrong one: its backup would be whole, and worth nothing.
    await refuseEmpty(access, 'there is nothing to back up');
    const storage = await openStorage(config);
    try {
      const done = await keepingFiles(access.migrator, { alone: true }, async (kept) => {
        const isTakenUp = await openForWriting(folder);
        const startedAt = new Date().toISOString();
        const { expected, ...database } = await kept.snapshot((client) =>
          copyDatabase(client, folder, signal),
        );
        const files = await copyFiles(storage, folder, { expected, isTakenUp }, signal);
        await kept.confirm();
        await finish(folder, { startedAt, finishedAt: new Date().toISOString(), ...database, files });
        return files;
      });
      if (!done) throw new CommandRefused('Another backup is running. Wait until it has ended.');
      await tell(done, folder, context);
    } catch (error) {
      const goesOn = `"armarium backup ${folder}" goes on where it ended.`;
      if (signal.aborted) throw new CommandRefused(`The backup was interrupted. ${goesOn}`, { cause: error });
      if (error instanceof StorageFull || (error as NodeJS.ErrnoException).code === 'ENOSPC') {
        throw new CommandRefused(`There is no room left for the backup. Make room; ${goesOn}`, {
          cause: error,
        });
      }
      throw error;
    }
  },
};

/** A backup within what it copies is lost with it, and would be copied by the next one. */
async function refuseWithin({ database, dataDir, storageDir }: Config, folder: string): Promise<void> {
  const places: [string, string][] = [
    [storageDir, 'the storage itself'],
    // With a database elsewhere the folder may be anything.
    ...(database.kind === 'embedded' ? [[dataDir, 'DATA_DIR itself'] as [string, string]] : []),
  ];
  const real = await realPlace(folder);
  for (const [place, name] of places) {
    const [first] = relative(await realPlace(place), real).split(sep);
    if (first === '..') continue;
    throw new CommandRefused(`${folder} is in ${name}. Name a folder elsewhere, best on another disk.`);
  }
}

/** Where a path leads, links followed as far as it is there. */
async function realPlace(path: string): Promise<string> {
  const parent = dirname(path);
  return realpath(path).catch(async () =>
    parent === path ? path : join(await realPlace(parent), basename(path)),
  );
}

type SnapshotClient = Parameters<typeof copiedTables>[0];

async function copyDatabase(client: SnapshotClient, folder: string, signal: AbortSignal) {
  const migrations = await appliedMigrations(client);
  const { rows: tenants } = await client.query<Manifest['tenants'][number]>(
    'select id, name, display_name as "displayName" from tenant order by id',
  );
  const { rows: server } = await client.query<{ server_version: string }>('show server_version');
  const tables: TablePart[] = [];
  for (const table of await copiedTables(client)) {
    const rows = readTable(client, table);
    const part = await writePart(folder, `${tablesFolder}/${table.name}.copy.gz`, rows, { signal });
    tables.push({ ...table, ...part, rows: rows.rowCount });
  }
  const sequences = await sequenceValues(client);
  let expected = 0;
  async function* counted() {
    for await (const file of namedFiles(client)) {
      signal.throwIfAborted();
      expected += 1;
      yield file;
    }
  }
  await writeList(folder, expectedFile, counted());
  return { database: server[0]?.server_version ?? '', migrations, tenants, tables, sequences, expected };
}

async function copyFiles(
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
    const told = { key, kind, tenant, pressmark, filename };
    if (isTakenUp && file.sha256 !== undefined) {
      const there_bytes = await target.size(key);
      if (there_bytes !== undefined && there_bytes === (file.size_bytes ?? there_bytes)) {
        const there = await digestOf(addAbortSignal(signal, target.read(key)));
        if (there.sha256 === file.sha256) return { ...told, ...there };
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
      return { ...told, ...copied, ...(!isAsNamed && { fault: 'damaged' }) };
    } catch (error) {
      const failure = source.errored;
      if (signal.aborted || !failure) throw error;
      // A storage that is away altogether ends the backup; otherwise the other files are still worth saving.
      await storage.check();
      await target.remove(key);
      const isGone = (failure as NodeJS.ErrnoException).code === 'ENOENT';
      return { ...told, fault: isGone ? 'missing' : 'unreadable' };
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

/** Removes what an earlier snapshot named and this one does not. Both lists are in the keys' order. */
async function removeOthers(target: Storage, list: string): Promise<void> {
  const wanted = readList<CopiedFile>(list);
  let next = await wanted.next();
  for await (const { key } of target.list()) {
    while (next.done !== true && next.value.key < key) next = await wanted.next();
    if (next.done === true || next.value.key !== key) await target.remove(key);
  }
}

async function tell(files: Manifest['files'], folder: string, { say }: CommandContext): Promise<void> {
  if (files.faults > 0) {
    for await (const file of readList<CopiedFile>(join(folder, listFile))) {
      if (file.fault !== undefined) say(`${file.fault}: ${fileInWords(file)}`);
    }
  }
  say(`The backup is in ${folder}: ${files.count} files, ${spokenSize(files.size_bytes)}, and the database.`);
  if (files.faults > 0) {
    throw new CommandRefused(
      `${files.faults} files are missing, unreadable or damaged in the storage, as told above. Everything else is in the backup.`,
    );
  }
}
