import {
  confirmTotp,
  getSecondFactor,
  passSecondFactor,
  removeTotp,
  renewRecoveryCodes,
  resetSecondFactor,
  startTotp,
} from '@armarium/contract/second-factor';
import type { Kysely } from 'kysely';
import type { Actor, SystemTables } from '../../../db/database.ts';
import { implement, implementOpen, type Call, type Implementation } from '../../../http/operation-route.ts';
import { ProblemError } from '../../../problem-error.ts';
import { isAdmin } from '../account.rules.ts';
import { findAccount } from '../accounts.ts';
import { mailToAccount } from '../messages/mail-to-account.ts';
import { passkeyHostOf } from '../passkeys/passkey-host.ts';
import { passkeysOf } from '../passkeys/passkey.queries.ts';
import { requirePasswordOrRecentSignIn, requireRecentSignIn } from '../passwords/own-password.ts';
import { completeSignIn, setSessionCookies } from '../sessions/complete-sign-in.ts';
import { judgeSignIn } from '../sessions/judge-sign-in.ts';
import { presentSession, presentToken } from '../sessions/present-session.ts';
import type { SessionParts } from '../sessions/session-parts.ts';
import { requireRenewed } from '../sessions/sessions.ts';
import { normaliseUsername } from '../username.ts';
import { refuseBySignOn } from '../sign-on/refuse-by-sign-on.ts';
import { changeFactor } from './change-factor.ts';
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { requireFactorGiven, totpOf } from './second-factor.queries.ts';
import {
  confirmSecret,
  findTotp,
  removeSecret,
  replaceRecoveryCodes,
  resetFactor,
  requireStep,
  stepToConfirm,
  storeSecret,
  useCode,
  useRecoveryCode,
} from './second-factor.writes.ts';
import { newSecret, otpauthAddress, secretInBase32 } from './totp.ts';

const nothingWaits = () =>
  new ProblemError(
    'not-signed-in',
    'No sign-in waits for a code. Sign in again; where you are signed in already, reload the page.',
  );

/** The second factor: an authenticator app with recovery codes (decisions §12). */
export function secondFactorOperations(parts: SessionParts): Implementation[] {
  const { system, sessions, codeAttempts, secret } = parts;
  return [
    passSecondFactorOperation(parts),
    implement(getSecondFactor, async ({ actor, tenant, origin }) => {
      const host = passkeyHostOf(origin);
      const { demanded } = await system
        .selectFrom('tenant')
        .select('demand_second_factor as demanded')
        .where('id', '=', tenant.id)
        .executeTakeFirstOrThrow();
      return {
        totp: (await totpOf(system, actor.accountUuid)) ?? null,
        passkeys: await passkeysOf(system, actor.accountUuid, host),
        passkeyHost: host ?? null,
        demanded: demanded && isAdmin(actor.roles),
        _links: { self: { href: `${origin}${getSecondFactor.path}` } },
      };
    }),
    implement(startTotp, async (call) => {
      const { actor, body, tenant, request, reply } = call;
      await requireRecentSignIn(body.password, parts, call);
      await requireFactorGiven(system, actor.accountUuid, presentSession(request));
      reply.header('cache-control', 'no-store');
      const made = newSecret();
      await storeSecret(system, actor.accountUuid, made);
      return {
        secret: secretInBase32(made),
        otpauth: otpauthAddress(made, tenant.displayName, actor.username),
      };
    }),
    implement(confirmTotp, async (call) => {
      const { actor, tenant, body, request, reply } = call;
      const uuid = actor.accountUuid;
      const present = presentToken(request);
      const isPending = (await sessions.pendingOf(present, tenant.id)) !== undefined;
      // Before the work of the recovery codes, which a wrong code is not worth. Wrong ones are counted as at the sign-in.
      const name = `code of a new app of ${normaliseUsername(actor.username)}`;
      const check = async () => stepToConfirm(await findTotp(system, uuid), body.code);
      requireStep((await codeAttempts.judge(request.ip, name, check)).found);
      const codes = await newRecoveryCodes();
      const token = await changeFactor(parts, call, 'second-factor-on', async (write) => {
        await confirmSecret(write, uuid, body.code, { codes, session: presentSession(request) });
        return requireRenewed(
          await sessions.renew(write.tx.systemDb, present, { secondFactor: { passkey: null } }),
        );
      });
      setSessionCookies(request, reply, secret, token);
      const account = isPending ? await findAccount(system, { uuid }) : undefined;
      if (account) await completeSignIn(parts, { account, roles: [...actor.roles], token }, call);
      return { recoveryCodes: [...codes.codes] };
    }),
    implement(removeTotp, async (call) => {
      await requirePasswordOrRecentSignIn(call.body.password, parts, call);
      await changeFactor(parts, call, 'second-factor-off', (write) =>
        removeSecret(write, call.actor.accountUuid, presentSession(call.request)),
      );
      return undefined;
    }),
    implement(renewRecoveryCodes, async (call) => {
      const uuid = call.actor.accountUuid;
      await requirePasswordOrRecentSignIn(call.body.password, parts, call);
      const codes = await newRecoveryCodes();
      await changeFactor(parts, call, 'recovery-codes-replaced', (write) =>
        replaceRecoveryCodes(write, uuid, codes, presentSession(call.request)),
      );
      call.reply.header('cache-control', 'no-store');
      return { recoveryCodes: [...codes.codes] };
    }),
    implement(resetSecondFactor, async (call) => {
      const uuid = call.params.id.toLowerCase();
      await refuseBySignOn(parts, call, uuid);
      await changeFactor(parts, call, 'second-factor-reset', (write) => resetFactor(write, uuid), uuid);
      return undefined;
    }),
  ];
}

/** Completes a pending sign-in. The limits of codes apply. */
function passSecondFactorOperation(parts: SessionParts): Implementation {
  const { database, system, codeAttempts, mail, onSignIn } = parts;
  return implementOpen(passSecondFactor, async (call) => {
    const { request, tenant, body, log } = call;
    const pending = await request.pendingSignIn();
    if (pending?.lacks !== 'due') throw nothingWaits();
    const { accountUuid: uuid, username, roles } = pending.actor;
    const event = { tenant: tenant.name, address: request.ip, account: uuid };
    const account = await findAccount(system, { uuid });
    if (!account) throw nothingWaits();
    // Apart from each other: who is held off with the app still has the recovery codes, which nobody can guess.
    const kind = body.recoveryCode === undefined ? 'code' : 'recovery code';
    const name = `${kind} of ${normaliseUsername(username)}`;
    const check = () => passFactor(parts, pending.actor, call);
    const { found: token, wasLast } = await judgeSignIn(parts, codeAttempts, request.ip, name, check);
    if (token === undefined) {
      onSignIn('refused');
      log.warn({ event: 'second-factor-refused', ...event }, 'the code was wrong');
      if (wasLast) {
        const of = { what: 'codes-guessed' } as const;
        await database.bookkeeping(tenant.id, (db) =>
          mailToAccount(db, mail, account, { purpose: 'account-security', of }),
        );
      }
      throw new ProblemError(
        'wrong-code',
        'Each code works once. Check that the clock of the device with your app is right, and type the code that it shows now.',
      );
    }
    if (kind === 'recovery code') log.info({ event: 'recovery-code-used', ...event }, 'recovery code used');
    return completeSignIn(parts, { account, roles: [...roles], token }, call);
  });
}

/**
 * Uses up what was given as second factor, and gives the session its new token in the same transaction.
 * @returns the token; undefined where the code was wrong
 */
async function passFactor(
  { database, system, sessions, mail }: SessionParts,
  actor: Actor,
  { tenant, request, body }: Pick<Call<typeof passSecondFactor>, 'tenant' | 'request' | 'body'>,
): Promise<string | undefined> {
  const { accountUuid } = actor;
  const { code, recoveryCode = '' } = body;
  const renew = async (db: Kysely<SystemTables>) =>
    requireRenewed(await sessions.renew(db, presentToken(request), { secondFactor: { passkey: null } }));
  if (code !== undefined)
    return system
      .transaction()
      .execute(async (db) => ((await useCode(db, accountUuid, code)) ? renew(db) : undefined));
  const salt = (await findTotp(system, accountUuid))?.recovery_salt;
  if (!salt) return undefined;
  const hash = await hashOfRecoveryCode(recoveryCode, salt);
  return database.tenant(tenant.id, actor).write('account-second-factor', async (tx) => {
    const isUsed = await useRecoveryCode({ tx, by: 'account', mail }, accountUuid, hash);
    return isUsed ? renew(tx.systemDb) : undefined;
  });
}
