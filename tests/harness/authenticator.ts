import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@armarium/contract/passkeys';

/** What a test lets a device or a browser do otherwise than it should. */
export interface Oddities {
  /** The page that asks, in place of the one that the device was made for. */
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  /** False: the person did not show that it is theirs. */
  readonly isVerified?: boolean;
  /** The page is in the frame of another's. */
  readonly crossOrigin?: boolean;
  /** In place of the next one; null for a device that does not count. */
  readonly signCount?: number | null;
  readonly userHandle?: string | null;
  /** Signs with the key of another device. */
  readonly by?: Authenticator;
  /** The attestation statement, in CBOR, with its format. */
  readonly attestation?: { readonly format: string; readonly statement: Buffer };
}

const base64url = (bytes: Buffer) => bytes.toString('base64url');
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** Flags of the authenticator data (WebAuthn §6.1). */
const flags = { present: 0x01, verified: 0x04, hasCredential: 0x40 };

/** A text of CBOR that is shorter than 24 bytes. */
const shortText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** A device with one passkey of type ES256 (WebAuthn Level 3), in a browser that shows a page of `origin`. */
export class Authenticator {
  readonly id: Buffer;
  readonly #key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  #userHandle = '';
  #signCount = 0;

  /** @param idLength in bytes */
  constructor(origin: string, idLength = 32) {
    this.#origin = origin;
    this.id = randomBytes(idLength);
  }

  /** Makes the passkey: the `RegistrationResponseJSON` of the browser. */
  create(options: PasskeyCreationOptions, odd: Oddities = {}) {
    this.#userHandle = options.user.id;
    const { format, statement } = odd.attestation ?? { format: 'none', statement: Buffer.from([0xa0]) };
    const idLength = Buffer.alloc(2);
    idLength.writeUInt16BE(this.id.length);
    const data = Buffer.concat([
      this.#data(options.rp.id, flags.hasCredential, odd),
      // Of no make.
      Buffer.alloc(16),
      idLength,
      this.id,
      this.#coseKey(),
    ]);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      shortText('fmt'),
      shortText(format),
      shortText('attStmt'),
      statement,
      shortText('authData'),
      // A byte string with a length of two bytes.
      Buffer.from([0x59, data.length >> 8, data.length & 0xff]),
      data,
    ]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, odd),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      },
    };
  }

  /** Uses the passkey: the `AuthenticationResponseJSON` of the browser. */
  get(options: PasskeyRequestOptions, odd: Oddities = {}) {
    const data = this.#data(options.rpId, 0, odd);
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, odd);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON,
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', signed, (odd.by ?? this).privateKey)),
        userHandle: odd.userHandle === undefined ? this.#userHandle : odd.userHandle,
      },
    };
  }

  get privateKey(): KeyObject {
    return this.#key.privateKey;
  }

  #credential() {
    const id = base64url(this.id);
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
  }

  #clientData(type: string, challenge: string, odd: Oddities): string {
    const data = {
      type: odd.type ?? type,
      challenge,
      origin: odd.origin ?? this.#origin,
      crossOrigin: odd.crossOrigin ?? false,
    };
    return base64url(Buffer.from(JSON.stringify(data)));
  }

  #data(rpId: string, more: number, odd: Oddities): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(odd.signCount === undefined ? ++this.#signCount : (odd.signCount ?? 0));
    const verified = odd.isVerified === false ? 0 : flags.verified;
    return Buffer.concat([sha256(odd.rpId ?? rpId), Buffer.from([flags.present | verified | more]), count]);
  }

  /** RFC 9053 §7.1.1: an EC2 key on P-256 for ES256. */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' });
    const coordinate = (name: number, value: string) =>
      Buffer.concat([Buffer.from([name, 0x58, 0x20]), Buffer.from(value, 'base64url')]);
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
      coordinate(0x21, x),
      coordinate(0x22, y),
    ]);
  }
}
