import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHandoff, redeemHandoff } from '@armarium/contract/session';
import { implement, implementOpen, type Implementation } from '../../../http/operation-route.ts';
import { ProblemError } from '../../../problem-error.ts';
import { rolesIn } from '../accounts.ts';
import { factorNeeded } from '../second-factor/second-factor.queries.ts';
import { setSessionCookies } from './complete-sign-in.ts';
import { originOf, type Handoffs } from './handoffs.ts';
import { presentSession, presentToken } from './present-session.ts';
import type { SessionParts } from './session-parts.ts';
import { openerOf } from './sessions.ts';
import { isBySignOn } from '../sign-on/sign-on.queries.ts';

/** The operations that change the organisation without a new sign-in (decisions §2). */
export function handoffOperations(
  { system, sessions, tenants, secret }: SessionParts,
  handoffs: Handoffs,
): Implementation[] {
  return [
    implement(createHandoff, async ({ actor, body, origin, request, reply, tenant }) => {
      reply.header('cache-control', 'no-store');
      const target = (await tenants.all()).find(({ id }) => String(id) === body.tenantId);
      // The same answer for an organisation that does not exist and one where the account has no role
      //
      if (!target || (await rolesIn(system, actor.accountUuid, target.id)).length === 0) {
        throw new ProblemError('forbidden', 'You have no role in this organisation.');
      }
      if (await isBySignOn(system, presentSession(request))) {
        throw new ProblemError(
          'sign-in-needed',
          `You came in by a sign-on of ${tenant.displayName || tenant.name}, which opens no other organisation. Sign in there with your password or a passkey.`,
        );
      }
      const address = originOf(target, origin);
      if (address === undefined) {
        throw new ProblemError(
          'no-address',
          `No address leads to ${target.displayName} yet. Ask your administrator to give it one.`,
        );
      }
      const session = presentToken(request);
      const token = await handoffs.make(session, target.id, new URL(address).hostname);
      if (token === undefined) throw new ProblemError('not-signed-in', 'Sign in and try again.');
      return { url: `${address}${redeemHandoff.path}?token=${token}` };
    }),
    implementOpen(redeemHandoff, async ({ request, reply, query, tenant, log }) => {
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
      const { actor: present } = await request.identify();
      const arrival = await system.transaction().execute(async (db) => {
        const carried = await handoffs.take(db, query.token, tenant.id, request.hostname);
        // Anybody can send a browser here with a token of their own. Nobody may be switched to another's
        // account unnoticed.
        if (carried && present && present.accountUuid !== carried.uuid) return 'other-account';
        const roles = carried ? await rolesIn(db, carried.uuid, tenant.id) : [];
        if (!carried || roles.length === 0) return 'refused';
        const { uuid, since, secondFactor } = carried;
        // This organisation may demand a second factor that the other one did not.
        const lacks = await factorNeeded(db, { uuid, roles, isGiven: secondFactor !== undefined }, tenant.id);
        const pending = lacks !== undefined;
        const opening = { since, secondFactor: pending ? undefined : secondFactor, pending };
        const token = await sessions.open(carried, tenant.id, openerOf(request), opening, db);
        return token === undefined ? 'refused' : { uuid, token, pending };
      });
      const event = { tenant: tenant.name, address: request.ip };
      if (typeof arrival === 'string') {
        const account = arrival === 'other-account' ? { account: present?.accountUuid } : {};
        log.warn({ event: 'handoff-refused', ...event, ...account }, refusals[arrival]);
        return refuse(request, reply, arrival);
      }
      const { uuid, token, pending } = arrival;
      if (!pending) await sessions.noteSignIn(uuid, tenant.id);
      setSessionCookies(request, reply, secret, token);
      log.info({ event: 'handoff', ...event, account: uuid }, 'came from another organisation');
      reply.header('location', pending ? '/ui/login' : '/ui/catalog');
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
