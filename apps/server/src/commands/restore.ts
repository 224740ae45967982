import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { openStorage, type DatabaseAccess } from '../compose.ts';
import type { Config } from '../config.ts';
import { storagePlace } from '../settings/storage-setting.ts';
import { markRestore, restoreBegun, restoringAlone, setRestoreMark } from '../db/restore-mark.ts';
import { currentStamps, ownMigrations, type AppliedMigration } from '../db/stamps.ts';
import { restoreTables } from '../db/table-copies.ts';
import { takeUpOpenImports } from '../modules/media/public.ts';
import { digestOf } from '../storage/digest.ts';
import { pathBelow } from '../storage/file-storage.ts';
import type { Storage, StoredFile } from '../storage/storage.ts';
import {
  filesFolder,
  namedFolder,
  readList,
  readManifest,
  readPart,
  type CopiedFile,
  type Manifest,
} from './backup-folder.ts';
import { CommandRefused, type Command, type CommandContext } from './command.ts';
import { fileInWords } from './file-in-words.ts';
import { Progress } from './progress.ts';
import { severalAtOnce } from './several-at-once.ts';
import { spokenSize } from './spoken-size.ts';
import { verifyInstallation } from './verify-installation.ts';

const FILES_AT_ONCE = 4;
/** Whoever has more damage than this has no backup. */
const DAMAGES_TOLD = 20;

const beginElsewhere =
  'Begin with an empty one: set DATA_DIR to a new folder, or DATABASE_URL to a new database and STORAGE_URL to a new folder.';

export const restoreCommand: Command = {
  summary: 'bring a backup back into an empty installation',
  usage: `armarium restore FOLDER

Brings the backup in FOLDER back into an empty installation: one on which the program was never started. Set DATA_DIR
to a new folder, or DATABASE_URL to a new database and STORAGE_URL to a new folder. First everything in the backup is
checked against its hashes; then the files are brought back, then the database in one step, then all is verified.
A backup of an older version is brought up to this one. An interrupted restore is run again in the same way, and
takes up the files that are there.

Nobody is signed in afterwards: sessions are in no backup. The passwords are those of the backup.`,
  before: refuseForeign,
  async run(args, context) {
    const folder = namedFolder(args);
    if (await restoringAlone(context.access.migrator, () => restore(folder, context))) return;
    throw new CommandRefused('Another restore is running here. Wait until it has ended.');
  },
};

async function restore(
  folder: string,
  { config, access, migrations, signal, say }: CommandContext,
): Promise<void> {
  const { manifest, id } = await readManifest(folder);
  try {
    const applied = await knownStamps(manifest, migrations);
    await refuseOccupied(access);
    const storage = await openStorage(config);
    const place = storagePlace(config);
    const mark = { backup: id, storage: place };
    const before = await restoreBegun(access.migrator);
    const isTakenUp = before?.backup === mark.backup && before.storage === mark.storage;
    if (!isTakenUp) await refuseFiles(storage, place, before !== undefined);
    // Before the backup is read, which may take hours: who starts the program meanwhile would lose what they do.
    if (!(await markRestore(access.migrator, mark))) await refuseOccupied(access);
    try {
      await check(folder, manifest, signal);
    } catch (error) {
      await setRestoreMark(access.migrator, before);
      throw error;
    }
    await bringFiles(storage, folder, manifest, isTakenUp, signal);
    const isDone = await restoreTables(
      access.migrator,
      migrations,
      {
        ...manifest,
        migrations: applied,
        rows: ({ name }) => {
          const part = manifest.tables.find((table) => table.name === name);
          return readPart(join(folder, part?.file ?? name));
        },
      },
      signal,
    );
    if (!isDone) {
      // A program that was just starting came first: it keeps the installation, and the files harm nobody.
      await setRestoreMark(access.migrator, undefined);
      await refuseOccupied(access);
    }
    for (const tenant of manifest.tenants) await access.database.bookkeeping(tenant.id, takeUpOpenImports);
    say(
      `Restored from ${folder}, as of ${manifest.startedAt}: ${manifest.files.count} files and ` +
        `${manifest.tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${manifest.tables.length} tables.`,
    );
    await verifyInstallation(access, storage, signal, say);
  } catch (error) {
    if (!signal.aborted || error instanceof CommandRefused) throw error;
    throw new CommandRefused(`The restore was interrupted. "armarium restore ${folder}" goes on.`, {
      cause: error,
    });
  }
}

/** The migrations that made the tables of the backup, as this version has them. @throws CommandRefused where it hasn't */
async function knownStamps({ migrations }: Manifest, folder: string): Promise<readonly AppliedMigration[]> {
  const files = await ownMigrations(folder);
  const stamps = currentStamps(migrations, files);
  if (!stamps) {
    throw new CommandRefused(
      'The backup was made with 0.1; start the last 0.1 first: restore the backup with it, and make another one.',
    );
  }
  const own = new Map(files.map(({ name, sha256 }) => [name, sha256]));
  for (const { name, sha256 } of stamps) {
    if (own.get(name) === sha256) continue;
    throw new CommandRefused(
      `The backup is of a newer or another version: this one does not know its migration ${name}. ` +
        'Restore it with the version that made it, or a newer one.',
    );
  }
  return stamps;
}

async function refuseOccupied({ database }: DatabaseAccess): Promise<void> {
  const tenant = await database.system.selectFrom('tenant').select('name').limit(1).executeTakeFirst();
  if (tenant) {
    throw new CommandRefused(
      `This installation is in use: it has the organisation "${tenant.name}". ${beginElsewhere}`,
    );
  }
}

/** What the program makes in DATA_DIR, and what disks and systems have in any folder. */
const ownNames = /^(?:postgres(?:\..*)?|cache|files|storage-work|lost\+found|\..*)$/;

/** A folder that holds something else is somebody's: nothing is made in it. */
async function refuseForeign({ database, dataDir }: Config): Promise<void> {
  if (database.kind !== 'embedded') return;
  const names = await readdir(dataDir).catch(() => []);
  const foreign = names.find((name) => !ownNames.test(name));
  if (foreign === undefined) return;
  throw new CommandRefused(`DATA_DIR (${dataDir}) is not empty: it holds ${foreign}. ${beginElsewhere}`);
}

async function refuseFiles(storage: Storage, place: string, wasBegun: boolean): Promise<void> {
  for await (const { key } of storage.list()) {
    const why = wasBegun
      ? 'A restore of another backup was begun here and left files in it: run that one again to its end, or empty the folder.'
      : beginElsewhere;
    throw new CommandRefused(`The file storage ${place} is not empty: it holds ${key}. ${why}`);
  }
}

const isSame = (a: { size_bytes?: number; sha256?: string }, b: StoredFile) =>
  a.size_bytes === b.size_bytes && a.sha256 === b.sha256;

const fileOf = (folder: string, key: string): Readable =>
  createReadStream(pathBelow(join(folder, filesFolder), key));

/** Reads the whole backup. @throws CommandRefused naming what is not as it was written */
async function check(folder: string, manifest: Manifest, signal: AbortSignal): Promise<void> {
  const damages: string[] = [];
  const note = (what: string) => {
    damages.push(what);
    if (damages.length >= DAMAGES_TOLD) refuseDamaged(folder, damages);
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
  // Without the list nobody knows what the files should be.
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
      ...(damages.length >= DAMAGES_TOLD ? ['… perhaps more'] : []),
    ].join('\n  '),
  );
}

async function bringFiles(
  storage: Storage,
  folder: string,
  manifest: Manifest,
  isTakenUp: boolean,
  signal: AbortSignal,
): Promise<void> {
  const staging = await storage.stage();
  const progress = new Progress('Restore', 'files', manifest.files.count);
  let number = 0;
  /** @returns its length in bytes, undefined where the backup lacks it */
  async function bring(file: CopiedFile): Promise<number | undefined> {
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
    for await (const brought of severalAtOnce(listed, FILES_AT_ONCE, bring)) {
      if (brought === undefined) continue;
      done += 1;
      size_bytes += brought;
      progress.update(done, spokenSize(size_bytes));
    }
  } finally {
    progress.end();
    await staging.remove();
  }
}
