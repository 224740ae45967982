import { Type, type Static } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { Email, Password, PersonName, Username } from '@armarium/contract/account-fields';
import { reachOf, roles as knownRoles, type Capability, type Role } from '@armarium/contract/capability';
import { fieldProblems } from '../../http/field-problems.ts';
import { invalid, ProblemError } from '../../problem-error.ts';

const AccountFields = Type.Partial(
  Type.Object({
    username: Username,
    password: Password,
    name: PersonName,
    surname: PersonName,
    email: Email,
  }),
);
const accountFields = TypeCompiler.Compile(AccountFields);

/**
 * Checks values that don't come through the API by the rules of the API.
 * @throws ProblemError 422 naming every invalid field
 */
export function requireAccountFields(given: Static<typeof AccountFields>): void {
  const problems = fieldProblems(accountFields, given);
  if (problems.length > 0) throw invalid(problems);
}

/**
 * The author of a change: an account with its roles in the tenant, or the person who runs the program, who is
 * above all tenants.
 */
export type Asker = 'operator' | { readonly uuid: string; readonly roles: readonly Role[] };

/** The properties of the changed account that the rules need. */
export interface AccountState {
  readonly uuid: string;
  /** Its roles in the tenant. */
  readonly roles: readonly Role[];
  /** Whether it may act in the tenant; a deactivated account keeps its roles, and so does a closed one. */
  readonly isActive: boolean;
  /** Whether the whole account is closed, in all tenants. */
  readonly isClosed: boolean;
  /** Whether it has set a password. Without one it acts only where a provider of sign-on opens it. */
  readonly hasPassword: boolean;
  /** Whether the tenant is its home. */
  readonly isHome: boolean;
  /** Whether it has ROLE_ADMIN, in whichever tenant. */
  readonly isAdministrator: boolean;
}

/** The other accounts that are left when an account loses a role. */
export interface Others {
  /** The number of others who may manage the tenant. */
  readonly admins: number;
  /** Whether ROLE_ADMIN is held elsewhere: by another account, or by this one in another tenant. */
  readonly administrator: boolean;
}

const holds = (roles: readonly Role[], capability: Capability) =>
  // No setting of a tenant affects these two.
  reachOf(capability, roles, 'read-only') !== undefined;

/** Whether these roles include the right to manage a tenant, which makes the account one of its admins. */
export const isAdmin = (roles: readonly Role[]) => holds(roles, 'manage');

/** The roles that include the right to manage a tenant. */
export const adminRoles = knownRoles.filter((role) => isAdmin([role]));

/**
 * The roles by which a session of a provider of sign-on acts (decisions §12): ROLE_ADMIN reaches other organisations, which such a
 * session does not, so that it counts as ROLE_TENANT_ADMIN there.
 */
export function rolesBySignOn(roles: readonly Role[]): Role[] {
  const within = roles.map((role) => (role === 'ROLE_ADMIN' ? 'ROLE_TENANT_ADMIN' : role));
  return [...new Set(within)];
}

/** Whether an asker with these roles may give this role (decisions §3: only AD may give ROLE_ADMIN). */
export function mayGrant(roles: readonly Role[], role: Role): boolean {
  return holds(roles, role === 'ROLE_ADMIN' ? 'manageTenants' : 'manage');
}

const forbidden = (detail: string) => new ProblemError('forbidden', detail);

/** The refusal of whatever would leave the installation without ROLE_ADMIN. */
export const lastAdministrator = () =>
  new ProblemError(
    'last-admin',
    'It is the last one with ROLE_ADMIN in this installation. Give ROLE_ADMIN to another account first.',
  );

/** The refusal of whatever would let a closed account sign in: only the operator opens it again. */
export const accountClosed = () =>
  new ProblemError(
    'account-closed',
    'The person who runs the installation has closed it, and can open it again.',
  );

/** Why name, e-mail and picture of an account can't be changed; undefined where they can. */
export function refusalOfEdit(asker: Asker, account: AccountState): ProblemError | undefined {
  if (asker === 'operator') return undefined;
  // An account that was closed or deactivated while its request came in has no roles any more.
  const isOwn = asker.uuid === account.uuid && asker.roles.length > 0;
  if (isOwn) return undefined;
  if (!isAdmin(asker.roles)) return forbidden('Your roles in this organisation do not allow this.');
  if (account.isAdministrator && !holds(asker.roles, 'manageTenants')) {
    return forbidden('Only an administrator changes the account of an administrator.');
  }
  if (!account.isHome) {
    return forbidden(
      'The account belongs to another organisation. Only that organisation can change its name, e-mail and picture; you can change its roles here.',
    );
  }
  return undefined;
}

/** Why no invitation can be sent to an account; undefined where one can. */
export function refusalOfInvitation(asker: Asker, account: AccountState): ProblemError | undefined {
  const refusal = refusalOfEdit(asker, account);
  if (refusal) return refusal;
  if (account.hasPassword)
    return new ProblemError('has-password', 'An invitation is for an account without a password.');
  if (account.isClosed) return accountClosed();
  if (!account.isActive || account.roles.length === 0)
    return forbidden('The account may not sign in here. Activate it and give it a role first.');
  return undefined;
}

/** Why the second factor of an account can't be removed by an administrator; undefined where it can. */
export function refusalOfReset(asker: Asker, account: AccountState): ProblemError | undefined {
  if (asker !== 'operator' && asker.uuid === account.uuid)
    return forbidden('Remove your own second factor in your profile, with your password.');
  return refusalOfEdit(asker, account);
}

/**
 * Why the roles of an account in the tenant can't be replaced by these, of which none is wanted where it is to
 * be deactivated; undefined where they can.
 */
export function refusalOfRoles(
  asker: Asker,
  account: AccountState,
  wanted: readonly Role[],
  others: Others,
): ProblemError | undefined {
  if (asker !== 'operator') {
    if (asker.uuid === account.uuid)
      return forbidden('Nobody changes their own roles, or deactivates their own account.');
    if (!isAdmin(asker.roles)) return forbidden('Your roles in this organisation do not allow this.');
    const concerned = [...account.roles, ...wanted];
    if (concerned.some((role) => !mayGrant(asker.roles, role))) {
      return forbidden('Only an administrator gives ROLE_ADMIN, or changes the roles of who has it.');
    }
  }
  // Such an account does not count among those that can always sign in (decisions §12).
  if (!account.isActive || !account.hasPassword) return undefined;
  if (account.roles.includes('ROLE_ADMIN') && !wanted.includes('ROLE_ADMIN') && !others.administrator) {
    return lastAdministrator();
  }
  if (isAdmin(account.roles) && !isAdmin(wanted) && others.admins === 0) {
    return new ProblemError(
      'last-admin',
      'It is the last one with ROLE_TENANT_ADMIN or ROLE_ADMIN here. Give one of these roles to another account first.',
    );
  }
  return undefined;
}
