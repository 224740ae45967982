import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { openStorage } from '../compose.ts';
import type { Config } from '../config.ts';
import { keepingFiles } from '../db/kept-files.ts';
import { refuseHalfRestored } from '../db/restore-mark.ts';
import { namedFiles } from '../db/stored-files.ts';
import { appliedMigrations, copiedTables, readTable, sequenceValues } from '../db/table-copies.ts';
import { StorageFull } from '../storage/storage.ts';
import { copyFiles } from './backup-files.ts';
import {
  expectedFile,
  finish,
  listFile,
  namedFolder,
  openForWriting,
  tablesFolder,
  type Manifest,
  type TablePart,
} from './backup-folder.ts';
import { readList, writeList, writePart, type CopiedFile } from './backup-parts.ts';
import { CommandRefused, refuseEmpty, type Command, type CommandContext } from './command.ts';
import { fileInWords } from './file-in-words.ts';
import { spokenSize } from './spoken-size.ts';

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
    // An empty installation is the wrong one: its backup would be complete and useless.
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
      await report(done, folder, context);
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

/** Refuses a folder within the data: the backup would be lost with them, and the next backup would copy it. */
async function refuseWithin({ database, dataDir, storageDir }: Config, folder: string): Promise<void> {
  const places: [string, string][] = [
    [storageDir, 'the storage itself'],
    // Without an embedded database DATA_DIR holds nothing that a backup copies.
    ...(database.kind === 'embedded' ? [[dataDir, 'DATA_DIR itself'] as [string, string]] : []),
  ];
  const real = await realPlace(folder);
  for (const [place, name] of places) {
    const [first] = relative(await realPlace(place), real).split(sep);
    if (first === '..') continue;
    throw new CommandRefused(`${folder} is in ${name}. Name a folder elsewhere, best on another disk.`);
  }
}

/** The real path, with the links resolved of those of its folders that exist. */
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

async function report(files: Manifest['files'], folder: string, { say }: CommandContext): Promise<void> {
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
