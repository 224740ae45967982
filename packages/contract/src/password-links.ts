import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { TenantUser } from './accounts.ts';
import { Password } from './account-fields.ts';
import { closed, defineOperation } from './operation.ts';
import { Timestamp, Uuid } from './scalar.ts';

/** The token in a link of mail: 32 random bytes in base64url. */
const LinkToken = Type.String({ minLength: 1, maxLength: 100 });
const byToken = { params: Type.Object({ token: LinkToken }) } as const;

/** Whose password a link sets. */
export const LinkAccount = Type.Object({
  username: Type.String(),
  /** The short name of the organisation, and the one that people read. */
  tenantName: Type.String(),
  tenantDisplayName: Type.String(),
  expiresAt: Timestamp,
});
export type LinkAccount = Static<typeof LinkAccount>;

const users = { tag: 'Users' } as const;
const session = { tag: 'Session', access: 'anyone' } as const;

export const sendInvitation = defineOperation({
  ...users,
  id: 'sendInvitation',
  method: 'POST',
  path: '/iam/jarvisUsers/:id/invitation',
  summary: 'Send the invitation of an account without a password again; the former one ends',
  access: 'manage',
  params: Type.Object({ id: Uuid }),
  responses: { 200: TenantUser },
});

export const getInvitation = defineOperation({
  ...users,
  ...byToken,
  id: 'getInvitation',
  method: 'GET',
  path: '/iam/invitations/:token',
  summary: 'Whom an invitation is for; 410 where it was used, has expired or was replaced',
  access: 'anyone',
  responses: { 200: LinkAccount },
});

export const acceptInvitation = defineOperation({
  ...users,
  ...byToken,
  id: 'acceptInvitation',
  method: 'POST',
  path: '/iam/invitations/:token',
  summary: 'Set the first password of an invited account, once; 409 where another account is signed in',
  access: 'anyone',
  body: Type.Object({ password: Password }, closed),
  responses: { 204: null },
});

export const forgotPassword = defineOperation({
  ...session,
  id: 'forgotPassword',
  method: 'POST',
  path: '/users/forgotPassword',
  summary: 'Ask for a link to a new password, by mail. The answer is the same for every name, known or not',
  body: Type.Object({ username: Type.String({ minLength: 1, maxLength: 200 }) }, closed),
  responses: { 202: null },
});

export const getNewPasswordLink = defineOperation({
  ...session,
  ...byToken,
  id: 'getNewPasswordLink',
  method: 'GET',
  path: '/users/newPassword/:token',
  summary: 'Whose forgotten password a link replaces; 410 where it was used, has expired or was ended',
  responses: { 200: LinkAccount },
});

export const setNewPassword = defineOperation({
  ...session,
  id: 'setNewPassword',
  method: 'POST',
  path: '/users/newPassword',
  summary: 'Replace a forgotten password by the token of a link, once; all sessions of the account end',
  body: Type.Object({ token: LinkToken, password: Password }, closed),
  responses: { 204: null },
});
