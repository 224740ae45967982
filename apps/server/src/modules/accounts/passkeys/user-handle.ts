import { parse } from 'uuid';

/**
 * What a device stores beside a passkey to name its account (WebAuthn §5.4.3): the bytes of the uuid.
 * @returns them in base64url
 */
export const handleOf = (accountUuid: string) => Buffer.from(parse(accountUuid)).toString('base64url');
