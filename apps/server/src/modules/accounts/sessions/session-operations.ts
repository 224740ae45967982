import {
  getPermissions,
  getSelf,
  isLogged,
  listOwnTenants,
  signOut,
  tenantInfo,
  usersInfo,
} from '@armarium/contract/session';
import { capabilities } from '@armarium/contract/capability';
import { sql } from 'kysely';
import { reach } from '../../../db/database.ts';
import { clearSessionCookie, csrfToken, setCsrfCookie } from '../../../http/identify.ts';
import { implement, implementOpen, type Implementation } from '../../../http/operation-route.ts';
import { pageAnswer, pageOfRows, wantedPage } from '../../../http/pages.ts';
import { notFound } from '../../../problem-error.ts';
import { findAccount, isActiveIn } from '../accounts.ts';
import { currentUserView } from '../current-user-view.ts';
import { logoUrlOf } from '../../tenancy/public.ts';
import { presentToken } from './present-session.ts';
import type { SessionParts } from './session-parts.ts';
import { signInOperation } from './sign-in.ts';

/** Sign-in, sign-out and the operations about the caller (back office §2.6 and §7, decisions §5). */
export function sessionOperations(parts: SessionParts): Implementation[] {
  const { system, sessions, tenants, secret, deploymentProfile, sendsMail, lastEventId } = parts;
  return [
    signInOperation(parts),
    implementOpen(isLogged, async ({ request, reply, tenant }) => {
      const { actor } = await request.identify();
      // The client follows the events from here on. Everything that it reads after this answer is at least as
      // new.
      if (actor) reply.header('last-event-id', await lastEventId(tenant.id));
      const pending = await request.pendingSignIn();
      return { logged: actor !== undefined, ...(pending && { secondFactor: pending.lacks }) };
    }),
    implementOpen(usersInfo, async ({ request, reply, tenant }) => {
      const { actor, sessionToken } = await request.identify();
      const isKnown = actor !== undefined || (await request.pendingSignIn()) !== undefined;
      setCsrfCookie(request, reply, csrfToken(secret, isKnown ? sessionToken : undefined));
      if (!isKnown && sessionToken !== undefined) clearSessionCookie(reply);
      reply.header('domain-tenant', tenant.name);
      return { name: tenant.name };
    }),
    implement(signOut, async ({ request, reply, tenant, actor, log }) => {
      await sessions.close(presentToken(request));
      log.info({ event: 'sign-out', tenant: tenant.name, account: actor.accountUuid }, 'signed out');
      clearSessionCookie(reply);
      setCsrfCookie(request, reply, csrfToken(secret, undefined));
      return undefined;
    }),
    implement(getSelf, async ({ actor, origin }) => {
      const account = await findAccount(system, { uuid: actor.accountUuid });
      if (!account) throw notFound('The account');
      return currentUserView(account, [...actor.roles], origin);
    }),
    implement(listOwnTenants, async ({ actor, query, origin, url }) => {
      const rows = await system
        .selectFrom('account_role')
        .select('tenant_id')
        .distinct()
        .where('account_uuid', '=', actor.accountUuid)
        .where(isActiveIn(sql.ref('account_role.account_uuid'), sql.ref('account_role.tenant_id')))
        .execute();
      const own = (await tenants.all()).filter(({ id }) => rows.some((row) => row.tenant_id === id));
      const page = wantedPage(query, 100);
      const shown = pageOfRows(own, page).map((tenant) => ({ ...tenant, id: String(tenant.id) }));
      return pageAnswer('tenants', shown, page, own.length, origin, url);
    }),
    implement(tenantInfo, async ({ tenant, origin }) => ({
      id: String(tenant.id),
      name: tenant.name,
      displayName: tenant.displayName,
      url: tenant.url,
      logoUrl: logoUrlOf(origin, tenant.logoKey),
      deploymentProfile,
      sendsMail: sendsMail(tenant),
      userRights: tenant.userRights,
      language: tenant.language,
      _links: { self: { href: `${origin}${tenantInfo.path}` } },
    })),
    implement(getPermissions, async ({ actor }) =>
      Object.fromEntries(
        capabilities.flatMap((capability) => {
          const held = reach(actor, capability);
          return held === undefined ? [] : [[capability, held]];
        }),
      ),
    ),
  ];
}
