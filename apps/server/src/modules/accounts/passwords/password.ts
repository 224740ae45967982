import { hash, hashRaw, verify } from '@node-rs/argon2';

// 19 MiB, two passes: about 25 ms on our test machine, the minimum that current guidance gives for argon2id.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a password (argon2id); the salt and the cost are part of the result. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), cost);
}

/** As `hashPassword`, with a given salt of 16 bytes: a code is looked up by its hash. */
export const hashSecret = (secret: string, salt: Buffer): Promise<Buffer> =>
  hashRaw(secret, { ...cost, salt });

let decoy: Promise<string> | undefined;

/**
 * Checks a password. For an unknown account (`undefined`) and one without a password (`null`) it does the same work, so
 * that the time does not reveal which usernames exist.
 */
export async function isPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const matches = await verify(passwordHash ?? (await decoy), password.normalize('NFC'));
  return matches && passwordHash != null;
}
