import { v7 as uuidv7 } from 'uuid';
import type { GroupRole, SignOnProvider, SignOnProviderChange, SignOnRole } from '@armarium/contract/sign-on';
import type { TenantQueries, WriteTransaction } from '../../db/database.ts';
import { invalid } from '../../problem-error.ts';
import type { FieldProblem } from '@armarium/contract/problem';

/** A provider of sign-on with the secret of the client, which goes to the provider and to nobody else. */
export interface StoredProvider extends SignOnProvider {
  readonly clientSecret: string;
}

const providers = (db: TenantQueries) =>
  db
    .selectFrom('sign_on_provider')
    .select(['uuid as id', 'label', 'issuer', 'client_id as clientId', 'client_secret as clientSecret'])
    .select(['groups_claim as groupsClaim', 'group_roles', 'default_role'])
    .orderBy('position');

type ProviderRow = Awaited<ReturnType<ReturnType<typeof providers>['execute']>>[number];

const stored = ({ group_roles, default_role, ...row }: ProviderRow): StoredProvider => ({
  ...row,
  // The database orders the members in its own way.
  groupRoles: (group_roles as unknown as GroupRole[]).map(({ group, role }) => ({ group, role })),
  defaultRole: default_role as SignOnRole | null,
});

/** The providers of the transaction's organisation, in the order in which they are offered. */
export async function signOnProviders(db: TenantQueries): Promise<StoredProvider[]> {
  return (await providers(db).execute()).map(stored);
}

/**
 * One of them; undefined where there is none such.
 * @param isLocked whether it must not be changed or removed before the end of the transaction
 */
export async function findProvider(
  db: TenantQueries,
  id: string,
  { isLocked = false } = {},
): Promise<StoredProvider | undefined> {
  const row = await providers(db)
    .where('uuid', '=', id.toLowerCase())
    .$if(isLocked, (query) => query.forShare())
    .executeTakeFirst();
  return row && stored(row);
}

/** As people may read it. */
export const withoutSecret = ({ clientSecret: _, ...provider }: StoredProvider): SignOnProvider => provider;

/** What the history tells of a provider. */
const told = ({ id: _, ...provider }: SignOnProvider) => provider;

/**
 * Replaces the providers of the transaction's organisation. One with another issuer is another: its row is deleted and made again, and
 * with a row its sessions end (`on delete cascade`, 0036_sign_on.sql). The row of the tenant is locked.
 * @returns the lists before and after, without secrets; undefined where nothing changes
 * @throws ProblemError 422 naming what cannot be stored
 */
export async function writeProviders(
  { db, tenantId }: WriteTransaction,
  wanted: readonly SignOnProviderChange[],
): Promise<{ before: unknown; after: unknown } | undefined> {
  // All of them before the first session ends: who signs on holds a provider, and then an account.
  await db.selectFrom('sign_on_provider').select('uuid').orderBy('uuid').forUpdate().execute();
  const present = await signOnProviders(db);
  const known = (id: string | undefined) => present.find((one) => one.id === id?.toLowerCase());
  requireUsable(wanted, known);
  const next = wanted.map((given): StoredProvider => {
    const former = known(given.id);
    return {
      id: former?.id ?? uuidv7(),
      label: given.label.normalize('NFC').trim(),
      issuer: given.issuer,
      clientId: given.clientId,
      clientSecret: given.clientSecret ?? former?.clientSecret ?? '',
      groupsClaim: given.groupsClaim,
      groupRoles: given.groupRoles.map(({ group, role }) => ({ group, role })),
      defaultRole: given.defaultRole,
    };
  });
  if (JSON.stringify(next) === JSON.stringify(present)) return undefined;
  const kept = next.filter(({ id, issuer }) => known(id)?.issuer === issuer).map(({ id }) => id);
  await db
    .deleteFrom('sign_on_provider')
    .$if(kept.length > 0, (query) => query.where('uuid', 'not in', kept))
    .execute();
  for (const [position, provider] of next.entries()) {
    const row = {
      position,
      label: provider.label,
      issuer: provider.issuer,
      client_id: provider.clientId,
      client_secret: provider.clientSecret,
      groups_claim: provider.groupsClaim,
      group_roles: JSON.stringify(provider.groupRoles),
      default_role: provider.defaultRole,
    };
    await db
      .insertInto('sign_on_provider')
      .values({ tenant_id: tenantId, uuid: provider.id, ...row })
      .onConflict((same) => same.columns(['tenant_id', 'uuid']).doUpdateSet(row))
      .execute();
  }
  return {
    before: present.map((provider) => told(withoutSecret(provider))),
    after: next.map((provider) => {
      const isNewSecret = provider.clientSecret !== known(provider.id)?.clientSecret;
      return { ...told(withoutSecret(provider)), ...(isNewSecret && { clientSecret: 'changed' }) };
    }),
  };
}

/** @throws ProblemError 422 naming what cannot be stored */
function requireUsable(
  wanted: readonly SignOnProviderChange[],
  known: (id: string | undefined) => StoredProvider | undefined,
): void {
  const problems = wanted.flatMap((given, index): FieldProblem[] => {
    const name = (field: string) => `signOn[${index}].${field}`;
    const former = known(given.id);
    if (given.id !== undefined && !former)
      return [{ name: name('id'), code: 'unknown', message: 'There is no such provider. Leave the id out.' }];
    const isNewSecret = !former || former.issuer !== given.issuer || former.clientId !== given.clientId;
    const isSecond = (field: 'id' | 'issuer') =>
      given[field] !== undefined &&
      wanted.slice(0, index).some((one) => one[field]?.toLowerCase() === given[field]?.toLowerCase());
    return [
      ...(isSecond('id') || isSecond('issuer')
        ? [{ name: name('issuer'), code: 'duplicate', message: 'Another provider has this issuer.' }]
        : []),
      // Otherwise the secret of one provider could be sent to another that somebody names.
      ...(isNewSecret && given.clientSecret === undefined
        ? [
            {
              name: name('clientSecret'),
              code: 'secret-needed',
              message: 'Give the secret that the provider shows for this client ID.',
            },
          ]
        : []),
    ];
  });
  if (problems.length > 0) throw invalid(problems);
}
