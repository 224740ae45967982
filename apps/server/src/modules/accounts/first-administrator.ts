import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { SystemTables } from '../../db/database.ts';
import { createAccount } from './accounts.ts';

/**
 * Makes the first administrator of an installation without accounts.
 * @returns the generated password, to be printed once; undefined where none was generated
 */
export async function setUpAdministrator(
  system: Kysely<SystemTables>,
  tenantId: number,
  username: string,
  givenPassword: string | undefined,
): Promise<{ made: boolean; generatedPassword: string | undefined }> {
  const existing = await system.selectFrom('account').select('uuid').limit(1).executeTakeFirst();
  if (existing) return { made: false, generatedPassword: undefined };
  const password = givenPassword ?? randomBytes(15).toString('base64url');
  await createAccount(system, { username, password, name: 'Armarium', surname: 'Administrator' }, tenantId, [
    'ROLE_ADMIN',
  ]);
  return { made: true, generatedPassword: givenPassword === undefined ? password : undefined };
}
