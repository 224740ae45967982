import { sessionTokenOf, type WithCredentials } from '../../../http/identify.ts';
import { hashOf } from '../random-token.ts';

/** The token of the session that a request comes with; empty where there is none. */
export const presentToken = (request: WithCredentials) => sessionTokenOf(request) ?? '';

/** The hash by which that session is stored. */
export const presentSession = (request: WithCredentials) => hashOf(presentToken(request));
