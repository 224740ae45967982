import { sql, type Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { SystemTables } from '../../db/database.ts';
import { invalid, ProblemError } from '../../problem-error.ts';
import { skeletonOf } from '../../skeleton.ts';

/**
 * The form in which usernames are compared: Unicode NFKC, lower case, unique over all tenants. A final
 * sigma becomes a plain sigma: the lower case of ΝΙΚΟΣ depends on what follows it. Migration 0012 applied the
 * rule of the sigma to older usernames.
 */
export function normaliseUsername(username: string): string {
  // Lower case decomposes some capitals, so it is normalised again.
  return username.normalize('NFKC').toLowerCase().normalize('NFKC').replaceAll('ς', 'σ').trim();
}

/** @throws ProblemError 422 for a username with invisible characters, which could pass for another's */
export function requireVisible(username: string): void {
  if (!/[\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(username)) return;
  const message = 'Give a username without invisible characters.';
  throw invalid([{ name: 'username', code: 'username-form', message }]);
}

/**
 * The skeletons of a username: as it is shown, and in the form in which usernames are compared. A capital I is shown like a
 * small l, which its lower case does not tell. Two usernames that share a skeleton look alike.
 */
function skeletonsOf(username: string): readonly [shown: string, compared: string] {
  return [skeletonOf(username.normalize('NFKC').trim()), skeletonOf(normaliseUsername(username))];
}

/** Skeletons by username, since all usernames are compared with each new one. */
const known = new LRUCache<string, readonly string[]>({ max: 50_000 });

function knownSkeletonsOf(username: string): readonly string[] {
  const found = known.get(username) ?? skeletonsOf(username);
  known.set(username, found);
  return found;
}

/**
 * Whether an account of whichever tenant has this username, or one that looks like it. All usernames are read: a stored
 * skeleton would be wrong with the next version of the table.
 */
export async function isUsernameTaken(system: Kysely<SystemTables>, username: string): Promise<boolean> {
  const asked = skeletonsOf(username);
  const rows = await system.selectFrom('account').select('username').execute();
  return rows.some((row) => knownSkeletonsOf(row.username).some((skeleton) => asked.includes(skeleton)));
}

/**
 * Checks that a new username is free, and keeps others from taking it or one that looks like it until the end of
 * the transaction.
 * @throws ProblemError 409 `username-taken`
 */
export async function requireFreeUsername(
  transaction: Kysely<SystemTables>,
  username: string,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('armarium usernames', 0))`.execute(transaction);
  if (!(await isUsernameTaken(transaction, username))) return;
  const message = 'An account has this username, or one that looks like it, already. Choose another.';
  throw new ProblemError('username-taken', message, {
    fields: [{ name: 'username', code: 'username-taken', message }],
  });
}
