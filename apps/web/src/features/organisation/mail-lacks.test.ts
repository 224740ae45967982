import { mailPurposes } from '@armarium/contract/mail';
import { expect, it } from 'vitest';
import en from './en.json' with { type: 'json' };
import { mailLacks } from './mail-lacks.ts';

it('what the installation lacks is told in the order of its settings', () => {
  expect(mailLacks({ mail: { server: false, from: null, linkAddress: null } })).toEqual([
    'SMTP_URL',
    'MAIL_FROM',
    'linkAddress',
  ]);
  const whole = { server: true, from: 'catalogue@example.org', linkAddress: 'https://library.example.org' };
  expect(mailLacks({ mail: whole })).toEqual([]);
  expect(mailLacks({ mail: { ...whole, from: null } })).toEqual(['MAIL_FROM']);
});

it('each purpose of a message has its words', () => {
  expect(Object.keys(en.organisation.mail.purpose).sort()).toEqual([...mailPurposes].sort());
});
