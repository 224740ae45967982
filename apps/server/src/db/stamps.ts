import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A migration that a database was made with. */
export interface AppliedMigration {
  readonly name: string;
  /** Of its file, lower-case hexadecimal. */
  readonly sha256: string;
}

/** The migrations of this version, in their order. */
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

/** Version 0.1 made every database with this one first; 0.2 has no migration of that name. */
const firstOf0_1 = '0001_ground.sql';

/** SHA-256 of the 46 stamps that a database of the last 0.1 has, a line each: its name, a space, its hash. */
const lastOf0_1 = 'ad182ad3e65702fa690c89042a203456ef0b77148c6544038a8d51094106cb26';

/** Up to here the migrations of 0.2 make the tables that those of 0.1 made. */
const lastOfSame = '0011_isolation.sql';

/** Whether version 0.1 made the database or the backup that has these stamps. */
export function isOf0_1(stamps: readonly AppliedMigration[]): boolean {
  return stamps.some(({ name }) => name === firstOf0_1);
}

/**
 * The stamps as this version has them: those of the last 0.1 stand for the first migrations of 0.2, which make the same
 * tables. All others are returned as they are.
 * @param own the migrations of this version
 * @returns undefined where they are of an older 0.1, which this version can't bring up to date
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
