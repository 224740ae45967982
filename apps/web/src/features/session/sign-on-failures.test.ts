import { signOnFailures } from '@armarium/contract/sign-on';
import { expect, it } from 'vitest';
import en from './sign-on/en.json' with { type: 'json' };

const { failure, linkFailure } = en.signOn;

it('the sign-in page says of each failure what happened; another account has a page of its own', () => {
  const told = signOnFailures.filter((one) => one !== 'other-account');
  expect(Object.keys(failure).sort()).toEqual([...told].sort());
});

it('so does the own profile of each that linking can end with', () => {
  const told = signOnFailures.filter((one) => one !== 'no-role' && one !== 'not-linked');
  expect(Object.keys(linkFailure).sort()).toEqual([...told].sort());
});
