import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openStorage, type DatabaseAccess } from '../compose.ts';
import type { Config } from '../config.ts';
import { markRestore, restoreBegun, restoringAlone, setRestoreMark } from '../db/restore-mark.ts';
import { currentStamps, ownMigrations, type AppliedMigration } from '../db/stamps.ts';
import { restoreTables } from '../db/table-copies.ts';
import { takeUpOpenImports } from '../modules/media/public.ts';
import { storagePlace } from '../settings/storage-setting.ts';
import type { Storage } from '../storage/storage.ts';
import { namedFolder, readManifest, type Manifest } from './backup-folder.ts';
import { readPart } from './backup-parts.ts';
import { CommandRefused, type Command, type CommandContext } from './command.ts';
import { checkBackup, restoreFiles } from './restore-files.ts';
import { verifyInstallation } from './verify-installation.ts';

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
    // The mark is set before the backup is read, which may take hours. It prevents a start of the program, whose
    // data the restore would replace.
    if (!(await markRestore(access.migrator, mark))) await refuseOccupied(access);
    try {
      await checkBackup(folder, manifest, signal);
    } catch (error) {
      await setRestoreMark(access.migrator, before);
      throw error;
    }
    await restoreFiles(storage, folder, manifest, isTakenUp, signal);
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
      // A program that started at the same time made an organisation first. It keeps the installation; the
      // restored files stay in the storage, where no row names them.
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

/** Finds the migrations of the backup among those of this version. @throws CommandRefused where one is missing */
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

/** The names that the program uses in DATA_DIR, and names that file systems make in any folder. */
const ownNames = /^(?:postgres(?:\..*)?|cache|files|storage-work|lost\+found|\..*)$/;

/** Refuses a DATA_DIR with other contents, since it may belong to another program. */
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
