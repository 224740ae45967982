import { describe, expect, it } from 'vitest';
import { roles as knownRoles, type Role } from '@armarium/contract/capability';
import {
  isAdmin,
  mayGrant,
  refusalOfEdit,
  refusalOfRoles,
  type AccountState,
  type Asker,
} from './account.rules.ts';

const asker = (...roles: Role[]): Asker => ({ uuid: 'asker', roles });
const tenantAdmin = asker('ROLE_TENANT_ADMIN');
const administrator = asker('ROLE_ADMIN');
const account = (state: Partial<AccountState> = {}): AccountState => ({
  uuid: 'account',
  roles: ['ROLE_USER'],
  isHome: true,
  isActive: true,
  isClosed: false,
  hasPassword: true,
  isAdministrator: state.roles?.includes('ROLE_ADMIN') ?? false,
  ...state,
});
const some = { admins: 1, administrator: true };
const none = { admins: 0, administrator: true };

describe('an admin of a tenant', () => {
  it('is whoever has ROLE_TENANT_ADMIN or ROLE_ADMIN in it', () => {
    expect(knownRoles.filter((role) => isAdmin([role]))).toEqual(['ROLE_TENANT_ADMIN', 'ROLE_ADMIN']);
    expect(isAdmin([])).toBe(false);
  });

  it('gives every role, ROLE_ADMIN only with that role', () => {
    const given = (role: Role) => knownRoles.filter((wanted) => mayGrant([role], wanted));
    expect(given('ROLE_TENANT_ADMIN')).toEqual(knownRoles.filter((role) => role !== 'ROLE_ADMIN'));
    expect(given('ROLE_ADMIN')).toEqual(knownRoles);
    expect(given('ROLE_PUBLISHER')).toEqual([]);
  });
});

describe('changing name, e-mail and picture', () => {
  it('of the own account is everybody’s, wherever it is at home and whatever it may', () => {
    for (const state of [{}, { isHome: false }, { isAdministrator: true }]) {
      expect(refusalOfEdit({ uuid: 'account', roles: ['ROLE_RESEARCHER'] }, account(state))).toBeUndefined();
    }
  });

  it('of the own account is nobody’s who has lost all roles meanwhile, as by closing the account', () => {
    const own = { uuid: 'account', roles: [] };
    expect(refusalOfEdit(own, account({ isActive: false, isClosed: true }))?.code).toBe('forbidden');
  });

  it('of another’s is for admins of its home', () => {
    expect(refusalOfEdit(tenantAdmin, account())).toBeUndefined();
    expect(refusalOfEdit(asker('ROLE_CCC', 'ROLE_PUBLISHER'), account())?.code).toBe('forbidden');
    for (const admin of [tenantAdmin, administrator]) {
      expect(refusalOfEdit(admin, account({ isHome: false }))?.code).toBe('forbidden');
    }
  });

  it('of an administrator, of whichever tenant, is for administrators', () => {
    expect(refusalOfEdit(tenantAdmin, account({ isAdministrator: true }))?.code).toBe('forbidden');
    expect(refusalOfEdit(administrator, account({ isAdministrator: true }))).toBeUndefined();
  });

  it('is for the operator whatever it is', () => {
    expect(refusalOfEdit('operator', account({ isAdministrator: true, isHome: false }))).toBeUndefined();
  });
});

describe('changing roles', () => {
  const refusal = (...of: Parameters<typeof refusalOfRoles>) => refusalOfRoles(...of)?.code;

  it('is for admins, and never of their own account', () => {
    expect(refusal(tenantAdmin, account(), ['ROLE_CCC'], some)).toBeUndefined();
    expect(refusal(asker('ROLE_METADATA_EDITOR'), account(), ['ROLE_CCC'], some)).toBe('forbidden');
    for (const role of ['ROLE_TENANT_ADMIN', 'ROLE_ADMIN'] as const) {
      const self = { uuid: 'account', roles: [role] };
      expect(refusal(self, account({ roles: [role] }), [role, 'ROLE_CCC'], some)).toBe('forbidden');
    }
  });

  it('is for a tenant admin where ROLE_ADMIN is neither held nor wanted', () => {
    expect(refusal(tenantAdmin, account(), ['ROLE_ADMIN'], some)).toBe('forbidden');
    expect(refusal(tenantAdmin, account({ roles: ['ROLE_ADMIN'] }), [], some)).toBe('forbidden');
    const both: Role[] = ['ROLE_ADMIN', 'ROLE_CCC'];
    expect(refusal(tenantAdmin, account({ roles: ['ROLE_ADMIN'] }), both, some)).toBe('forbidden');
    expect(refusal(administrator, account(), ['ROLE_ADMIN'], some)).toBeUndefined();
    expect(refusal(administrator, account({ roles: ['ROLE_ADMIN'] }), [], some)).toBeUndefined();
  });

  it('leaves a tenant its last admin, for the operator too', () => {
    for (const who of [administrator, 'operator'] as const) {
      expect(refusal(who, account({ roles: ['ROLE_TENANT_ADMIN'] }), ['ROLE_USER'], none)).toBe('last-admin');
      expect(refusal(who, account({ roles: ['ROLE_ADMIN'] }), [], none)).toBe('last-admin');
      expect(refusal(who, account({ roles: ['ROLE_ADMIN'] }), ['ROLE_TENANT_ADMIN'], none)).toBeUndefined();
      expect(refusal(who, account({ roles: ['ROLE_TENANT_ADMIN'] }), [], some)).toBeUndefined();
      // Who never was one takes none away.
      expect(refusal(who, account(), [], none)).toBeUndefined();
    }
  });

  it('takes from a deactivated account whatever it has', () => {
    const idle = account({ roles: ['ROLE_ADMIN'], isActive: false });
    expect(refusal(administrator, idle, [], { admins: 0, administrator: false })).toBeUndefined();
    expect(refusal(tenantAdmin, idle, [], some)).toBe('forbidden');
  });

  it('leaves the installation its last ROLE_ADMIN, whoever else manages the tenant', () => {
    const left = { admins: 3, administrator: false };
    const admin = account({ roles: ['ROLE_ADMIN'] });
    expect(refusal('operator', admin, [], left)).toBe('last-admin');
    expect(refusal('operator', admin, ['ROLE_TENANT_ADMIN'], left)).toBe('last-admin');
    expect(refusal('operator', admin, ['ROLE_ADMIN', 'ROLE_CCC'], left)).toBeUndefined();
    expect(refusal('operator', account({ roles: ['ROLE_TENANT_ADMIN'] }), [], left)).toBeUndefined();
  });
});
