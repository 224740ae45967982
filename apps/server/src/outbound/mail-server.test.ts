import { expect, it } from 'vitest';
import { transportOptions } from './mail-server.ts';

/** nodemailer takes what the address says before all other options. */
const needsEncryption = (smtpUrl: string) =>
  new URL(transportOptions(smtpUrl).url).searchParams.get('requireTLS') === 'true';

it.each([
  ['smtp://me:pw@mail.example.org', true],
  ['smtp://:pw@mail.example.org', true],
  ['smtp://me@10.0.0.7:2525', true],
  ['smtp://me:pw@mail.example.org?requireTLS=false', true],
  ['smtp://me:pw@mail.example.org?requireTLS=false&requireTLS=false&ignoreTLS=true', true],
  ['smtp://me:pw@localhost.example.org', true],
  ['smtp://me:pw@localhost:2525', false],
  ['smtp://me:pw@127.0.0.1', false],
  ['smtp://me:pw@[::1]', false],
  ['smtp://mail.example.org', false],
])('[RUN-19] a name and a password go to another machine only encrypted: %s', (smtpUrl, wanted) => {
  expect(needsEncryption(smtpUrl)).toBe(wanted);
});
