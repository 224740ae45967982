import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { pageOf, pageQuery } from './hal.ts';
import { defineOperation } from './operation.ts';
import { Timestamp, Uuid } from './scalar.ts';

/** A session of the own account in this tenant. */
export const OwnSession = Type.Object({
  /** Names the session and opens none. */
  id: Uuid,
  /** When the password was given. */
  createdDate: Timestamp,
  /** To the minute. */
  lastSeenDate: Timestamp,
  /** The names of the browser and of its system; null where the session did not say them. */
  browser: Type.Union([Type.String(), Type.Null()]),
  system: Type.Union([Type.String(), Type.Null()]),
  /** The IP address from which it was opened. */
  address: Type.Union([Type.String(), Type.Null()]),
  /** Whether it is the one that asks. */
  present: Type.Boolean(),
});
export type OwnSession = Static<typeof OwnSession>;

const users = { tag: 'Users' } as const;

export const listOwnSessions = defineOperation({
  ...users,
  id: 'listOwnSessions',
  method: 'GET',
  path: '/iam/jarvisUsers/self/sessions',
  summary: 'The open sessions of the own account in this organisation, the present one first',
  access: 'session',
  query: pageQuery({}),
  responses: { 200: pageOf('sessions', OwnSession) },
});

export const endOwnSession = defineOperation({
  ...users,
  id: 'endOwnSession',
  method: 'DELETE',
  path: '/iam/jarvisUsers/self/sessions/:id',
  summary: 'End a session of the own account in this organisation; the present one as by signing out',
  access: 'session',
  params: Type.Object({ id: Uuid }),
  responses: { 204: null },
});

export const endOtherSessions = defineOperation({
  ...users,
  id: 'endOtherSessions',
  method: 'DELETE',
  path: '/iam/jarvisUsers/self/sessions',
  summary: 'End all sessions of the own account in this organisation but the present one',
  access: 'session',
  responses: { 204: null },
});
