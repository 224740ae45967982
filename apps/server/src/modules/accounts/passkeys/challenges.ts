import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { SystemTables } from '../../../db/database.ts';
import { useChallenge } from '../used-challenges.ts';

/** As long as the browser waits for the person, too. */
export const CHALLENGE_MINUTES = 5;

const RANDOM_BYTES = 16;
/** Milliseconds since 1970, as a big-endian integer. */
const TIME_BYTES = 8;
const SIGNED_BYTES = RANDOM_BYTES + TIME_BYTES;

/** What a challenge was made for: it is good for nothing else. */
export interface ChallengePurpose {
  readonly host: string;
  /** The token of the session in which a passkey is to be added; null for a sign-in. */
  readonly session: string | null;
}

/**
 * Makes what a passkey has to sign (WebAuthn §13.4.3): random bytes, the moment, and a signature of ours over both and the
 * purpose. So nothing is stored for a visitor who asks for one.
 * @param secret of the installation
 */
export function makeChallenge(secret: Buffer, purpose: ChallengePurpose, now_ms = Date.now()): Buffer {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeBigUInt64BE(BigInt(now_ms));
  const signed = Buffer.concat([randomBytes(RANDOM_BYTES), time]);
  return Buffer.concat([signed, signatureOf(secret, signed, purpose)]);
}

/** Whether a challenge is ours, was made for this, and is not over. */
export function isGood(
  secret: Buffer,
  challenge: Buffer,
  purpose: ChallengePurpose,
  now_ms = Date.now(),
): boolean {
  const signed = challenge.subarray(0, SIGNED_BYTES);
  const expected = signatureOf(secret, signed, purpose);
  const signature = challenge.subarray(SIGNED_BYTES);
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return false;
  const age_ms = now_ms - Number(signed.readBigUInt64BE(RANDOM_BYTES));
  return Math.abs(age_ms) <= CHALLENGE_MINUTES * 60_000;
}

const signatureOf = (secret: Buffer, signed: Buffer, { host, session }: ChallengePurpose) =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['passkey', host, session]))
    .update(signed)
    .digest();

/**
 * Uses up the challenge that came back. It is good once.
 * @param clientDataJSON of the answer of the browser, in base64url
 * @returns the challenge in base64url; undefined where it is not good, or was used
 */
export async function takeChallenge(
  { system, secret }: { readonly system: Kysely<SystemTables>; readonly secret: Buffer },
  clientDataJSON: string,
  purpose: ChallengePurpose,
): Promise<string | undefined> {
  const challenge = Buffer.from(challengeIn(clientDataJSON) ?? '', 'base64url');
  if (!isGood(secret, challenge, purpose)) return undefined;
  return (await useChallenge(system, challenge)) ? challenge.toString('base64url') : undefined;
}

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    const challenge = (data as { challenge?: unknown } | null)?.challenge;
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}
