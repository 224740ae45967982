import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { AppliedMigration } from '../db/stamps.ts';
import type { SequenceValue, TableShape } from '../db/table-copies.ts';
import { syncFolder } from '../storage/sync-folder.ts';
import type { Part } from './backup-parts.ts';
import { CommandRefused, readArguments, UsageError } from './command.ts';
import { systemCause } from '../storage/system-cause.ts';

/*
 * A backup is a folder:
 *   manifest.json           is written last: a backup without it is not finished
 *   tables/{table}.copy.gz  the rows of a table, in the text format of PostgreSQL's COPY
 *   files.jsonl.gz          a line for each file: its key, hash, length and owner
 *   files/{key}             the files, under their keys in the storage
 *   unfinished.json         exists while the backup is being made
 *   expected.jsonl.gz       the files that the snapshot names; exists while the backup is being made
 */
const manifestFile = 'manifest.json';
const unfinishedFile = 'unfinished.json';
export const expectedFile = 'expected.jsonl.gz';
export const listFile = 'files.jsonl.gz';
export const tablesFolder = 'tables';
export const filesFolder = 'files';

const FORMAT = 'armarium-backup';
const FORMAT_VERSION = 1;

export interface TablePart extends TableShape, Part {
  readonly rows: number;
}

export interface Manifest {
  readonly format: string;
  readonly formatVersion: number;
  readonly startedAt: string;
  readonly finishedAt: string;
  /** The version of PostgreSQL. */
  readonly database: string;
  readonly migrations: readonly AppliedMigration[];
  readonly tenants: readonly { readonly id: number; readonly name: string; readonly displayName: string }[];
  readonly tables: readonly TablePart[];
  readonly sequences: readonly SequenceValue[];
  readonly files: {
    readonly list: Part;
    /** The number of files in the backup; `size_bytes` is their total size. */
    readonly count: number;
    readonly size_bytes: number;
    /** The number of files that were missing, unreadable or damaged in the storage. */
    readonly faults: number;
  };
}

/** Reads a command line that names one folder. @returns its absolute path @throws UsageError */
export function namedFolder(args: readonly string[]): string {
  const { positionals } = readArguments(args, {});
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new UsageError('Name one folder.');
  return resolve(folder);
}

/**
 * Makes the folder of a new backup, or opens that of an interrupted one. No other account of the system can read
 * it, since the tables hold password hashes.
 * @returns whether it is an interrupted backup, which may have files
 * @throws CommandRefused where the folder holds anything else
 */
export async function openForWriting(folder: string): Promise<boolean> {
  const names = await mkdir(folder, { recursive: true, mode: 0o700 })
    .then(() => readdir(folder))
    .catch((error: unknown) => {
      throw new CommandRefused(`The backup can't be made in ${folder}: ${systemCause(error)}.`, {
        cause: error,
      });
    });
  if (names.includes(manifestFile)) {
    throw new CommandRefused(`${folder} holds a finished backup. Name another folder.`);
  }
  const isTakenUp = names.includes(unfinishedFile);
  if (names.length > 0 && !isTakenUp) {
    throw new CommandRefused(`${folder} is not empty, and holds no backup. Name a new or an empty folder.`);
  }
  await chmod(folder, 0o700);
  if (!isTakenUp) {
    await writeFile(join(folder, unfinishedFile), '{}\n', { mode: 0o600, flush: true });
  }
  await mkdir(join(folder, tablesFolder), { recursive: true, mode: 0o700 });
  return isTakenUp;
}

interface Sealed {
  readonly manifest: Manifest;
  /** SHA-256 of the manifest as JSON without white space. */
  readonly sha256: string;
}

const sealOf = (manifest: Manifest) => createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

/** Completes a backup: it is finished as soon as the manifest has its name. */
export async function finish(
  folder: string,
  content: Omit<Manifest, 'format' | 'formatVersion'>,
): Promise<void> {
  const manifest: Manifest = { format: FORMAT, formatVersion: FORMAT_VERSION, ...content };
  const draft = join(folder, `${manifestFile}.draft`);
  const sealed: Sealed = { manifest, sha256: sealOf(manifest) };
  await writeFile(draft, `${JSON.stringify(sealed, null, 2)}\n`, { mode: 0o600, flush: true });
  await syncFolder(join(folder, tablesFolder));
  await rename(draft, join(folder, manifestFile));
  await syncFolder(folder);
  for (const name of [unfinishedFile, expectedFile]) await rm(join(folder, name), { force: true });
  await rm(join(folder, filesFolder, '.partial'), { recursive: true, force: true });
}

/**
 * Reads the manifest of a finished backup.
 * @returns the manifest, and its SHA-256 as the id of the backup
 * @throws CommandRefused where it is missing, damaged or of an unknown format
 */
export async function readManifest(folder: string): Promise<{ manifest: Manifest; id: string }> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new CommandRefused(`${folder} can't be read: ${systemCause(error)}.`, { cause: error });
  });
  if (!names.includes(manifestFile)) {
    throw new CommandRefused(
      names.includes(unfinishedFile)
        ? `The backup in ${folder} was not finished. "armarium backup ${folder}" takes it up where it ended.`
        : `There is no backup in ${folder}: it has no ${manifestFile}.`,
    );
  }
  const damaged = `The ${manifestFile} in ${folder} is damaged: it is not as the backup wrote it. Use another backup.`;
  let manifest: Manifest;
  let id: string;
  try {
    const sealed = JSON.parse(await readFile(join(folder, manifestFile), 'utf8')) as Sealed;
    ({ manifest, sha256: id } = sealed);
  } catch (error) {
    throw new CommandRefused(damaged, { cause: error });
  }
  if (sealOf(manifest) !== id) throw new CommandRefused(damaged);
  if (manifest.format !== FORMAT || manifest.formatVersion !== FORMAT_VERSION) {
    throw new CommandRefused(
      `The backup in ${folder} is of a form that this version does not know. Restore it with the version that made it, or a newer one.`,
    );
  }
  return { manifest, id };
}
