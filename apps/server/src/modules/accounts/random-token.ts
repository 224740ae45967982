import { createHash, randomBytes } from 'node:crypto';

/** 32 random bytes in base64url. */
const tokenForm = /^[\w-]{43}$/;

export const isToken = (text: string) => tokenForm.test(text);
export const newToken = () => randomBytes(32).toString('base64url');
/** What is stored of a token: a copy of the table opens nothing. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest();
