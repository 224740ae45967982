import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { withProblem } from './account-fields.ts';
import { roles, type Role } from './capability.ts';
import { Link } from './hal.ts';
import { closed, defineOperation } from './operation.ts';
import { ByRecentSignIn } from './passkeys.ts';
import { oneOf, Timestamp, Uuid } from './scalar.ts';
import { OfferedSignOn } from './session.ts';

/** How many providers an organisation may have. */
export const SIGN_ON_PROVIDERS_MAX = 10;
/** How many lines a table from groups to roles may have. */
export const GROUP_ROLES_MAX = 200;
/** The longest label of a provider, in characters. */
export const SIGN_ON_LABEL_MAX = 100;

/** The roles that a provider may give: all but ROLE_ADMIN, which reaches other organisations (decisions §12). */
export const signOnRoles = roles.filter((role): role is SignOnRole => role !== 'ROLE_ADMIN');
export type SignOnRole = Exclude<Role, 'ROLE_ADMIN'>;

const SignOnRoleName = {
  ...oneOf(signOnRoles),
  ...withProblem(
    'sign-on-role',
    `A sign-on gives one of these roles: ${signOnRoles.join(', ')}. ROLE_ADMIN is given by hand only.`,
  ),
};

/** One line, with something to see on it. */
const line = (maxLength: number, what: string) =>
  Type.String({
    maxLength,
    pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f]*$',
    ...withProblem('line-form', `${what} is one line of at most ${maxLength} characters.`),
  });

/** The issuer identifier of OpenID Connect Discovery 1.0 §3. Plain http is for a provider on the same machine. */
const Issuer = Type.String({
  maxLength: 500,
  pattern:
    '^(?:https://|http://(?:localhost|127\\.[0-9.]+|\\[::1\\])(?=[:/]|$))[^\\s?#@\\u0000-\\u001f\\u007f]*$',
  ...withProblem(
    'issuer-form',
    'Give the address of the issuer as the provider writes it: it begins with https:// and has no question mark.',
  ),
});

/** A group of the provider, and the role that its members get. A group may stand in several. */
const GroupRole = Type.Object({ group: line(500, 'The group'), role: SignOnRoleName }, closed);
export type GroupRole = Static<typeof GroupRole>;

const provider = {
  /** What the button on the sign-in page says after "Sign in with". */
  label: line(SIGN_ON_LABEL_MAX, 'The label'),
  issuer: Issuer,
  /** As the provider knows this organisation. */
  clientId: line(500, 'The client ID'),
  /** The claim that lists the groups of a person; null where roles are given here, by hand. */
  groupsClaim: Type.Union([line(200, 'The claim'), Type.Null()], {
    ...withProblem('line-form', 'The claim is one line of at most 200 characters.'),
  }),
  groupRoles: Type.Array(GroupRole, { maxItems: GROUP_ROLES_MAX }),
  /** For people without any of these groups; null: they may not come in. */
  defaultRole: Type.Union([SignOnRoleName, Type.Null()], { 'x-problem': SignOnRoleName['x-problem'] }),
};

/** A provider of sign-on by OpenID Connect, as its organisation reads it. The secret of the client is never sent. */
export const SignOnProvider = Type.Object({ id: Uuid, ...provider });
export type SignOnProvider = Static<typeof SignOnProvider>;

/** A provider as it is set. One without `id` is new. */
export const SignOnProviderChange = Type.Object(
  {
    id: Type.Optional(Uuid),
    ...provider,
    /** Absent: the former one stays. Needed for a new provider, another issuer, and another client ID. */
    clientSecret: Type.Optional(line(1_000, 'The client secret')),
  },
  closed,
);
export type SignOnProviderChange = Static<typeof SignOnProviderChange>;

/**
 * How a sign-on ended that did not open a session, or did not link: the parameter `signOn` of the page to which the browser
 * is led, `/ui/login` or the own profile.
 */
export const signOnFailures = [
  /** The person gave up at the provider, or it refused them. */
  'cancelled',
  /** The organisation has no such provider any more. */
  'gone',
  /** The provider does not answer, or not as one. */
  'away',
  /** It was begun in another browser, too long ago, or has been used. */
  'over',
  /** The organisation has several providers, and this one does not name itself in its answers (RFC 9207). */
  'alone',
  /** What the provider sent could not be verified. */
  'not-verified',
  /** The person has no role here. */
  'no-role',
  /** An account has the address of the person, and may be linked only from its profile. */
  'not-linked',
  /** Another account is signed in in this browser. */
  'other-account',
  /** Too many attempts from this address. */
  'held-off',
  /** Only of linking: the person of the provider opens another account, or this account is opened by another person. */
  'taken',
] as const;
export type SignOnFailure = (typeof signOnFailures)[number];

const session = { tag: 'Session' } as const;

export const startSignOn = defineOperation({
  ...session,
  access: 'anyone',
  id: 'startSignOn',
  method: 'GET',
  path: '/users/oidc/:provider',
  summary: 'Go to a provider to sign in; where it is away, back to the sign-in page, which says so',
  params: Type.Object({ provider: Uuid }),
  query: Type.Object({
    /** The page of the application to which the sign-in leads: a path below `/ui/`. */
    next: Type.Optional(Type.String({ maxLength: 1_000 })),
  }),
  responses: { 302: null },
});

/** The authorization response (OpenID Connect Core 1.0 §3.1.2.5), read by its names; it may have others. */
export const completeSignOn = defineOperation({
  ...session,
  access: 'anyone',
  id: 'completeSignOn',
  method: 'GET',
  path: '/users/oidc/callback',
  summary: 'Where a provider sends the browser back: opens a session, or links the own account',
  query: Type.Object({
    state: Type.Optional(Type.String({ maxLength: 4_000 })),
    code: Type.Optional(Type.String({ maxLength: 8_000 })),
    error: Type.Optional(Type.String({ maxLength: 1_000 })),
  }),
  responses: { 303: null },
});

/** How the signed-in account can sign in in this organisation beside passkeys. */
export const OwnSignOn = Type.Object({
  /** False of an account that a sign-on made, or that has not set one. */
  hasPassword: Type.Boolean(),
  /** Whether this session was opened by a provider: then it opens no other organisation. */
  bySignOn: Type.Boolean(),
  providers: Type.Array(
    Type.Object({
      ...OfferedSignOn.properties,
      /** Null where the account is not linked. */
      link: Type.Union([
        Type.Object({
          createdDate: Timestamp,
          /** Of the last sign-in; null before the first. */
          lastUsedDate: Type.Union([Timestamp, Type.Null()]),
        }),
        Type.Null(),
      ]),
    }),
  ),
  _links: Type.Object({ self: Link }),
});
export type OwnSignOn = Static<typeof OwnSignOn>;

export const getOwnSignOn = defineOperation({
  ...session,
  access: 'session',
  id: 'getOwnSignOn',
  method: 'GET',
  path: '/iam/jarvisUsers/self/signOn',
  summary: 'The providers of the organisation, and by which of them the signed-in account can sign in',
  responses: { 200: OwnSignOn },
});

const ofProvider = Type.Object({ provider: Uuid });

export const linkSignOn = defineOperation({
  ...session,
  access: 'session',
  id: 'linkSignOn',
  method: 'POST',
  path: '/iam/jarvisUsers/self/signOn/:provider',
  summary: 'The address of a provider at which the signed-in account is linked; the browser goes there',
  params: ofProvider,
  body: ByRecentSignIn,
  responses: { 200: Type.Object({ url: Type.String() }) },
});

export const unlinkSignOn = defineOperation({
  ...session,
  access: 'session',
  id: 'unlinkSignOn',
  method: 'DELETE',
  path: '/iam/jarvisUsers/self/signOn/:provider',
  summary:
    'Remove the link to a provider. The sessions that it opened end; 409 for an account without a password',
  params: ofProvider,
  body: ByRecentSignIn,
  responses: { 204: null },
});

/** What asking an issuer showed. */
export const signOnChecks = [
  'ready',
  /** It works, but only as the one provider of an organisation: it does not name itself in its answers (RFC 9207). */
  'ready-alone',
  /** The address leads into a private network, which is not asked from here. */
  'not-allowed',
  'unreachable',
  /** Something answers, and not with the description of a provider. */
  'not-a-provider',
  /** The provider writes its issuer otherwise; `found` says how. */
  'issuer-differs',
] as const;

export const checkSignOn = defineOperation({
  tag: 'Organisation',
  access: 'manage',
  id: 'checkSignOn',
  method: 'POST',
  path: '/iam/organisation/signOn/check',
  summary: 'Ask an issuer for its description, and say whether sign-on can work with it; nothing is kept',
  body: Type.Object({ issuer: Issuer }, closed),
  responses: {
    200: Type.Object({
      outcome: oneOf(signOnChecks),
      /** The issuer that the provider names; null where it names none. */
      found: Type.Union([Type.String(), Type.Null()]),
      /** What went wrong, in English, shortened; empty where nothing did. */
      detail: Type.String(),
    }),
  },
});
