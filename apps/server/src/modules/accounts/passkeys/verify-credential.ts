import type { Static } from '@sinclair/typebox';
import type { NewPasskeyCredential, PasskeyCredential } from '@armarium/contract/passkeys';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject, decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import { ALGORITHMS } from './algorithms.ts';
import type { StoredPasskey } from './passkey.queries.ts';

/** Bytes (WebAuthn §4, Credential ID). */
const CREDENTIAL_ID_MAX = 1023;

/** What the browser's answer has to agree with. */
interface Expected {
  /** In base64url. */
  readonly challenge: string;
  /** Scheme, host and port of the page. */
  readonly origin: string;
  readonly host: string;
}

export interface VerifiedPasskey {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly isBackedUp: boolean;
}

/** Checks a new passkey (WebAuthn §7.1). @throws Error that says what is wrong with it */
export async function verifyNewCredential(
  credential: Static<typeof NewPasskeyCredential>,
  { challenge, origin, host }: Expected,
): Promise<VerifiedPasskey> {
  const { clientDataJSON, attestationObject, transports = [] } = credential.response;
  requireNoAttestation(attestationObject);
  requireOwnPage(clientDataJSON);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...ofBrowser(credential),
      response: { clientDataJSON, attestationObject, transports: [...transports] },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...ALGORITHMS],
  });
  if (!verified) throw new Error('the attestation is wrong');
  const { id, publicKey, counter } = registrationInfo.credential;
  const credentialId = Buffer.from(id, 'base64url');
  if (credentialId.length === 0 || credentialId.length > CREDENTIAL_ID_MAX)
    throw new Error('the credential id is too short or too long');
  return {
    credentialId,
    publicKey: Buffer.from(publicKey),
    signCount: counter,
    transports,
    isBackedUp: registrationInfo.credentialBackedUp,
  };
}

/** Checks the use of a passkey (WebAuthn §7.2). @throws Error that says what is wrong with it */
export async function verifyCredential(
  credential: Static<typeof PasskeyCredential>,
  passkey: StoredPasskey,
  { challenge, origin, host }: Expected,
): Promise<Pick<VerifiedPasskey, 'signCount' | 'isBackedUp'>> {
  const { clientDataJSON, authenticatorData, signature } = credential.response;
  requireOwnPage(clientDataJSON);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...ofBrowser(credential), response: { clientDataJSON, authenticatorData, signature } },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
    credential: {
      id: credential.id,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.signCount,
    },
  });
  if (!verified) throw new Error('the signature is wrong');
  return { signCount: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp };
}

/** The members that are read of every credential. Results of extensions are not: none is asked for. */
const ofBrowser = ({ id, rawId, type }: { id: string; rawId: string; type: 'public-key' }) => ({
  id,
  rawId,
  type,
  clientExtensionResults: {},
});

/**
 * No attestation is asked for. Browsers leave it out then, but for one that a device signs with the new key itself. To check
 * any other, certificates would have to be looked up at other servers.
 */
function requireNoAttestation(attestationObject: string): void {
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const format = attestation.get('fmt');
  const isOfItself = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  if (format !== 'none' && !isOfItself) throw new Error('an attestation was given');
}

/** A page of ours in the frame of another's must not ask for passkeys (WebAuthn §7.1 and §7.2, `crossOrigin`). */
function requireOwnPage(clientDataJSON: string): void {
  if (decodeClientDataJSON(clientDataJSON).crossOrigin === true)
    throw new Error('the page was in the frame of another');
}
