import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { SystemTables } from '../../../db/database.ts';
import { passkeyHostOf } from '../passkeys/passkey-host.ts';
import { presentSession } from '../sessions/present-session.ts';
import { isFactorGivenHere } from './second-factor.queries.ts';

/** Whether whoever makes a request has given a second factor to the session, and can give it again at this address. */
export const hasShownFactor = (system: Kysely<SystemTables>, request: FastifyRequest) =>
  isFactorGivenHere(system, presentSession(request), passkeyHostOf(request.origin()));
