import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { Email, Password, PersonName, Username, withProblem } from './account-fields.ts';
import { allowed } from './allowed-actions.ts';
import { RoleName } from './capability.ts';
import { links, pageOf, pageQuery, sortable } from './hal.ts';
import { closed, defineOperation } from './operation.ts';
import { PreferenceChanges } from './preferences.ts';
import { Count, oneOf, Timestamp, Uuid } from './scalar.ts';
import { accountProperties } from './session.ts';

export const TenantPermissions = Type.Object({ tenant: Type.String(), roles: Type.Array(RoleName) }, closed);

/** An account for the managers of a tenant (back office §3), without its other tenants. */
export const TenantUser = Type.Object({
  ...accountProperties,
  /** The name of this tenant where it is the account's home; null where another tenant is. */
  tenantName: Type.Union([Type.String(), Type.Null()]),
  /** One element, for this tenant; its list of roles may be empty. */
  tenantPermissions: Type.Array(TenantPermissions),
  /** Whether the account may sign in here. A deactivated account keeps its roles. */
  active: Type.Boolean(),
  /** Whether the whole account is closed, by whoever runs the installation. It signs in to no tenant then, and is not active here. */
  closed: Type.Boolean(),
  /** The last sign-in in this tenant; null where there was none. */
  lastSignInDate: Type.Union([Timestamp, Type.Null()]),
  /** The latest invitation, which may have expired; null where the account has a password, or was never invited. */
  invitation: Type.Union([Type.Object({ expiresDate: Timestamp }), Type.Null()]),
  /** Whether the account has a second factor; null where another tenant is its home. */
  secondFactor: Type.Union([Type.Boolean(), Type.Null()]),
  /** The provider by which the account can sign in here, and whether its groups give the roles; null where there is none. */
  signOn: Type.Union([Type.Object({ label: Type.String(), givesRoles: Type.Boolean() }), Type.Null()]),
  /**
   * What the caller may change: name, e-mail and picture; the roles; whether the account is active here; whether an
   * invitation may be sent; and whether its second factor may be removed.
   */
  allowedActions: allowed(['edit', 'assignRoles', 'deactivate', 'invite', 'resetSecondFactor']),
  _links: links(['self'], []),
});
export type TenantUser = Static<typeof TenantUser>;

/** Read-only properties of the representation: accepted and ignored (wire.md). */
const readOnly = {
  id: Type.Optional(Type.Unknown()),
  username: Type.Optional(Type.Unknown()),
  avatarUrl: Type.Optional(Type.Unknown()),
  tenantName: Type.Optional(Type.Unknown()),
  tenantPermissions: Type.Optional(Type.Unknown()),
  roles: Type.Optional(Type.Unknown()),
  closed: Type.Optional(Type.Unknown()),
  lastSignInDate: Type.Optional(Type.Unknown()),
  invitation: Type.Optional(Type.Unknown()),
  secondFactor: Type.Optional(Type.Unknown()),
  signOn: Type.Optional(Type.Unknown()),
  allowedActions: Type.Optional(Type.Unknown()),
  _links: Type.Optional(Type.Unknown()),
  _embedded: Type.Optional(Type.Unknown()),
};

/** The largest picture that is accepted (back office §5, §9). */
export const AVATAR_MAX_BYTES = 10_485_760;

const SomeRoles = Type.Array(RoleName, {
  minItems: 1,
  ...withProblem('no-role', 'Choose at least one role.'),
});

/** Whether an account may sign in to the tenant. */
export const accountStates = ['active', 'deactivated'] as const;
export type AccountState = (typeof accountStates)[number];

const accounts = { tag: 'Users' } as const;

const byId = { params: Type.Object({ id: Uuid }) } as const;

export const listRoles = defineOperation({
  ...accounts,
  id: 'listRoles',
  method: 'GET',
  path: '/iam/roles',
  summary:
    'The roles that there are, which of them the caller may give, and how many active accounts of the tenant hold each',
  access: 'manage',
  query: pageQuery({}),
  responses: {
    200: pageOf('roles', Type.Object({ name: RoleName, grantable: Type.Boolean(), accounts: Count })),
  },
});

export const listTenantUsers = defineOperation({
  ...accounts,
  id: 'listTenantUsers',
  method: 'GET',
  path: '/iam/jarvisUsers/search/findByTenant',
  summary: 'The accounts of the tenant, and those of others with a role in it; by username, surname or name',
  access: 'manage',
  query: pageQuery({
    tenant: Type.String(),
    /** Words that username, name, surname and e-mail have, in any order. */
    text: Type.Optional(Type.String({ maxLength: 200 })),
    role: Type.Optional(RoleName),
    state: Type.Optional(oneOf(accountStates)),
    ...sortable,
  }),
  responses: { 200: pageOf('jarvisUsers', TenantUser) },
});

export const findUsername = defineOperation({
  ...accounts,
  id: 'findUsername',
  method: 'GET',
  path: '/iam/jarvisUsers/search/findByUsername',
  summary:
    'Whether a username is taken, by an account of whichever tenant or by one that looks like it; 404 is free',
  access: 'manage',
  query: Type.Object({ username: Type.String() }),
  /** The link is present only where the tenant is the account's home, or the account has a role in it. */
  responses: { 200: Type.Object({ username: Type.String(), _links: links([], ['self']) }) },
});

export const getTenantUser = defineOperation({
  ...accounts,
  ...byId,
  id: 'getTenantUser',
  method: 'GET',
  path: '/iam/jarvisUsers/:id',
  summary: 'One account of the tenant: the own one, or with the right to manage any',
  access: 'session',
  responses: { 200: TenantUser },
});

export const createTenantUser = defineOperation({
  ...accounts,
  id: 'createTenantUser',
  method: 'POST',
  path: '/iam/jarvisUsers',
  summary:
    'Make an account of the tenant, with its roles in it; without a password it is invited by mail to set one',
  access: 'manage',
  body: Type.Object(
    {
      username: Username,
      /** Required where the organisation cannot send mail. */
      password: Type.Optional(Password),
      name: Type.Optional(PersonName),
      surname: Type.Optional(PersonName),
      email: Email,
      /** The tenant of this address; any other is refused. */
      tenantName: Type.Optional(Type.String()),
      tenantPermissions: Type.Array(
        Type.Object(
          {
            tenant: Type.String(),
            roles: SomeRoles,
          },
          closed,
        ),
        {
          minItems: 1,
          maxItems: 1,
          ...withProblem('one-tenant', 'Give the roles in this organisation alone.'),
        },
      ),
    },
    closed,
  ),
  responses: { 201: TenantUser },
});

export const addMembership = defineOperation({
  ...accounts,
  id: 'addMembership',
  method: 'POST',
  path: '/iam/jarvisUsers/memberships',
  summary: 'Give an account of another tenant roles in this one, by its exact username',
  access: 'manage',
  body: Type.Object({ username: Username, roles: SomeRoles }, closed),
  responses: { 201: TenantUser },
});

export const updateTenantUser = defineOperation({
  ...accounts,
  ...byId,
  id: 'updateTenantUser',
  method: 'PATCH',
  path: '/iam/jarvisUsers/:id',
  summary:
    'Change name, surname, e-mail and preferences of the own account. With the right to manage: name, surname and e-mail of an account of the tenant, and whether it is active here',
  access: 'session',
  body: Type.Object(
    {
      name: Type.Optional(PersonName),
      surname: Type.Optional(PersonName),
      email: Type.Optional(Email),
      /** Required with a new address of the own account, where the installation sends mail. */
      currentPassword: Type.Optional(Type.String()),
      /**
       * False ends the sessions of the account in this tenant, and refuses new ones. A closed account is not active: it cannot
       * be activated here, and false changes nothing of it.
       */
      active: Type.Optional(Type.Boolean()),
      /** Of the own account only; other choices stay. */
      preferences: Type.Optional(PreferenceChanges),
      ...readOnly,
    },
    closed,
  ),
  responses: { 200: TenantUser },
});

export const assignRoles = defineOperation({
  ...accounts,
  ...byId,
  id: 'assignRoles',
  method: 'PUT',
  path: '/iam/jarvisUsers/:id/tenantPermissions',
  summary: 'Replace the roles that an account has in the tenant; without any it can no longer sign in here',
  access: 'manage',
  body: TenantPermissions,
  responses: { 200: TenantUser },
});

export const setAvatar = defineOperation({
  ...accounts,
  ...byId,
  id: 'setAvatar',
  method: 'PUT',
  path: '/iam/jarvisUsers/:id/avatar',
  summary: 'Replace the picture of an account; it is drawn anew as a PNG of 300 × 300 pixels',
  access: 'session',
  body: { multipart: 'file' },
  responses: { 200: TenantUser },
});

export const removeAvatar = defineOperation({
  ...accounts,
  ...byId,
  id: 'removeAvatar',
  method: 'DELETE',
  path: '/iam/jarvisUsers/:id/avatar',
  summary: 'Take the picture of an account away',
  access: 'session',
  responses: { 204: null },
});

export const changeOwnPassword = defineOperation({
  ...accounts,
  id: 'changeOwnPassword',
  method: 'PUT',
  path: '/iam/jarvisUsers/self/password',
  summary:
    'Change the own password; every other session of the account ends, and this one goes on as a new one',
  access: 'session',
  body: Type.Object({ old: Type.String(), new: Password }, closed),
  responses: { 204: null },
});
