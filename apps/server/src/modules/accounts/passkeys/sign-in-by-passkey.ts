import { signInByPasskey } from '@armarium/contract/passkeys';
import { implementOpen, type Call, type Implementation } from '../../../http/operation-route.ts';
import { ProblemError } from '../../../problem-error.ts';
import { findAccount, rolesIn } from '../accounts.ts';
import { completeSignIn } from '../sessions/complete-sign-in.ts';
import { judgeSignIn } from '../sessions/judge-sign-in.ts';
import type { SessionParts } from '../sessions/session-parts.ts';
import { openerOf } from '../sessions/sessions.ts';
import { takeChallenge } from './challenges.ts';
import { requirePasskeyPlace } from './passkey-host.ts';
import { findPasskey } from './passkey.queries.ts';
import { notePasskeyUse } from './passkey.writes.ts';
import { handleOf } from './user-handle.ts';
import { verification } from './verification.ts';

/** The sign-in by a passkey, which takes neither a username nor a password. The limits of an address apply. */
export function signInByPasskeyOperation(parts: SessionParts): Implementation {
  const { onSignIn } = parts;
  return implementOpen(signInByPasskey, async (call) => {
    const { request, tenant, log } = call;
    const check = () => admit(parts, call);
    const { found: admitted } = await judgeSignIn(parts, parts.attempts, request.ip, undefined, check);
    if (!admitted) {
      onSignIn('refused');
      log.warn({ event: 'passkey-refused', tenant: tenant.name, address: request.ip }, 'sign-in refused');
      // One that was removed, and an account without a role here, get the same answer.
      throw new ProblemError('wrong-passkey', 'Choose another passkey, or sign in with your password.');
    }
    return completeSignIn(parts, admitted, call);
  });
}

type PasskeyCall = Pick<Call<typeof signInByPasskey>, 'body' | 'origin' | 'request' | 'tenant' | 'log'>;

/** Opens a session; undefined where the passkey does not open one here. */
async function admit(parts: SessionParts, { body, origin, request, tenant, log }: PasskeyCall) {
  const { system, sessions } = parts;
  const { credential } = body;
  const place = requirePasskeyPlace(origin);
  const { host } = place;
  const challenge = await takeChallenge(parts, credential.response.clientDataJSON, { host, session: null });
  const passkey = challenge === undefined ? undefined : await findPasskey(system, credential.id, host);
  if (challenge === undefined || !passkey) return undefined;
  const { accountUuid: uuid } = passkey;
  // Without a username the account is the one that the device names (WebAuthn §7.2, step 6).
  if (credential.response.userHandle !== handleOf(uuid)) return undefined;
  const { verifyCredential } = await verification();
  const used = await verifyCredential(credential, passkey, { challenge, ...place }).catch(
    (error: unknown) => {
      log.warn({ err: error, account: uuid }, 'the use of a passkey could not be verified');
      return undefined;
    },
  );
  if (!used) return undefined;
  return system.transaction().execute(async (db) => {
    // What removes passkeys, or ends sessions, locks the account: it comes before or after.
    await db.selectFrom('account').select('uuid').where('uuid', '=', uuid).forShare().execute();
    const account = await findAccount(db, { uuid });
    const roles = account ? await rolesIn(db, uuid, tenant.id) : [];
    if (!account || roles.length === 0 || !(await notePasskeyUse(db, passkey, used))) return undefined;
    const opening = { secondFactor: { passkey: passkey.uuid } };
    const token = await sessions.open(account, tenant.id, openerOf(request), opening, db);
    return token === undefined ? undefined : { account, roles, token };
  });
}
