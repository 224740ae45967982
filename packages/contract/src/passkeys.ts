import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { closed, defineOperation } from './operation.ts';
import { oneOf, Timestamp, Uuid } from './scalar.ts';
import { CurrentUser } from './session.ts';

/** How many passkeys an account may have, at all hosts together. */
export const PASSKEYS_MAX = 20;
/** The longest name of a passkey, in characters. */
export const PASSKEY_NAME_MAX = 100;

/** A passkey of the signed-in account. It works at one host only (WebAuthn: the RP ID). */
export const Passkey = Type.Object({
  id: Uuid,
  /** Given by the person, to tell it from others. */
  name: Type.String(),
  /** The host name at which it can be used. */
  host: Type.String(),
  createdDate: Timestamp,
  /** Of the last sign-in; null before the first. */
  lastUsedDate: Type.Union([Timestamp, Type.Null()]),
  /** Whether the device backs it up, so that it outlives the device. */
  backedUp: Type.Boolean(),
});
export type Passkey = Static<typeof Passkey>;

/** Bytes in base64url without padding, as WebAuthn writes them in JSON. */
const Bytes = Type.String({ minLength: 1, maxLength: 16_384, pattern: '^[A-Za-z0-9_-]+$' });

const Descriptor = Type.Object({
  id: Bytes,
  type: Type.Literal('public-key'),
  transports: Type.Optional(Type.Array(Type.String())),
});

/** `PublicKeyCredentialCreationOptionsJSON` (WebAuthn Level 3 §5.1.8). */
export const PasskeyCreationOptions = Type.Object({
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Bytes, name: Type.String(), displayName: Type.String() }),
  challenge: Bytes,
  pubKeyCredParams: Type.Array(Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() })),
  /** Milliseconds. */
  timeout: Type.Integer(),
  excludeCredentials: Type.Array(Descriptor),
  authenticatorSelection: Type.Object({
    residentKey: Type.Literal('required'),
    requireResidentKey: Type.Literal(true),
    userVerification: Type.Literal('required'),
  }),
  attestation: Type.Literal('none'),
});
export type PasskeyCreationOptions = Static<typeof PasskeyCreationOptions>;

/** `PublicKeyCredentialRequestOptionsJSON` (WebAuthn Level 3 §5.1.9). It names no account, so it lists no passkeys. */
export const PasskeyRequestOptions = Type.Object({
  challenge: Bytes,
  /** Milliseconds. */
  timeout: Type.Integer(),
  rpId: Type.String(),
  userVerification: Type.Literal('required'),
});
export type PasskeyRequestOptions = Static<typeof PasskeyRequestOptions>;

/** What both kinds of credential have. Browsers send further members, which are not read. */
const credential = {
  id: Bytes,
  rawId: Bytes,
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(Type.Union([oneOf(['platform', 'cross-platform']), Type.Null()])),
  clientExtensionResults: Type.Record(Type.String(), Type.Unknown()),
};

/** `RegistrationResponseJSON` (WebAuthn Level 3 §5.1). */
export const NewPasskeyCredential = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 20 })),
  }),
});

/** `AuthenticationResponseJSON` (WebAuthn Level 3 §5.1). */
export const PasskeyCredential = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Type.Optional(Type.Union([Bytes, Type.Null()])),
  }),
});

/** The password is needed where the sign-in of this session is not recent: 422 `password-needed` says so. */
export const ByRecentSignIn = Type.Object({ password: Type.Optional(Type.String({ minLength: 1 })) }, closed);

const session = { tag: 'Session' } as const;

export const getPasskeyCreationOptions = defineOperation({
  ...session,
  access: 'session',
  id: 'getPasskeyCreationOptions',
  method: 'POST',
  path: '/iam/jarvisUsers/self/passkeys/options',
  summary: 'Get what the browser needs to create a passkey; the challenge is good once, for five minutes',
  body: ByRecentSignIn,
  responses: { 200: PasskeyCreationOptions },
});

export const addPasskey = defineOperation({
  ...session,
  access: 'session',
  id: 'addPasskey',
  method: 'POST',
  path: '/iam/jarvisUsers/self/passkeys',
  summary: 'Add the passkey that the browser created',
  body: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: PASSKEY_NAME_MAX, pattern: '\\S' }),
      credential: NewPasskeyCredential,
    },
    closed,
  ),
  responses: { 201: Passkey },
});

export const removePasskey = defineOperation({
  ...session,
  access: 'session',
  id: 'removePasskey',
  method: 'DELETE',
  path: '/iam/jarvisUsers/self/passkeys/:id',
  summary:
    'Remove a passkey. Open sessions stay open, unless a second factor is demanded and this was the last',
  params: Type.Object({ id: Uuid }),
  body: ByRecentSignIn,
  responses: { 204: null },
});

export const getPasskeyRequestOptions = defineOperation({
  ...session,
  access: 'anyone',
  id: 'getPasskeyRequestOptions',
  method: 'POST',
  path: '/users/passkey/options',
  summary: 'Get what the browser needs to sign in by a passkey; the challenge is good once, for five minutes',
  responses: { 200: PasskeyRequestOptions },
});

export const signInByPasskey = defineOperation({
  ...session,
  access: 'anyone',
  id: 'signInByPasskey',
  method: 'POST',
  path: '/users/passkey',
  summary: 'Open a session by a passkey, without password and second factor',
  body: Type.Object({ credential: PasskeyCredential }, closed),
  responses: { 200: CurrentUser },
});
