import type { FastifyRequest } from 'fastify';
import { SESSION_COOKIE } from '../../../http/identify.ts';
import { hashOf } from '../random-token.ts';

/** The token of the session that a request comes with; empty where there is none. */
export const presentToken = ({ cookies }: Pick<FastifyRequest, 'cookies'>) => cookies[SESSION_COOKIE] ?? '';

/** The hash by which that session is stored. */
export const presentSession = (request: Pick<FastifyRequest, 'cookies'>) => hashOf(presentToken(request));
