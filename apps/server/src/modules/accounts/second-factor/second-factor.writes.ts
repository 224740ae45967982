import { sql, type Kysely } from 'kysely';
import { invalid, ProblemError } from '../../../problem-error.ts';
import type { SystemTables } from '../../../db/database.ts';
import { lockAccount, managerOf, record, type AccountWrite } from '../account-write.ts';
import { refusalOfReset } from '../account.rules.ts';
import { tellOfSecurity } from '../messages/tell-of-security.ts';
import { removePasskeys } from '../passkeys/passkey.writes.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { forgetDevices } from '../sessions/known-devices.ts';
import type { NewRecoveryCodes } from './recovery-codes.ts';
import { forgetGivenFactor } from './forget-given-factor.ts';
import { requireFactorGiven } from './second-factor.queries.ts';
import { stepOfCode } from './totp.ts';

/**
 * Stores a secret that is not in use before a code by it was given. It replaces another such one.
 * @throws ProblemError 409 `second-factor-exists` where a secret is in use
 */
export async function storeSecret(
  system: Kysely<SystemTables>,
  accountUuid: string,
  secret: Buffer,
): Promise<void> {
  const { rows } = await sql`
    insert into account_totp (account_uuid, secret) values (${accountUuid}, ${secret})
    on conflict (account_uuid) do update set secret = excluded.secret, started_at = now()
      where account_totp.confirmed_at is null
    returning account_uuid`.execute(system);
  if (rows.length === 0) throw exists();
}

const exists = () => new ProblemError('second-factor-exists', 'Remove it first, to set up another.');

/** A secret that is not put to use within this time works no more. */
const START_MINUTES = 15;

/**
 * The time step of the code by which a new secret is put to use.
 * @returns undefined where the code is wrong
 * @throws ProblemError 409 where a secret is in use, 404 where none was stored lately
 */
export function stepToConfirm(totp: StoredTotp | undefined, code: string): number | undefined {
  if (totp?.confirmed_at) throw exists();
  if (!totp?.isFresh) throw new ProblemError('not-found', 'Ask for a new secret first.');
  return stepOfCode(code, totp.secret, totp);
}

/** @throws ProblemError 422 where the code by which a new secret is put to use is wrong */
export function requireStep(step: number | undefined): number {
  if (step !== undefined) return step;
  const message = 'Type the code that the app shows now. The clock of its device must be right.';
  throw invalid([{ name: 'code', code: 'wrong-code', message }]);
}

/**
 * Puts a secret to use by a code of the app, with its recovery codes. The other sessions of the account end, in all tenants.
 * @param session the hash of the session that stays
 * @throws ProblemError as `requireFactorGiven`, `stepToConfirm` and `requireStep` do
 */
export async function confirmSecret(
  write: AccountWrite,
  uuid: string,
  code: string,
  { codes, session }: { readonly codes: NewRecoveryCodes; readonly session: Buffer },
): Promise<void> {
  const { systemDb } = write.tx;
  await lockAccount(write, uuid);
  await requireFactorGiven(systemDb, uuid, session);
  const step = requireStep(stepToConfirm(await lockTotp(systemDb, uuid), code));
  await systemDb
    .updateTable('account_totp')
    .set({ confirmed_at: sql`now()`, last_step: step })
    .where('account_uuid', '=', uuid)
    .execute();
  await storeRecoveryCodes(systemDb, uuid, codes);
  await endSessions(systemDb, uuid, session);
  await noteFactor(write, uuid, 'on');
}

/**
 * Replaces the recovery codes.
 * @param session the hash of the session that asks for it
 * @throws ProblemError as `requireFactorGiven` does, and 404 where the account has no authenticator app
 */
export async function replaceRecoveryCodes(
  write: AccountWrite,
  uuid: string,
  codes: NewRecoveryCodes,
  session: Buffer,
): Promise<void> {
  const { systemDb } = write.tx;
  await lockAccount(write, uuid);
  await requireFactorGiven(systemDb, uuid, session);
  const totp = await lockTotp(systemDb, uuid);
  if (!totp?.confirmed_at) throw noApp();
  await systemDb.deleteFrom('recovery_code').where('account_uuid', '=', uuid).execute();
  await storeRecoveryCodes(systemDb, uuid, codes);
  await record(write.tx, uuid, { action: 'update', after: { recoveryCodes: 'replaced' } });
  await tellOfSecurity(write, uuid, { what: 'codes-replaced' });
}

/**
 * Removes the authenticator app with its recovery codes.
 * @param session the hash of the session that asks for it
 * @throws ProblemError as `requireFactorGiven` does, and 404 where there is none
 */
export async function removeSecret(write: AccountWrite, uuid: string, session: Buffer): Promise<void> {
  const { systemDb } = write.tx;
  await lockAccount(write, uuid);
  await requireFactorGiven(systemDb, uuid, session);
  if (!(await deleteSecret(systemDb, uuid))) throw noApp();
  await forgetGivenFactor(systemDb, uuid, { passkey: null });
  await noteFactor(write, uuid, 'off');
}

const noApp = () => new ProblemError('not-found', 'No authenticator app is set up.');

/**
 * Removes the authenticator app and the passkeys of somebody who has lost them, and ends all sessions of the account.
 * @throws ProblemError 403, and 404 where the account has none
 */
export async function resetFactor(write: AccountWrite, uuid: string): Promise<void> {
  const { systemDb } = write.tx;
  const account = await lockAccount(write, uuid);
  const refusal = refusalOfReset(await managerOf(write), account);
  if (refusal) throw refusal;
  const hadApp = await deleteSecret(systemDb, uuid);
  const hadPasskeys = await removePasskeys(systemDb, uuid);
  if (!hadApp && !hadPasskeys) throw new ProblemError('not-found', 'The account has no second factor.');
  await endSessions(systemDb, uuid);
  await forgetDevices(systemDb, uuid);
  await noteFactor(write, uuid, 'reset');
}

/** @returns whether a secret was in use; one that was not is deleted too */
async function deleteSecret(db: Kysely<SystemTables>, uuid: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('account_totp')
    .where('account_uuid', '=', uuid)
    .returning('confirmed_at')
    .executeTakeFirst();
  return deleted?.confirmed_at != null;
}

async function noteFactor(
  write: AccountWrite,
  uuid: string,
  secondFactor: 'on' | 'off' | 'reset',
): Promise<void> {
  await record(write.tx, uuid, { action: 'update', after: { secondFactor } });
  await tellOfSecurity(write, uuid, { what: `second-factor-${secondFactor}` });
}

async function storeRecoveryCodes(
  db: Kysely<SystemTables>,
  uuid: string,
  { salt, hashes }: NewRecoveryCodes,
): Promise<void> {
  await db
    .updateTable('account_totp')
    .set({ recovery_salt: salt })
    .where('account_uuid', '=', uuid)
    .execute();
  await db
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ account_uuid: uuid, code_hash })))
    .execute();
}

/** The authenticator app of an account, with what is needed to check a code now. */
const storedTotp = (db: Kysely<SystemTables>, accountUuid: string) =>
  db
    .selectFrom('account_totp')
    .select(['secret', 'confirmed_at', 'recovery_salt'])
    .select(sql<number>`last_step::float8`.as('lastStep'))
    .select(sql<boolean>`started_at > now() - ${START_MINUTES} * interval '1 minute'`.as('isFresh'))
    // The clock that all processes share.
    .select(sql<number>`extract(epoch from now())::float8`.as('now_s'))
    .where('account_uuid', '=', accountUuid);

type StoredTotp = NonNullable<Awaited<ReturnType<typeof findTotp>>>;

export const findTotp = (db: Kysely<SystemTables>, accountUuid: string) =>
  storedTotp(db, accountUuid).executeTakeFirst();

/** As `findTotp`. The row is locked, so that no code works twice. */
const lockTotp = (db: Kysely<SystemTables>, accountUuid: string) =>
  storedTotp(db, accountUuid).forUpdate().executeTakeFirst();

/**
 * Uses up a code of the app.
 * @param db a transaction
 * @returns whether the code was right; false also where no app is in use
 */
export async function useCode(db: Kysely<SystemTables>, uuid: string, code: string): Promise<boolean> {
  const totp = await lockTotp(db, uuid);
  const step = totp?.confirmed_at ? stepOfCode(code, totp.secret, totp) : undefined;
  if (step === undefined) return false;
  await db.updateTable('account_totp').set({ last_step: step }).where('account_uuid', '=', uuid).execute();
  return true;
}

/**
 * Uses up a recovery code, and tells the person.
 * @param hash of the code, with the salt of the account
 * @returns false where the code was wrong
 */
export async function useRecoveryCode(write: AccountWrite, uuid: string, hash: Buffer): Promise<boolean> {
  const { systemDb } = write.tx;
  await lockTotp(systemDb, uuid);
  const used = await systemDb
    .deleteFrom('recovery_code')
    .where('account_uuid', '=', uuid)
    .where('code_hash', '=', hash)
    .returning('account_uuid')
    .executeTakeFirst();
  if (!used) return false;
  const { left } = await systemDb
    .selectFrom('recovery_code')
    .select((of) => of.fn.countAll<number>().as('left'))
    .where('account_uuid', '=', uuid)
    .executeTakeFirstOrThrow();
  await record(write.tx, uuid, { action: 'update', after: { recoveryCodesLeft: Number(left) } });
  await tellOfSecurity(write, uuid, { what: 'recovery-code-used', left: Number(left) });
  return true;
}
