import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../settings/setting-values.ts';
import { systemCause } from './system-cause.ts';

/** A disk of the machine answers in milliseconds. A network disk that has gone never does. */
const PATIENCE_MS = 10_000;
/** What the embedded database takes when it is made, with some room to begin in. */
const NEW_DATABASE_MB = 200;
/** With less than this PostgreSQL cannot write what it needs to start. */
const DATABASE_MB = 32;

/** What there is to know of a data folder, or the error of the system that hides it. */
type Found =
  | { readonly free_mb: number; readonly hasDatabase: boolean }
  | { readonly code: string; readonly message: string };

/**
 * Makes the folder and its parents if they are absent. It syncs them, so that they survive a power failure. A parent that
 * can't be read can't be synced, and the folder is used all the same. It writes what it found as JSON, and runs in a
 * process of its own.
 */
const look = `
const fs = require('node:fs');
const { dirname, resolve } = require('node:path');
const [folder, database] = process.argv.slice(1).map((one) => resolve(one));
let found;
try {
  const firstMade = fs.mkdirSync(folder, { recursive: true });
  if (firstMade !== undefined) {
    for (let made = folder; made.length >= firstMade.length; made = dirname(made)) {
      try {
        const parent = fs.openSync(dirname(made));
        fs.fsyncSync(parent);
        fs.closeSync(parent);
      } catch {}
    }
  }
  fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  const { bavail, bsize } = fs.statfsSync(folder);
  found = { free_mb: (bavail * bsize) / 1024 / 1024, hasDatabase: fs.existsSync(database) };
} catch ({ code, message }) {
  found = { code, message };
}
process.stdout.write(JSON.stringify(found));
`;

/**
 * Makes DATA_DIR if it is absent, and finds out what keeps the program from using it.
 * @param isEmbedded whether the database lives in it
 * @throws ConfigError where it can't be written, does not answer, or has too little room for the embedded database
 */
export async function requireDataDir(
  dataDir: string,
  isEmbedded: boolean,
  { patience_ms = PATIENCE_MS, program = look } = {},
): Promise<void> {
  const found = await lookAt(dataDir, program, patience_ms);
  if (!found) {
    throw new ConfigError(
      `DATA_DIR (${dataDir}) does not answer. If it is on a network disk, check that the disk is mounted and its server runs; or set DATA_DIR to another folder.`,
    );
  }
  if ('code' in found) {
    const why =
      found.code === 'EEXIST'
        ? 'it is a file; name a folder'
        : systemCause(Object.assign(new Error(found.message), { code: found.code }));
    throw new ConfigError(`DATA_DIR (${dataDir}) can't be used: ${why}.`);
  }
  const needed_mb = found.hasDatabase ? DATABASE_MB : NEW_DATABASE_MB;
  if (isEmbedded && found.free_mb < needed_mb) {
    throw new ConfigError(
      `The disk of DATA_DIR (${dataDir}) has ${Math.floor(found.free_mb)} MB free, and the database needs at least ${needed_mb} MB to start. Make room, or set DATA_DIR to a folder on another disk.`,
    );
  }
}

/**
 * Looks at a folder by another process: a call that never returns would keep this one from ending.
 * @returns undefined where the folder does not answer in time
 */
async function lookAt(dataDir: string, program: string, patience_ms: number): Promise<Found | undefined> {
  const child = spawn(process.execPath, ['-e', program, dataDir, path.join(dataDir, 'postgres')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const patience = new AbortController();
  try {
    const silent = sleep(patience_ms, '', { signal: patience.signal }).catch(() => '');
    const told = await Promise.race([silent, text(child.stdout)]);
    return told === '' ? undefined : (JSON.parse(told) as Found);
  } finally {
    patience.abort();
    child.kill('SIGKILL');
    child.stdout.destroy();
    child.unref();
  }
}
