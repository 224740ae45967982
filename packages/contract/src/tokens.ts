import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { capabilities, type Capability } from './capability.ts';
import { pageOf, pageQuery } from './hal.ts';
import { closed, defineOperation } from './operation.ts';
import { oneOf, Timestamp, Uuid } from './scalar.ts';

/** How many tokens an account may have in an organisation, also those that have expired. */
export const TOKENS_MAX = 20;
/** The longest name of a token, in characters. */
export const TOKEN_NAME_MAX = 100;
/** How far ahead a token may expire. */
export const TOKEN_DAYS_MAX = 366;
/** What every token begins with, so that a scanner finds one in published files. */
export const TOKEN_PREFIX = 'arm_';

/** The capabilities that a token can name. Managing organisations reaches beyond the one that it is for. */
export const tokenCapabilities: readonly Capability[] = capabilities.filter(
  (capability) => capability !== 'manageTenants',
);

/** A token of the own account in this organisation: by it a program acts for the account (decisions §12). */
export const Token = Type.Object({
  id: Uuid,
  /** Given by the person; the history names it. */
  name: Type.String(),
  /** What a program may do with it, as far as the roles of the account still include it. */
  capabilities: Type.Array(oneOf(capabilities)),
  createdDate: Timestamp,
  /** It opens nothing from then on. */
  expiresAt: Timestamp,
  /** To the minute; null before the first use. */
  lastUsedDate: Type.Union([Timestamp, Type.Null()]),
});
export type Token = Static<typeof Token>;

/** A new token, with what stands behind `Authorization: Bearer`. That is shown this once. */
export const NewToken = Type.Object({ ...Token.properties, token: Type.String() });
export type NewToken = Static<typeof NewToken>;

const own = { tag: 'Users', access: 'session', path: '/iam/jarvisUsers/self/tokens' } as const;

export const listTokens = defineOperation({
  ...own,
  id: 'listTokens',
  method: 'GET',
  summary: 'The tokens of the own account in this organisation, the newest first',
  query: pageQuery({}),
  responses: { 200: pageOf('tokens', Token) },
});

export const addToken = defineOperation({
  ...own,
  id: 'addToken',
  method: 'POST',
  summary: 'Make a token for a program; the answer shows it this once',
  body: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: TOKEN_NAME_MAX, pattern: '\\S' }),
      capabilities: Type.Array(oneOf(tokenCapabilities), { minItems: 1, uniqueItems: true }),
      /** In the future, at most 366 days ahead. */
      expiresAt: Timestamp,
      /** Needed where the sign-in of this session is not recent: 422 `password-needed` says so. */
      password: Type.Optional(Type.String({ minLength: 1 })),
    },
    closed,
  ),
  responses: { 201: NewToken },
});

export const removeToken = defineOperation({
  ...own,
  id: 'removeToken',
  method: 'DELETE',
  path: '/iam/jarvisUsers/self/tokens/:id',
  summary: 'Remove a token: it opens nothing any more, and jobs that it started end',
  params: Type.Object({ id: Uuid }),
  responses: { 204: null },
});
