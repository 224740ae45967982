import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { capabilities, RoleName, userRights, type Capability } from './capability.ts';
import { Link, links, pageOf, pageQuery } from './hal.ts';
import { closed, defineOperation } from './operation.ts';
import { languages, Preferences } from './preferences.ts';
import { oneOf, Uuid } from './scalar.ts';

/** What every representation of an account has. */
export const accountProperties = {
  id: Uuid,
  username: Type.String(),
  name: Type.String(),
  surname: Type.String(),
  email: Type.String(),
  avatarUrl: Type.Union([Type.String(), Type.Null()]),
};

/** The signed-in account (catalogue §3). */
export const CurrentUser = Type.Object({
  ...accountProperties,
  roles: Type.Array(RoleName),
  preferences: Preferences,
  _links: links(['self', 'tenants'], []),
});
export type CurrentUser = Static<typeof CurrentUser>;

export const Tenant = Type.Object({
  id: Type.String(),
  name: Type.String(),
  displayName: Type.String(),
  url: Type.Union([Type.String(), Type.Null()]),
});
export type Tenant = Static<typeof Tenant>;

/**
 * How the installation is run (decisions §1): `open` allows downloads of single images only, not of whole
 * items.
 */
export const deploymentProfiles = ['standard', 'open'] as const;
export type DeploymentProfile = (typeof deploymentProfiles)[number];

const session = { tag: 'Session' } as const;

export const signIn = defineOperation({
  ...session,
  id: 'signIn',
  method: 'GET',
  path: '/users/login',
  summary: 'Open a session with a Basic authorization header (UTF-8)',
  access: 'anyone',
  responses: { 200: CurrentUser },
});

/** A provider of sign-on by OpenID Connect, as the sign-in page offers it. */
export const OfferedSignOn = Type.Object({ id: Uuid, label: Type.String() });
export type OfferedSignOn = Static<typeof OfferedSignOn>;

export const getSignInOptions = defineOperation({
  ...session,
  access: 'anyone',
  id: 'getSignInOptions',
  method: 'GET',
  path: '/users/signInOptions',
  summary: 'What the sign-in page of this organisation offers beside username and password',
  responses: {
    200: Type.Object({
      /** Whether a link to a new password can be sent by mail. */
      forgottenPassword: Type.Boolean(),
      /** Whether people can sign in by passkey at this address. */
      passkeys: Type.Boolean(),
      /** The providers of sign-on, in the order in which they are offered. */
      signOn: Type.Array(OfferedSignOn),
    }),
  },
});

export const isLogged = defineOperation({
  ...session,
  id: 'isLogged',
  method: 'GET',
  path: '/users/isLogged',
  summary:
    'Whether a session is open; where one is, Last-Event-ID says from where on /events tells what is new',
  access: 'anyone',
  responses: {
    200: Type.Object({
      logged: Type.Boolean(),
      /**
       * What a pending sign-in lacks: a code of the app (`due`), a passkey (the account has no app), or a second factor that
       * is to be set up (`missing`). Absent where none is pending.
       */
      secondFactor: Type.Optional(oneOf(['due', 'passkey', 'missing'])),
    }),
  },
});

export const usersInfo = defineOperation({
  ...session,
  id: 'usersInfo',
  method: 'GET',
  path: '/users/info',
  summary: 'The name of the tenant, also in the header domain-tenant; sets the CSRF cookie',
  access: 'anyone',
  responses: { 200: Type.Object({ name: Type.String() }) },
});

export const signOut = defineOperation({
  ...session,
  id: 'signOut',
  method: 'POST',
  path: '/users/logout',
  summary: 'Close the session, or give up a pending sign-in',
  access: 'pending',
  responses: { 204: null },
});

export const getSelf = defineOperation({
  ...session,
  id: 'getSelf',
  method: 'GET',
  path: '/iam/jarvisUsers/search/self',
  summary: 'The signed-in account',
  access: 'session',
  responses: { 200: CurrentUser },
});

export const listOwnTenants = defineOperation({
  ...session,
  id: 'listOwnTenants',
  method: 'GET',
  path: '/iam/jarvisUsers/self/tenants',
  summary: 'The organisations in which the account has a role',
  access: 'session',
  query: pageQuery({}),
  responses: { 200: pageOf('tenants', Tenant) },
});

export const tenantInfo = defineOperation({
  ...session,
  id: 'tenantInfo',
  method: 'GET',
  path: '/iam/tenants/info',
  summary: 'The organisation of this address',
  access: 'session',
  responses: {
    200: Type.Object({
      ...Tenant.properties,
      /** An address on this host; null where the organisation has no logo. */
      logoUrl: Type.Union([Type.String(), Type.Null()]),
      deploymentProfile: oneOf(deploymentProfiles),
      /** Whether the organisation has all that it needs to send mail (decisions §12). */
      sendsMail: Type.Boolean(),
      /** What ROLE_USER may change in this organisation. */
      userRights: oneOf(userRights),
      /** For people who chose none; null where their browser decides. */
      language: Type.Union([oneOf(languages), Type.Null()]),
      _links: Type.Object({ self: Link }),
    }),
  },
});

export const createHandoff = defineOperation({
  ...session,
  id: 'createHandoff',
  method: 'POST',
  path: '/iam/handoff',
  summary: 'The address that carries the session to another organisation; good once, for 30 seconds',
  access: 'session',
  body: Type.Object({ tenantId: Type.String() }, closed),
  responses: { 200: Type.Object({ url: Type.String() }) },
});

export const redeemHandoff = defineOperation({
  ...session,
  id: 'redeemHandoff',
  method: 'GET',
  path: '/users/handoff',
  summary: 'Open the session that was carried over, and go to its catalogue',
  access: 'anyone',
  query: Type.Object({ token: Type.String() }),
  responses: { 303: null },
});

const HeldReach = Type.Optional(oneOf(['all', 'own']));

export const getPermissions = defineOperation({
  ...session,
  id: 'getPermissions',
  method: 'GET',
  path: '/iam/me/permissions',
  summary: 'What the account may do here: each capability with its reach, absent where it has none',
  access: 'session',
  responses: {
    200: Type.Object(
      Object.fromEntries(capabilities.map((capability) => [capability, HeldReach])) as Record<
        Capability,
        typeof HeldReach
      >,
    ),
  },
});
