import { randomBytes } from 'node:crypto';
import { generateURI, ScureBase32Plugin, verifySync } from 'otplib';

/** As RFC 4226 §4 recommends. */
const SECRET_BYTES = 20;
/** Codes of one step before and after are accepted (RFC 6238 §5.2): clocks differ, and people type slowly. */
const TOLERANCE_S = 30;

const base32 = new ScureBase32Plugin();

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** The secret as people type it (RFC 4648 base32, without padding). */
export const secretInBase32 = (secret: Buffer): string => base32.encode(secret, { padding: false });

/**
 * The address that authenticator apps read from a QR code.
 * @param issuer whose account it is, as the app shows it. A colon would end it, so there is none in the address
 */
export const otpauthAddress = (secret: Buffer, issuer: string, username: string): string =>
  generateURI({ issuer: issuer.replaceAll(':', ' '), label: username, secret: secretInBase32(secret) });

/**
 * Checks a code of six digits; spaces in it are left out.
 * @param now_s of the clock that all processes share
 * @param lastStep the time step of the latest code that was accepted
 * @returns the time step of the code; undefined where it is wrong, too old, or was used
 */
export function stepOfCode(
  code: string,
  secret: Buffer,
  { now_s, lastStep }: { readonly now_s: number; readonly lastStep: number },
): number | undefined {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const result = verifySync({ secret, token, epoch: now_s, epochTolerance: TOLERANCE_S });
  if (!result.valid || !('timeStep' in result) || result.timeStep <= lastStep) return undefined;
  return result.timeStep;
}
