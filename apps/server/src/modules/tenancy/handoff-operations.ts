import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHandoff, redeemHandoff } from '@armarium/contract/session';
import { csrfToken, SESSION_COOKIE, setCsrfCookie, setSessionCookie } from '../../http/identify.ts';
import { implement, implementOpen, type Implementation } from '../../http/operation-route.ts';
import { ProblemError } from '../../problem-error.ts';
import { rolesIn } from './accounts.ts';
import { originOf, type Handoffs } from './handoffs.ts';
import type { SessionParts } from './session-operations.ts';

/** Changing organisation without signing in again (decisions §2). */
export function handoffOperations(
  { system, sessions, tenants, secret }: SessionParts,
  handoffs: Handoffs,
): Implementation[] {
  return [
    implement(createHandoff, async ({ actor, body, origin, request, reply }) => {
      reply.header('cache-control', 'no-store');
      const target = (await tenants.all()).find(({ id }) => String(id) === body.tenantId);
      // One that there is not is told like one where the account has no part.
      if (!target || (await rolesIn(system, actor.accountUuid, target.id)).length === 0) {
        throw new ProblemError('forbidden', 'You have no role in this organisation.');
      }
      const address = originOf(target, origin);
      if (address === undefined) {
        throw new ProblemError(
          'no-address',
          `No address leads to ${target.displayName} yet. Ask your administrator to give it one.`,
        );
      }
      const session = request.cookies[SESSION_COOKIE] ?? '';
      const token = await handoffs.make(session, target.id, new URL(address).hostname);
      return { url: `${address}${redeemHandoff.path}?token=${token}` };
    }),
    implementOpen(redeemHandoff, async ({ request, reply, query, tenant, log }) => {
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
      const carried = await handoffs.take(query.token, tenant.id, request.hostname);
      const roles = carried && (await rolesIn(system, carried.accountUuid, tenant.id));
      if (!carried || !roles?.length) {
        log.warn({ event: 'handoff-refused', tenant: tenant.name, address: request.ip }, 'handoff refused');
        return refuse(request, reply);
      }
      const token = await sessions.open(
        carried.accountUuid,
        tenant.id,
        request.cookies[SESSION_COOKIE],
        carried.since,
      );
      setSessionCookie(request, reply, token);
      setCsrfCookie(request, reply, csrfToken(secret, token));
      log.info(
        { event: 'handoff', tenant: tenant.name, account: carried.accountUuid, address: request.ip },
        'came from another organisation',
      );
      reply.header('location', '/ui/catalog');
      return undefined;
    }),
  ];
}

/** A person is led to where they can sign in, a program is told. */
function refuse(request: FastifyRequest, reply: FastifyReply): undefined {
  if (!/\btext\/html\b/i.test(request.headers.accept ?? '')) {
    throw new ProblemError('handoff-refused', 'It was used, is too old, or was not made for this address.');
  }
  reply.header('location', '/ui/login?handoff=refused');
  return undefined;
}
