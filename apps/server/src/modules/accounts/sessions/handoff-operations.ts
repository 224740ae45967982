import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHandoff, redeemHandoff } from '@armarium/contract/session';
import { csrfToken, SESSION_COOKIE, setCsrfCookie, setSessionCookie } from '../../../http/identify.ts';
import { implement, implementOpen, type Implementation } from '../../../http/operation-route.ts';
import { ProblemError } from '../../../problem-error.ts';
import { rolesIn } from '../accounts.ts';
import { originOf, type Handoffs } from './handoffs.ts';
import type { SessionParts } from './session-parts.ts';
import { openerOf } from './sessions.ts';

/** The operations that change the organisation without a new sign-in (decisions §2). */
export function handoffOperations(
  { system, sessions, tenants, secret }: SessionParts,
  handoffs: Handoffs,
): Implementation[] {
  return [
    implement(createHandoff, async ({ actor, body, origin, request, reply }) => {
      reply.header('cache-control', 'no-store');
      const target = (await tenants.all()).find(({ id }) => String(id) === body.tenantId);
      // The same answer for an organisation that does not exist and one where the account has no role
      //
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
      if (token === undefined) throw new ProblemError('not-signed-in', 'Sign in and try again.');
      return { url: `${address}${redeemHandoff.path}?token=${token}` };
    }),
    implementOpen(redeemHandoff, async ({ request, reply, query, tenant, log }) => {
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
      const carried = await handoffs.take(query.token, tenant.id, request.hostname);
      const { actor: present } = await request.identify();
      const event = { tenant: tenant.name, address: request.ip };
      // Anybody can send a browser here with a token of their own. Nobody may be switched to another's
      // account unnoticed.
      if (carried && present && present.accountUuid !== carried.uuid) {
        log.warn(
          { event: 'handoff-refused', ...event, account: present.accountUuid },
          'another is signed in',
        );
        return refuse(request, reply, 'other-account');
      }
      const belongs = carried && (await rolesIn(system, carried.uuid, tenant.id)).length > 0;
      const token =
        carried && belongs
          ? await sessions.open(carried, tenant.id, openerOf(request), carried.since)
          : undefined;
      if (!carried || token === undefined) {
        log.warn({ event: 'handoff-refused', ...event }, 'handoff refused');
        return refuse(request, reply, 'refused');
      }
      await sessions.noteSignIn(carried.uuid, tenant.id);
      setSessionCookie(request, reply, token);
      setCsrfCookie(request, reply, csrfToken(secret, token));
      log.info({ event: 'handoff', ...event, account: carried.uuid }, 'came from another organisation');
      reply.header('location', '/ui/catalog');
      return undefined;
    }),
  ];
}

const refusals = {
  refused: 'It was used, is too old, or was not made for this address.',
  'other-account':
    'Another account is signed in at this address. Sign out there first, then ask for a new one.',
};

/** A person is redirected to a page for signing in or out; a program gets a problem. */
function refuse(request: FastifyRequest, reply: FastifyReply, why: keyof typeof refusals): undefined {
  if (!/\btext\/html\b/i.test(request.headers.accept ?? '')) {
    throw new ProblemError('handoff-refused', refusals[why]);
  }
  reply.header('location', `/ui/login?handoff=${why}`);
  return undefined;
}
