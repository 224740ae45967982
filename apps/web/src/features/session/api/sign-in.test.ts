import { describe, expect, it } from 'vitest';
import { basicAuthorization } from './sign-in.ts';

describe('basicAuthorization', () => {
  it('[LOGIN-02, LOGIN-22] sends the credentials as Basic, in UTF-8', () => {
    const header = basicAuthorization('zoë', 'pàsswørd:ß–日本');
    expect(header).toMatch(/^Basic [A-Za-z0-9+/=]+$/);
    const bytes = Uint8Array.from(atob(header.slice(6)), (letter) => letter.charCodeAt(0));
    expect(new TextDecoder().decode(bytes)).toBe('zoë:pàsswørd:ß–日本');
  });
});
