import { getSignInOptions } from '@armarium/contract/session';
import {
  acceptInvitation,
  forgotPassword,
  getInvitation,
  getNewPasswordLink,
  setNewPassword,
  type LinkAccount,
} from '@armarium/contract/password-links';
import type { FastifyRequest } from 'fastify';
import { system as program, type Actor } from '../../../db/database.ts';
import type { TenantIdentity } from '../../../http/identify.ts';
import { implementOpen, type Implementation } from '../../../http/operation-route.ts';
import { notFound, ProblemError } from '../../../problem-error.ts';
import { enqueue } from '../../../queue/enqueue.ts';
import { setPasswordByLink } from './password.writes.ts';
import { accountIn, findAccount } from '../accounts.ts';
import { signOnProviders } from '../../tenancy/public.ts';
import { passkeyHostOf } from '../passkeys/passkey-host.ts';
import type { SessionParts } from '../sessions/session-parts.ts';
import { normaliseUsername } from '../username.ts';
import type { ForgottenPasswordPayload } from './forgotten-password.job.ts';
import { findLink, type LinkPurpose } from './password-links.ts';
import { hashPassword } from './password.ts';

const over = () =>
  new ProblemError(
    'link-over',
    'It was used or replaced, has expired, or the account may not sign in here any more.',
  );

const linkView = (
  { actor, expiresAt }: { readonly actor: Actor; readonly expiresAt: Date },
  tenant: TenantIdentity,
): LinkAccount => ({
  username: actor.username,
  tenantName: tenant.name,
  tenantDisplayName: tenant.displayName || tenant.name,
  expiresAt: expiresAt.toISOString(),
});

/** Invitations and forgotten passwords (decisions §12). Who has the token of a link needs no session. */
export function passwordLinkOperations({
  database,
  sessions,
  linkAttempts,
  mail,
  sendsMail,
}: Pick<SessionParts, 'database' | 'sessions' | 'linkAttempts' | 'mail' | 'sendsMail'>): Implementation[] {
  const { system } = database;
  /** The account of a link that still works. @throws ProblemError 404, 410 */
  const open = async (purpose: LinkPurpose, token: string, tenant: TenantIdentity) => {
    const link = await findLink(system, purpose, token, tenant.id);
    if (!link) throw notFound('The link');
    // Deactivated meanwhile, or without a role.
    const actor = link.isOver ? undefined : await accountIn(system, { uuid: link.accountUuid }, tenant.id);
    if (!actor) throw over();
    return { ...link, actor };
  };
  const setPassword = async (
    { purpose, actor }: Awaited<ReturnType<typeof open>>,
    given: { readonly token: string; readonly password: string },
    tenant: TenantIdentity,
  ) => {
    const passwordHash = await hashPassword(given.password);
    const link = { purpose, token: given.token };
    const isSet = await database
      .tenant(tenant.id, actor)
      .write('account-password', (tx) =>
        setPasswordByLink({ tx, by: 'account', mail }, actor.accountUuid, passwordHash, link),
      );
    if (!isSet) throw over();
    sessions.forgetAccount(actor.accountUuid);
  };
  const isAnotherSignedIn = async (request: FastifyRequest, accountUuid: string) => {
    const { actor } = await request.identify();
    return actor !== undefined && actor.accountUuid !== accountUuid;
  };

  return [
    implementOpen(getSignInOptions, async ({ tenant, origin }) => ({
      forgottenPassword: sendsMail(tenant),
      passkeys: passkeyHostOf(origin) !== undefined,
      signOn: (await database.tenant(tenant.id, program).read(signOnProviders)).map(({ id, label }) => ({
        id,
        label,
      })),
    })),
    implementOpen(getInvitation, async ({ params, tenant, reply }) => {
      reply.header('cache-control', 'no-store');
      return linkView(await open('invitation', params.token, tenant), tenant);
    }),
    implementOpen(getNewPasswordLink, async ({ params, tenant, reply }) => {
      reply.header('cache-control', 'no-store');
      return linkView(await open('forgotten-password', params.token, tenant), tenant);
    }),
    implementOpen(
      acceptInvitation,
      async ({ params: { token }, body: { password }, tenant, request, log }) => {
        const link = await open('invitation', token, tenant);
        // The client signs in next, which would end the other's session unnoticed.
        if (await isAnotherSignedIn(request, link.accountUuid))
          throw new ProblemError('other-account', 'Sign out first, then open the link again.');
        await setPassword(link, { token, password }, tenant);
        const event = { event: 'invitation-accepted', tenant: tenant.name, address: request.ip };
        log.info({ ...event, account: link.accountUuid }, 'invitation accepted');
        return undefined;
      },
    ),
    implementOpen(forgotPassword, async ({ body: { username }, tenant, request }) => {
      // No request is taken back, whatever becomes of it.
      await linkAttempts.begin(request.ip, normaliseUsername(username));
      const found = await findAccount(system, { username });
      const payload: ForgottenPasswordPayload = { account: found?.uuid ?? null };
      await database.bookkeeping(tenant.id, (db) =>
        enqueue(db, 'forgotten-password', payload, { urgency: 'person' }),
      );
      return undefined;
    }),
    implementOpen(setNewPassword, async ({ body, tenant, request, log }) => {
      const link = await open('forgotten-password', body.token, tenant);
      await setPassword(link, body, tenant);
      const event = { event: 'password-changed', tenant: tenant.name, address: request.ip };
      log.info({ ...event, account: link.accountUuid }, 'forgotten password replaced');
      return undefined;
    }),
  ];
}
