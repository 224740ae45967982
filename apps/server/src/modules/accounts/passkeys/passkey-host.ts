import { ProblemError } from '../../../problem-error.ts';
import { comparableHost, isAddressOfMachine, nameBeforeLocalhost } from '../../tenancy/public.ts';

export interface PasskeyPlace {
  readonly host: string;
  /** Scheme, host and port of the page. */
  readonly origin: string;
}

/**
 * The host at which passkeys of an address work, which is their RP ID. Browsers take a host name only, and plain http on
 * this machine only (decisions §12).
 * @param origin of the request
 * @returns undefined where the address does not allow passkeys
 */
export function passkeyHostOf(origin: string): string | undefined {
  const { protocol, hostname } = new URL(origin);
  const host = comparableHost(hostname);
  if (isAddressOfMachine(host)) return undefined;
  const isThisMachine = host === 'localhost' || nameBeforeLocalhost(host) !== undefined;
  return protocol === 'https:' || isThisMachine ? host : undefined;
}

/**
 * Where a passkey is used or made.
 * @throws ProblemError 409 where the address does not allow passkeys
 */
export function requirePasskeyPlace(requestOrigin: string): PasskeyPlace {
  const host = passkeyHostOf(requestOrigin);
  if (host === undefined)
    throw new ProblemError(
      'passkeys-not-here',
      'They need an address with https and a host name. Your administrator can set one up.',
    );
  // As browsers write it: without a port that is the usual one.
  return { host, origin: new URL(requestOrigin).origin };
}
