import { mailPurposes } from '@armarium/contract/mail';
import { expect, it } from 'vitest';
import en from './en.json' with { type: 'json' };

it('each purpose of a message has its words', () => {
  expect(Object.keys(en.organisation.mail.purpose).sort()).toEqual([...mailPurposes].sort());
});
