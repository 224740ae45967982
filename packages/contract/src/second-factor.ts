import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { Link } from './hal.ts';
import { closed, defineOperation } from './operation.ts';
import { ByRecentSignIn, Passkey } from './passkeys.ts';
import { Count, Timestamp, Uuid } from './scalar.ts';
import { CurrentUser } from './session.ts';

/** How many recovery codes an account gets at once. */
export const RECOVERY_CODES = 10;

/** A code of an authenticator app (RFC 6238): six digits. Spaces, as apps show them, are left out. */
const TotpCode = Type.String({ minLength: 1, maxLength: 20 });
/** Two groups of letters and digits. Case, spaces and hyphens make no difference. */
const RecoveryCode = Type.String({ minLength: 1, maxLength: 40 });
/** The password is needed, unless the account has none: then a recent sign-in is. */
const ByPassword = ByRecentSignIn;

/** The authenticator app and the passkeys of the signed-in account (decisions §12). */
export const SecondFactor = Type.Object({
  /** The authenticator app; null where none was set up. */
  totp: Type.Union([Type.Object({ confirmedDate: Timestamp, recoveryCodesLeft: Count }), Type.Null()]),
  /** Of all hosts; those of this one come first. */
  passkeys: Type.Array(Passkey),
  /** The host at which a new passkey would work; null where the address of this request does not allow passkeys. */
  passkeyHost: Type.Union([Type.String(), Type.Null()]),
  /** Whether this organisation demands a second factor of the account. */
  demanded: Type.Boolean(),
  _links: Type.Object({ self: Link }),
});
export type SecondFactor = Static<typeof SecondFactor>;

/** A secret that is not in use before a code by it was given. */
export const NewTotp = Type.Object({
  /** Base32 (RFC 4648), for people who type it. */
  secret: Type.String(),
  /** The address that authenticator apps read from a QR code. */
  otpauth: Type.String(),
});
export type NewTotp = Static<typeof NewTotp>;

/** Each works once in place of a code of the app. They are shown this once. */
export const RecoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) });
export type RecoveryCodes = Static<typeof RecoveryCodes>;

const own = { tag: 'Session', access: 'session' } as const;

export const passSecondFactor = defineOperation({
  tag: 'Session',
  access: 'anyone',
  id: 'passSecondFactor',
  method: 'POST',
  path: '/users/secondFactor',
  summary: 'Complete a pending sign-in with a code of the authenticator app, or with a recovery code',
  body: Type.Object(
    { code: Type.Optional(TotpCode), recoveryCode: Type.Optional(RecoveryCode) },
    { ...closed, minProperties: 1, maxProperties: 1 },
  ),
  responses: { 200: CurrentUser },
});

export const getSecondFactor = defineOperation({
  ...own,
  id: 'getSecondFactor',
  method: 'GET',
  path: '/iam/jarvisUsers/self/secondFactor',
  summary:
    'The authenticator app and the passkeys of the signed-in account, and whether this organisation demands a second factor',
  responses: { 200: SecondFactor },
});

export const startTotp = defineOperation({
  tag: 'Session',
  access: 'enrolment',
  id: 'startTotp',
  method: 'POST',
  path: '/iam/jarvisUsers/self/totp',
  summary: 'Get a new secret for an authenticator app; 409 where one is in use',
  body: ByRecentSignIn,
  responses: { 200: NewTotp },
});

export const confirmTotp = defineOperation({
  tag: 'Session',
  access: 'enrolment',
  id: 'confirmTotp',
  method: 'POST',
  path: '/iam/jarvisUsers/self/totp/confirm',
  summary:
    'Put the new secret to use by a code of the app. The other sessions of the account end; a pending sign-in is completed',
  body: Type.Object({ code: TotpCode }, closed),
  responses: { 200: RecoveryCodes },
});

export const removeTotp = defineOperation({
  ...own,
  id: 'removeTotp',
  method: 'DELETE',
  path: '/iam/jarvisUsers/self/totp',
  summary: 'Remove the authenticator app and the recovery codes, by the password',
  body: ByPassword,
  responses: { 204: null },
});

export const renewRecoveryCodes = defineOperation({
  ...own,
  id: 'renewRecoveryCodes',
  method: 'POST',
  path: '/iam/jarvisUsers/self/totp/recoveryCodes',
  summary: 'Replace all recovery codes by new ones, by the password',
  body: ByPassword,
  responses: { 200: RecoveryCodes },
});

export const resetSecondFactor = defineOperation({
  tag: 'Users',
  access: 'manage',
  id: 'resetSecondFactor',
  method: 'DELETE',
  path: '/iam/jarvisUsers/:id/secondFactor',
  summary:
    'Remove the authenticator app and the passkeys of an account of this organisation that has lost them; its sessions end',
  params: Type.Object({ id: Uuid }),
  responses: { 204: null },
});
