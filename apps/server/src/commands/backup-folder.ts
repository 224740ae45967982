import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { AppliedMigration } from '../db/stamps.ts';
import type { NamedFile } from '../db/stored-files.ts';
import type { SequenceValue, TableShape } from '../db/table-copies.ts';
import { Digest } from '../storage/digest.ts';
import { CommandRefused, readArguments, UsageError } from './command.ts';
import { systemCause } from './system-cause.ts';
import { syncFolder } from '../storage/sync-folder.ts';

/*
 * A backup is a folder:
 *   manifest.json           written last: a backup without it is not finished
 *   tables/{table}.copy.gz  the rows, in the text format of PostgreSQL's COPY
 *   files.jsonl.gz          one line a file: its key, hash, length, and whose it is
 *   files/{key}             the files, under the storage's keys
 *   unfinished.json         while it is being made
 *   expected.jsonl.gz       likewise: the files that the snapshot names
 */
const manifestFile = 'manifest.json';
const unfinishedFile = 'unfinished.json';
export const expectedFile = 'expected.jsonl.gz';
export const listFile = 'files.jsonl.gz';
export const tablesFolder = 'tables';
export const filesFolder = 'files';

const FORMAT = 'armarium-backup';
const FORMAT_VERSION = 1;

/** A file of the backup's own. */
export interface Part {
  /** Its path in the backup. */
  readonly file: string;
  readonly size_bytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

export interface TablePart extends TableShape, Part {
  readonly rows: number;
}

/** A file of the storage as the backup holds it. */
export interface CopiedFile extends Omit<NamedFile, 'size_bytes' | 'sha256'> {
  /** Of what is in the backup; absent where it was missing. */
  readonly size_bytes?: number;
  readonly sha256?: string;
  /** What was wrong with it in the storage already. */
  readonly fault?: 'missing' | 'unreadable' | 'damaged';
}

export interface Manifest {
  readonly format: string;
  readonly formatVersion: number;
  readonly startedAt: string;
  readonly finishedAt: string;
  /** PostgreSQL's version. */
  readonly database: string;
  readonly migrations: readonly AppliedMigration[];
  readonly tenants: readonly { readonly id: number; readonly name: string; readonly displayName: string }[];
  readonly tables: readonly TablePart[];
  readonly sequences: readonly SequenceValue[];
  readonly files: {
    readonly list: Part;
    /** Files in the backup, and their bytes. */
    readonly count: number;
    readonly size_bytes: number;
    /** Files that were missing, unreadable or damaged in the storage. */
    readonly faults: number;
  };
}

/** The one folder that a command line names. @throws UsageError */
export function namedFolder(args: readonly string[]): string {
  const { positionals } = readArguments(args, {});
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new UsageError('Name one folder.');
  return resolve(folder);
}

/**
 * Makes the folder of a new backup, or takes up one that was not finished; closed to all other accounts, since
 * the tables hold password hashes.
 * @returns whether files may be in it already
 * @throws CommandRefused where something else is in it
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

/** Writes a source compressed into a file of the backup; on the disk when it resolves. */
export async function writePart(
  folder: string,
  file: string,
  source: Readable,
  options: { signal?: AbortSignal } = {},
): Promise<Part> {
  const digest = new Digest();
  await pipeline(
    source,
    createGzip(),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        digest.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(join(folder, file), { mode: 0o600, flush: true }),
    options,
  );
  return { file, ...digest.end() };
}

/** Writes a list; where its entries end with an error, it ends with that, and all that they began has ended. */
export function writeList(
  folder: string,
  file: string,
  entries: AsyncIterable<NamedFile | CopiedFile>,
): Promise<Part> {
  async function* lines() {
    for await (const entry of entries) yield `${JSON.stringify(entry)}\n`;
  }
  return writePart(folder, file, Readable.from(lines()));
}

/** The lines of a list, without holding it. */
export async function* readList<Entry extends NamedFile | CopiedFile>(path: string): AsyncGenerator<Entry> {
  const text = readPart(path).setEncoding('utf8');
  let rest = '';
  for await (const chunk of text as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as Entry;
  }
}

/** What was written compressed. */
export function readPart(path: string): Readable {
  const compressed = createReadStream(path);
  const plain = createGunzip();
  compressed.on('error', (error) => plain.destroy(error));
  plain.on('close', () => compressed.destroy());
  return compressed.pipe(plain);
}

interface Sealed {
  readonly manifest: Manifest;
  /** Of the manifest as JSON without white space. */
  readonly sha256: string;
}

const sealOf = (manifest: Manifest) => createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

/** Ends a backup: from the manifest's rename on it is whole. */
export async function finish(
  folder: string,
  told: Omit<Manifest, 'format' | 'formatVersion'>,
): Promise<void> {
  const manifest: Manifest = { format: FORMAT, formatVersion: FORMAT_VERSION, ...told };
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
 * The manifest of a finished backup and what it is known by.
 * @throws CommandRefused where there is none that can be trusted
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
