import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A migration that was applied to a database. */
export interface AppliedMigration {
  readonly name: string;
  /** SHA-256 of its file, lower-case hexadecimal. */
  readonly sha256: string;
}

/** Reads the migrations of this version, in order. */
export async function ownMigrations(folder: string): Promise<(AppliedMigration & { text: string })[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return { name, text, sha256: hashOf(text) };
    }),
  );
}

const hashOf = (content: string) => createHash('sha256').update(content).digest('hex');

/** The first migration of version 0.1. Version 0.2 has no migration with this name. */
const firstOf0_1 = '0001_ground.sql';

/** SHA-256 of the 46 stamps of a database of the last 0.1. Each stamp is a line: name, space, hash. */
const lastOf0_1 = 'ad182ad3e65702fa690c89042a203456ef0b77148c6544038a8d51094106cb26';

/** The migrations of 0.2 up to this one make the same tables as all migrations of 0.1. */
const lastOfSame = '0011_isolation.sql';

/** Whether the stamps are those of a database or a backup of version 0.1. */
export function isOf0_1(stamps: readonly AppliedMigration[]): boolean {
  return stamps.some(({ name }) => name === firstOf0_1);
}

/**
 * Translates the stamps of the last 0.1 into those of the first migrations of 0.2, which make the same tables.
 * Other stamps are returned unchanged.
 * @param own the migrations of this version
 * @returns undefined for stamps of an older 0.1, which this version can't bring up to date
 */
export function currentStamps(
  stamps: readonly AppliedMigration[],
  own: readonly AppliedMigration[],
): readonly AppliedMigration[] | undefined {
  if (!isOf0_1(stamps)) return stamps;
  const lines = stamps.map(({ name, sha256 }) => `${name} ${sha256}\n`).sort();
  if (hashOf(lines.join('')) !== lastOf0_1) return undefined;
  return own.filter(({ name }) => name <= lastOfSame);
}
