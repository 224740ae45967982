import { endOtherSessions, endOwnSession, listOwnSessions } from '@armarium/contract/own-sessions';
import { clearSessionCookie, csrfToken, setCsrfCookie } from '../../../http/identify.ts';
import { implement, type Implementation } from '../../../http/operation-route.ts';
import { pageAnswer, pageOfRows, wantedPage } from '../../../http/pages.ts';
import { notFound } from '../../../problem-error.ts';
import { presentToken } from './present-session.ts';
import type { SessionParts } from './session-parts.ts';
import { readUserAgent } from './user-agent.ts';

/** The operations on the caller's own sessions in the tenant. */
export function ownSessionOperations({
  sessions,
  secret,
}: Pick<SessionParts, 'sessions' | 'secret'>): Implementation[] {
  return [
    implement(listOwnSessions, async ({ actor, tenant, query, origin, url, request }) => {
      const page = wantedPage(query, 20);
      const open = await sessions.openOf(actor.accountUuid, tenant.id, presentToken(request));
      const shown = pageOfRows(open, page).map(
        ({ uuid, createdAt, seenAt, userAgent, address, present }) => ({
          id: uuid,
          createdDate: createdAt.toISOString(),
          lastSeenDate: seenAt.toISOString(),
          ...readUserAgent(userAgent),
          address,
          present,
        }),
      );
      return pageAnswer('sessions', shown, page, open.length, origin, url);
    }),
    implement(endOwnSession, async ({ actor, tenant, params, request, reply, log }) => {
      const ended = await sessions.endOne(actor.accountUuid, tenant.id, params.id, presentToken(request));
      if (ended === undefined) throw notFound('The session');
      log.info({ event: 'session-ended', tenant: tenant.name, account: actor.accountUuid }, 'session ended');
      if (ended === 'present') {
        clearSessionCookie(reply);
        setCsrfCookie(request, reply, csrfToken(secret, undefined));
      }
      return undefined;
    }),
    implement(endOtherSessions, async ({ actor, tenant, request, log }) => {
      await sessions.endOthers(actor.accountUuid, tenant.id, presentToken(request));
      log.info(
        { event: 'sessions-ended', tenant: tenant.name, account: actor.accountUuid },
        'other sessions ended',
      );
      return undefined;
    }),
  ];
}
