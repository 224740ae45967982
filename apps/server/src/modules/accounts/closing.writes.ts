import { sql } from 'kysely';
import { ProblemError } from '../../problem-error.ts';
import { adminRoles, lastAdministrator } from './account.rules.ts';
import type { AccountHere } from './account.queries.ts';
import { lockAccount, lockAllRoles, record, type AccountWrite } from './account-write.ts';
import { endLinks } from './passwords/password-links.ts';
import { ableHolder, lockAdministrators } from './role.writes.ts';
import { endSessions } from './sessions/end-sessions.ts';

/**
 * Closes a whole account, in all tenants: its sessions and its links of mail end, and nothing opens new ones. Its roles,
 * passkeys and tokens stay, and open nothing until it is reopened.
 * @returns false where it was closed already
 * @throws ProblemError 409 `last-admin` where an organisation, or the installation, would be left without one
 */
export async function closeAccount(write: AccountWrite, uuid: string): Promise<boolean> {
  await lockAllRoles(write);
  const account = await lockAccount(write, uuid);
  if (account.isClosed) return false;
  await requireOtherAdmins(write, uuid);
  await setClosed(write, account, true);
  return true;
}

/**
 * Lets a closed account sign in again, wherever it is not deactivated.
 * @returns false where it was not closed
 */
export async function reopenAccount(write: AccountWrite, uuid: string): Promise<boolean> {
  const account = await lockAccount(write, uuid);
  if (!account.isClosed) return false;
  await setClosed(write, account, false);
  return true;
}

async function setClosed({ tx }: AccountWrite, account: AccountHere, closed: boolean): Promise<void> {
  const { systemDb } = tx;
  const { uuid } = account;
  await systemDb
    .updateTable('account')
    .set({ closed_at: closed ? sql<Date>`now()` : null })
    .where('uuid', '=', uuid)
    .execute();
  // Also when it is reopened: a sign-in that was under way may have left a session after the others were ended.
  await endSessions(systemDb, uuid);
  await endLinks(systemDb, uuid);
  await record(tx, uuid, { action: 'update', before: { closed: account.isClosed }, after: { closed } });
}

/** @throws ProblemError 409 `last-admin`, naming the organisations that nobody else may manage */
async function requireOtherAdmins(write: AccountWrite, uuid: string): Promise<void> {
  await lockAdministrators(write);
  const held = await write.tx.systemDb
    .selectFrom('account_role')
    .innerJoin('tenant', 'tenant.id', 'account_role.tenant_id')
    .select(['account_uuid', 'role', 'tenant.name as tenant'])
    .where('role', 'in', adminRoles)
    .where(ableHolder)
    .execute();
  const own = held.filter(({ account_uuid }) => account_uuid === uuid);
  const others = held.filter(({ account_uuid }) => account_uuid !== uuid);
  const isAdministrator = ({ role }: { role: string }) => role === 'ROLE_ADMIN';
  if (own.some(isAdministrator) && !others.some(isAdministrator)) throw lastAdministrator();
  const left = new Set(others.map(({ tenant }) => tenant));
  const without = [...new Set(own.map(({ tenant }) => tenant))].filter((tenant) => !left.has(tenant)).sort();
  if (without.length > 0) {
    throw new ProblemError(
      'last-admin',
      `Nobody else has ROLE_TENANT_ADMIN or ROLE_ADMIN in ${without.join(', ')}. Give one of these roles to another account first.`,
    );
  }
}
