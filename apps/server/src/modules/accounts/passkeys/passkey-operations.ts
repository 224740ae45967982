import {
  addPasskey as addPasskeyCall,
  getPasskeyCreationOptions,
  getPasskeyRequestOptions,
  removePasskey as removePasskeyCall,
} from '@armarium/contract/passkeys';
import { implement, implementOpen, type Implementation } from '../../../http/operation-route.ts';
import { invalid } from '../../../problem-error.ts';
import { refuseWithoutPassword, requireRecentSignIn } from '../passwords/own-password.ts';
import { changeFactor } from '../second-factor/change-factor.ts';
import { requireFactorGiven } from '../second-factor/second-factor.queries.ts';
import { setSessionCookies } from '../sessions/complete-sign-in.ts';
import { presentSession, presentToken } from '../sessions/present-session.ts';
import type { SessionParts } from '../sessions/session-parts.ts';
import { requireRenewed } from '../sessions/sessions.ts';
import { visibleName } from '../visible-name.ts';
import { ALGORITHMS } from './algorithms.ts';
import { CHALLENGE_MINUTES, makeChallenge, takeChallenge } from './challenges.ts';
import { requirePasskeyPlace } from './passkey-host.ts';
import { descriptorsOf } from './passkey.queries.ts';
import { addPasskey, removePasskey } from './passkey.writes.ts';
import { signInByPasskeyOperation } from './sign-in-by-passkey.ts';
import { handleOf } from './user-handle.ts';
import { verification } from './verification.ts';

/** The browser waits for the person as long as the challenge is good. */
const WAIT_ms = CHALLENGE_MINUTES * 60_000;

/** Passkeys (WebAuthn Level 3, decisions §12). */
export function passkeyOperations(parts: SessionParts): Implementation[] {
  const { system, sessions, secret } = parts;
  return [
    implementOpen(getPasskeyRequestOptions, ({ origin, reply }) => {
      const { host } = requirePasskeyPlace(origin);
      reply.header('cache-control', 'no-store');
      const challenge = makeChallenge(secret, { host, session: null });
      return Promise.resolve({
        challenge: challenge.toString('base64url'),
        timeout: WAIT_ms,
        rpId: host,
        userVerification: 'required' as const,
      });
    }),
    signInByPasskeyOperation(parts),
    implement(getPasskeyCreationOptions, async (call) => {
      const { actor, body, tenant, origin, request, reply } = call;
      const { accountUuid } = actor;
      const { host } = requirePasskeyPlace(origin);
      // A passkey opens all organisations of the account, a provider of one opens that alone.
      await refuseWithoutPassword(parts, call);
      await requireRecentSignIn(body.password, parts, call);
      await requireFactorGiven(system, accountUuid, presentSession(request));
      reply.header('cache-control', 'no-store');
      const challenge = makeChallenge(secret, { host, session: presentToken(request) });
      return {
        rp: { id: host, name: tenant.displayName },
        user: { id: handleOf(accountUuid), name: actor.username, displayName: actor.displayName },
        challenge: challenge.toString('base64url'),
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
        timeout: WAIT_ms,
        excludeCredentials: await descriptorsOf(system, accountUuid, host),
        authenticatorSelection: {
          // It has to be found without a username, and to stand in for password and code.
          residentKey: 'required' as const,
          requireResidentKey: true as const,
          userVerification: 'required' as const,
        },
        attestation: 'none' as const,
      };
    }),
    implement(addPasskeyCall, async (call) => {
      const { actor, body, origin, request, reply, log } = call;
      const { accountUuid } = actor;
      const place = requirePasskeyPlace(origin);
      const { host } = place;
      const present = presentToken(request);
      const { credential } = body;
      const name = visibleName(body.name);
      const purpose = { host, session: present };
      const challenge = await takeChallenge(parts, credential.response.clientDataJSON, purpose);
      if (challenge === undefined) throw notVerified();
      const { verifyNewCredential } = await verification();
      const made = await verifyNewCredential(credential, { challenge, ...place }).catch((error: unknown) => {
        log.warn({ err: error, account: accountUuid }, 'a new passkey could not be verified');
        throw notVerified();
      });
      const { added, token } = await changeFactor(parts, call, 'passkey-added', async (write) => {
        const passkey = { ...made, name, host };
        const added = await addPasskey(write, accountUuid, passkey, presentSession(request));
        // Whoever makes a passkey has shown that they hold it.
        const given = { secondFactor: { passkey: added.id } };
        return { added, token: requireRenewed(await sessions.renew(write.tx.systemDb, present, given)) };
      });
      setSessionCookies(request, reply, secret, token);
      return added;
    }),
    implement(removePasskeyCall, async (call) => {
      const { actor, body, params, request } = call;
      await requireRecentSignIn(body.password, parts, call);
      await changeFactor(parts, call, 'passkey-removed', (write) =>
        removePasskey(write, actor.accountUuid, params.id.toLowerCase(), presentSession(request)),
      );
      return undefined;
    }),
  ];
}

const notVerified = () =>
  invalid([
    {
      name: 'credential',
      code: 'not-verified',
      message: `The passkey could not be verified. Begin again: the browser has ${CHALLENGE_MINUTES} minutes.`,
    },
  ]);
