import { expect, it } from 'vitest';
import { mailLacks } from './mail-lacks.ts';

it('what the installation lacks is told in the order of its settings', () => {
  expect(mailLacks({ server: false, from: null, linkAddress: null })).toEqual([
    'SMTP_URL',
    'MAIL_FROM',
    'linkAddress',
  ]);
  const whole = { server: true, from: 'catalogue@example.org', linkAddress: 'https://library.example.org' };
  expect(mailLacks(whole)).toEqual([]);
  expect(mailLacks({ ...whole, from: null })).toEqual(['MAIL_FROM']);
});
