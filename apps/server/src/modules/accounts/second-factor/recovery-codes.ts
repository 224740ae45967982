import { randomBytes, randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@armarium/contract/second-factor';
import { hashSecret } from '../passwords/password.ts';

/** Crockford's base32: no letter looks like a digit. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz';
const GROUP = 5;

const newGroup = () => Array.from({ length: GROUP }, () => letters[randomInt(letters.length)]).join('');

export interface NewRecoveryCodes {
  /** As the person reads them, once: 50 random bits each. */
  readonly codes: readonly string[];
  readonly salt: Buffer;
  readonly hashes: readonly Buffer[];
}

export async function newRecoveryCodes(): Promise<NewRecoveryCodes> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => `${newGroup()}-${newGroup()}`);
  const salt = randomBytes(16);
  const hashes: Buffer[] = [];
  // One after the other: each takes a thread that others wait for.
  for (const code of codes) hashes.push(await hashOfRecoveryCode(code, salt));
  return { codes, salt, hashes };
}

/** What is stored of a code. Case, spaces and hyphens make no difference, nor does a letter that looks like a digit. */
export function hashOfRecoveryCode(code: string, salt: Buffer): Promise<Buffer> {
  const read = code.toLowerCase().replace(/[\s-]/g, '').replace(/[il]/g, '1').replace(/o/g, '0');
  return hashSecret(read, salt);
}
