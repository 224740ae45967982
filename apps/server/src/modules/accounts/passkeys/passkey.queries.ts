import { sql, type Kysely } from 'kysely';
import type { Passkey } from '@armarium/contract/passkeys';
import type { SystemTables } from '../../../db/database.ts';

/** What is needed to check the use of a passkey. */
export interface StoredPasskey {
  readonly uuid: string;
  readonly accountUuid: string;
  readonly publicKey: Buffer;
  readonly signCount: number;
}

/** The passkeys of an account. @param host whose passkeys come first; undefined where the present one allows none */
export async function passkeysOf(
  system: Kysely<SystemTables>,
  accountUuid: string,
  host: string | undefined,
): Promise<Passkey[]> {
  const rows = await system
    .selectFrom('account_passkey')
    .select(['uuid', 'name', 'host', 'created_at', 'last_used_at', 'backed_up'])
    .where('account_uuid', '=', accountUuid)
    .orderBy(sql`host = ${host ?? ''}`, 'desc')
    .orderBy('host')
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({
    id: row.uuid,
    name: row.name,
    host: row.host,
    createdDate: row.created_at.toISOString(),
    lastUsedDate: row.last_used_at?.toISOString() ?? null,
    backedUp: row.backed_up,
  }));
}

/** The passkeys of an account at a host, as WebAuthn names them. */
export async function descriptorsOf(system: Kysely<SystemTables>, accountUuid: string, host: string) {
  const rows = await system
    .selectFrom('account_passkey')
    .select(['credential_id', 'transports'])
    .where('account_uuid', '=', accountUuid)
    .where('host', '=', host)
    .execute();
  return rows.map((row) => ({
    id: row.credential_id.toString('base64url'),
    type: 'public-key' as const,
    transports: row.transports,
  }));
}

/** @param credentialId in base64url */
export function findPasskey(
  system: Kysely<SystemTables>,
  credentialId: string,
  host: string,
): Promise<StoredPasskey | undefined> {
  return system
    .selectFrom('account_passkey')
    .select(['uuid', 'account_uuid as accountUuid', 'public_key as publicKey'])
    .select(sql<number>`sign_count::float8`.as('signCount'))
    .where('credential_id', '=', Buffer.from(credentialId, 'base64url'))
    .where('host', '=', host)
    .executeTakeFirst();
}
